#include "shadow.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

/// base + (address mod 2^42) * 4
Value* shadow_address(IRBuilder<>& b, Value* pointer) {
  Value* address = b.CreatePtrToInt(pointer, b.getInt64Ty());
  Value* scaled = b.CreateLShr(b.CreateShl(address, 64 - ESP_SHADOW_ADDRESS_BITS), 64 - ESP_SHADOW_ADDRESS_BITS - 2);
  return b.CreateIntToPtr(b.CreateAdd(scaled, b.getInt64(ESP_SHADOW_BASE)), b.getPtrTy());
}

}  // namespace

Value* shadow_summary(IRBuilder<>& b, Value* pointer, std::uint64_t size) {
  Value* shadow = shadow_address(b, pointer);
  if (size == 1) return b.CreateAlignedLoad(b.getInt32Ty(), shadow, Align(4));
  Value* any = nullptr;
  for (std::uint64_t at = 0; at < size; at += 2) {  // two words at a time
    Type* type = at + 1 < size ? b.getInt64Ty() : b.getInt32Ty();
    Value* words = b.CreateZExt(b.CreateAlignedLoad(type, b.CreateConstGEP1_64(b.getInt8Ty(), shadow, at * 4), Align(4)), b.getInt64Ty());
    any = any ? b.CreateOr(any, words) : words;
  }
  return any;
}

void clear_shadow(IRBuilder<>& b, const RuntimeCalls& runtime, Value* pointer, std::uint64_t size) {
  if (size > 16) {
    runtime.call(b, "__esp_clear", b.getVoidTy(), {pointer, b.getInt64(size)}, false);
    return;
  }
  Value* shadow = shadow_address(b, pointer);
  std::uint64_t at = 0;
  for (const unsigned words : {4u, 2u, 1u}) {
    Type* type = words == 4 ? static_cast<Type*>(FixedVectorType::get(b.getInt32Ty(), 4)) : b.getIntNTy(words * 32);
    for (; at + words <= size; at += words)
      b.CreateAlignedStore(Constant::getNullValue(type), b.CreateConstGEP1_64(b.getInt8Ty(), shadow, at * 4), Align(4));
  }
}

}  // namespace espalier::plugin
