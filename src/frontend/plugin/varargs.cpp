// Variable arguments.  The callee reads them from memory that compiled code fills on entry (the registers'
// save area) or that the caller's code fills (the stack), so their labels travel by slot and reach the
// shadow of that memory at va_start:
//
//   f(n, x)    __esp_va_begin(f, bytes on the stack); __esp_va_label(slot of x, label of x); f(n, x)
//   f:         __esp_va_take(f, kept);  ...  va_start(ap);  __esp_va_start(ap, kept)
#include "runtime/varargs.h"
#include "function_instrumenter.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

/// Gives each scalar of the arguments its slot, as the System V convention for x86-64 does.
class Slots {
 public:
  unsigned next(Type* type) {
    if (type->isFloatTy() || type->isDoubleTy() || type->isVectorTy()) {
      if (floats_ < ESP_VA_FLOATS) return ESP_VA_GENERAL + floats_++;
    } else if (!type->isX86_FP80Ty() && general_ < ESP_VA_GENERAL) {
      return general_++;
    }
    return stack(type->isX86_FP80Ty() ? 16 : 8, type->isX86_FP80Ty() ? 16 : 8);
  }
  unsigned stack(std::uint64_t size, std::uint64_t alignment) {
    bytes_ = alignTo(bytes_, std::max<std::uint64_t>(alignment, 8));
    const auto slot = static_cast<unsigned>(ESP_VA_GENERAL + ESP_VA_FLOATS + bytes_ / 8);
    bytes_ += alignTo(size, 8);
    return slot;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  unsigned general_ = 0, floats_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

void FunctionInstrumenter::pass_variadic(IRBuilder<>& b, CallInst* call) {
  if (!call->getFunctionType()->isVarArg()) return;
  const unsigned fixed = call->getFunctionType()->getNumParams();
  Slots slots;
  SmallVector<std::pair<unsigned, Value*>> labelled;
  std::uint64_t skipped = 0;  // the stack that fixed arguments take is not the callee's list
  for (unsigned n = 0; n < call->arg_size(); n++) {
    Value* argument = call->getArgOperand(n);
    if (n == fixed) skipped = slots.bytes();
    if (call->isByValArgument(n)) {
      Type* type = call->getParamByValType(n);
      slots.stack(size_of(type), call->getParamAlign(n).valueOrOne().value());
      if (n >= fixed)
        runtime_.call(b, "__esp_lost_memory", b.getVoidTy(),
                      {argument, b.getInt64(size_of(type)), approximation(*call, "variable argument list")});
      continue;
    }
    SmallVector<Type*> types;
    leaves(argument->getType(), types);
    for (unsigned k = 0; k < types.size(); k++) {
      const unsigned slot = slots.next(types[k]);
      if (n < fixed || label(argument, k) == zero_) continue;
      labelled.emplace_back(slot, label(argument, k));
    }
  }
  const auto first = static_cast<unsigned>(skipped / 8);
  runtime_.call(b, "__esp_va_begin", b.getVoidTy(),
                {call->getCalledOperand(), b.getInt32(static_cast<unsigned>(slots.bytes() - skipped))},
                false);
  for (const auto& [slot, l] : labelled) {
    const unsigned own = slot < ESP_VA_GENERAL + ESP_VA_FLOATS ? slot : slot - first;
    if (own < ESP_VA_SLOTS)
      runtime_.call(b, "__esp_va_label", b.getVoidTy(), {b.getInt32(own), l}, false);
    else
      runtime_.call(b, "__esp_lost", b.getVoidTy(), {l, approximation(*call, "variable argument list")});
  }
}

void FunctionInstrumenter::take_variadic(IRBuilder<>& b) {
  if (!function_.isVarArg()) return;
  IRBuilder<> first(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  variadic_ = first.CreateAlloca(ArrayType::get(b.getInt32Ty(), ESP_VA_SLOTS + 1), nullptr, "variadic");
  runtime_.call(b, "__esp_va_take", b.getVoidTy(), {&function_, variadic_}, false);
}

void FunctionInstrumenter::visit_va_list(IntrinsicInst* call) {
  flush(call);
  IRBuilder<> b(call->getNextNode());
  b.SetCurrentDebugLocation(call->getDebugLoc());
  if (call->getIntrinsicID() == Intrinsic::vastart && variadic_)
    runtime_.call(b, "__esp_va_start", b.getVoidTy(), {call->getArgOperand(0), variadic_}, false);
  if (call->getIntrinsicID() == Intrinsic::vacopy)
    runtime_.call(b, "__esp_clear", b.getVoidTy(), {call->getArgOperand(0), b.getInt64(24)}, false);
}

}  // namespace espalier::plugin
