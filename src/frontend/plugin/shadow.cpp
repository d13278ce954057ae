#include "shadow.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace espalier::plugin {

Value* marks(IRBuilder<>& b, const RuntimeCalls& runtime, Value* pointer, std::uint64_t size,
             Align alignment) {
  constexpr std::uint64_t granule = 1u << ESP_MARK_SHIFT;
  // An access that may straddle granules looks at one more than it fills.
  const bool straddles = alignment.value() < std::min(size, granule);
  const std::uint64_t count = PowerOf2Ceil((size + granule - 1) / granule + (straddles ? 1 : 0));
  if (count > 8) return runtime.call(b, "__esp_any_marked", b.getInt32Ty(), {pointer, b.getInt64(size)});
  Value* address = b.CreateLShr(b.CreatePtrToInt(pointer, b.getInt64Ty()), ESP_MARK_SHIFT);
  Value* mark = b.CreateIntToPtr(b.CreateAdd(address, b.getInt64(ESP_MARK_BASE)), b.getPtrTy());
  return b.CreateAlignedLoad(b.getIntNTy(static_cast<unsigned>(count) * 8), mark, Align(1));
}

}  // namespace espalier::plugin
