#include "runtime_calls.h"

using namespace llvm;

namespace espalier::plugin {

RuntimeCalls::RuntimeCalls(Module& module) : module_(module) {}

CallInst* RuntimeCalls::call(IRBuilder<>& b, StringRef name, Type* result, ArrayRef<Value*> arguments,
                             bool cold) const {
  SmallVector<Type*> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee = module_.getOrInsertFunction(name, FunctionType::get(result, types, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  CallInst* made = b.CreateCall(callee, arguments);
  if (cold) {
    function->setCallingConv(CallingConv::PreserveMost);
    function->addFnAttr(Attribute::Cold);
    made->setCallingConv(CallingConv::PreserveMost);
  }
  return made;
}

Value* RuntimeCalls::binary(IRBuilder<>& b, esp_op op, unsigned bits, Value* la, Value* lb, Value* a,
                            Value* c, Value* v) const {
  return call(b, "__esp_binary", b.getInt32Ty(), {b.getInt32(op | bits << 8), la, lb, a, c, v});
}

Value* RuntimeCalls::unary(IRBuilder<>& b, esp_op op, unsigned bits, Value* la, unsigned low,
                           Value* v) const {
  return call(b, "__esp_unary", b.getInt32Ty(), {b.getInt32(op | bits << 8), la, b.getInt64(low), v});
}

GlobalVariable* RuntimeCalls::variable(StringRef name, Type* type, bool thread_local_) const {
  if (auto* known = module_.getNamedGlobal(name)) return known;
  auto* made =
      new GlobalVariable(module_, type, false, GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                         thread_local_ ? GlobalValue::LocalExecTLSModel : GlobalValue::NotThreadLocal);
  made->setDSOLocal(true);
  return made;
}

Value* RuntimeCalls::slot(IRBuilder<>& b, StringRef array, unsigned i, Type* element) const {
  auto* type = ArrayType::get(element, ESP_MAX_ARGS);
  Value* base = b.CreateThreadLocalAddress(variable(array, type, true));
  return b.CreateConstInBoundsGEP2_32(type, base, 0, i);
}

Value* RuntimeCalls::argument_token(IRBuilder<>& b) const {
  return b.CreateThreadLocalAddress(variable("__esp_arg_token", b.getPtrTy(), true));
}

Value* RuntimeCalls::result_token(IRBuilder<>& b) const {
  return b.CreateThreadLocalAddress(variable("__esp_ret_token", b.getPtrTy(), true));
}

GlobalVariable* RuntimeCalls::local_count() const {
  return variable("__esp_local_count", Type::getInt32Ty(module_.getContext()), false);
}

GlobalVariable* RuntimeCalls::steps() const {
  return variable("__esp_steps", Type::getInt64Ty(module_.getContext()), false);
}

GlobalVariable* RuntimeCalls::height() const {
  return variable("__esp_height", Type::getInt32Ty(module_.getContext()), false);
}

Value* RuntimeCalls::stack_slot(IRBuilder<>& b, Value* height) const {
  auto* type = ArrayType::get(b.getInt64Ty(), ESP_MAX_STACK);
  Value* index = b.CreateBinaryIntrinsic(Intrinsic::umin, height, b.getInt32(ESP_MAX_STACK - 1));
  return b.CreateInBoundsGEP(type, variable("__esp_stack", type, false), {b.getInt32(0), index});
}

Value* RuntimeCalls::telling(IRBuilder<>& b) const {
  LoadInst* flag = b.CreateLoad(b.getInt32Ty(), variable("__esp_telling", b.getInt32Ty(), false));
  flag->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b.getContext(), {}));
  return flag;
}

}  // namespace espalier::plugin
