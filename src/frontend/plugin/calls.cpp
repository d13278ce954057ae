// Calls: labels travel with arguments and results; code that we do not see costs exactness.
#include <cstdio>

#include "externals.h"
#include "function_instrumenter.h"
#include "libc.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "program.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

bool may_lead_to_labels(const Value* argument) {
  if (!argument->getType()->isPointerTy() || isa<ConstantPointerNull>(argument)) return false;
  const Value* object = getUnderlyingObject(argument);
  const auto* global = dyn_cast<GlobalVariable>(object);
  return !isa<Function>(object) && !(global && global->isConstant());
}

}  // namespace

void FunctionInstrumenter::visit_memory_intrinsic(MemIntrinsic* call) {
  flush(call);
  IRBuilder<> b(call);
  b.SetCurrentDebugLocation(call->getDebugLoc());
  pin(b, label(call->getLength(), 0), *call, "length that depends on the input");
  pin(b, label(call->getDest(), 0), *call, "write at an address that depends on the input");
  Value* length = b.CreateZExtOrTrunc(call->getLength(), b.getInt64Ty());
  if (auto* transfer = dyn_cast<MemTransferInst>(call)) {
    pin(b, label(transfer->getSource(), 0), *call, "read at an address that depends on the input");
    runtime_.call(b, "__esp_copy", b.getVoidTy(), {call->getDest(), transfer->getSource(), length}, false);
  } else {
    Value* l = label(cast<MemSetInst>(call)->getValue(), 0);
    runtime_.call(b, "__esp_fill", b.getVoidTy(), {call->getDest(), l, length}, false);
  }
}

void FunctionInstrumenter::visit_intrinsic(IntrinsicInst* call) {
  if (auto* memory = dyn_cast<MemIntrinsic>(call)) return visit_memory_intrinsic(memory);
  if (isa<VAStartInst>(call) || isa<VACopyInst>(call)) return visit_va_list(call);
  if (call->getType()->isVoidTy()) return;  // debug information, lifetimes, assumptions
  if (!depends_on_symbolic(call)) return set_concrete(call);
  for (Value* operand : call->args()) depend_on(operand);
  join(call);
}

void FunctionInstrumenter::visit_call(CallInst* call) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(call)) return visit_intrinsic(intrinsic);
  flush(call);
  call->setTailCallKind(CallInst::TCK_NoTail);
  Function* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
  IRBuilder<> b(call);
  b.SetCurrentDebugLocation(call->getDebugLoc());
  if (call->isInlineAsm()) {  // what it reads and writes is its secret, unless it is a mere barrier
    const auto* assembly = cast<InlineAsm>(call->getCalledOperand());
    if (!assembly->getAsmString().empty() || !call->getType()->isVoidTy()) {
      runtime_.call(b, "__esp_leave", b.getVoidTy(), {}, false);
      runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*call, "inline assembly")});
    }
    return set_concrete(call);
  }
  if (callee && callee->isDeclaration() && !is_model_name(callee->getName())) {
    if (visit_model_question(b, call, callee->getName())) return;  // the call is gone
    if (visit_external(b, call, callee)) return stack_up(call);
  }
  save_steps(b);
  if (!call->getNextNode()->isTerminator() || !isa<UnreachableInst>(call->getNextNode())) {
    IRBuilder<> after(call->getNextNode());
    load_steps(after);
  }
  if (!callee) {
    runtime_.call(b, "__esp_indirect", b.getVoidTy(),
                  {call->getCalledOperand(), approximation(*call, "call of code that is not instrumented")},
                  false);
    pin(b, label(call->getCalledOperand(), 0), *call, "call through a pointer that depends on the input");
  }
  pass_arguments(b, call);
  take_result(call);
  stack_up(call);  // last, so that nothing of the above happens at the callee's height
}

bool FunctionInstrumenter::visit_model_question(IRBuilder<>& b, CallInst* call, StringRef name) {
  if (!is_model(function_)) return false;
  if (name == "esp_symbolic" || name == "esp_pin") {
    Value* value = call->getArgOperand(0);
    Value* answer = value;
    if (name == "esp_symbolic")
      answer = b.CreateZExt(b.CreateICmpNE(label(value, 0), zero_), call->getType());
    else
      pin(b, label(value, 0), *call,
          ("value in '" + name_in_source(function_.getName()) + "' depends on the input").str());
    // Users come later in the walk and must find it concrete.
    auto* known = cast<Instruction>(b.CreateFreeze(answer));
    set_concrete(known);
    call->replaceAllUsesWith(known);
    call->eraseFromParent();
    return true;
  }
  if (name == "esp_touch") {
    b.CreateLoad(b.getInt8Ty(), call->getArgOperand(0), /*isVolatile=*/true);
    call->eraseFromParent();
    return true;
  }
  if (name.starts_with("esp_")) {  // answered by the runtime
    tell_looking_back(b, call, name);
    return set_concrete(call), true;
  }
  return false;
}

bool FunctionInstrumenter::visit_external(IRBuilder<>& b, CallInst* call, Function* callee) {
  const std::string name = callee->getName().str();
  if (callee->getName().starts_with("__esp_")) return true;  // a trap of normalise()
  const auto pin_arguments = [&] {
    for (Value* argument : call->args())
      for (unsigned n = 0; n < leaf_count(argument->getType()); n++)
        pin(b, label(argument, n), *call, "argument of '" + name + "' depends on the input");
  };
  if (const StringRef ours = replacement(name); !ours.empty()) {
    call->setCalledFunction(function_.getParent()->getOrInsertFunction(ours, callee->getFunctionType()));
    call->setDoesNotThrow();
    if (!call->getType()->isVoidTy()) pin_arguments();
    set_concrete(call);
    return true;
  }
  const bool jumps = call->hasFnAttr(Attribute::ReturnsTwice) || name.find("longjmp") != std::string::npos;
  if (classify(name) == External::Harness) return take_result(call), true;
  if (!is_harness(*function_.getParent()) && !jumps) {
    // Another file may define it: then it is a call like any other.
    Value* unseen = b.CreateIsNull(instrumented_flag(*function_.getParent(), name));
    b.SetInsertPoint(SplitBlockAndInsertIfThen(unseen, call, false));
    leave_program(b, call, name, pin_arguments);
    b.SetInsertPoint(call);
    return false;
  }
  switch (classify(name)) {
    case External::Silent:
      if (!call->use_empty()) break;
      if (Value* stores = stores_count(b, call, name); stores != zero_)
        runtime_.call(b, "__esp_lost", b.getVoidTy(),
                      {stores, approximation(*call, "call of '" + name + "'")});
      return set_concrete(call), true;
    case External::Pure:
      pin_arguments();
      if (call->hasFnAttr(Attribute::ReturnsTwice)) remember_counts(call);
      if (call->doesNotReturn()) save_steps(b);  // longjmp
      return set_concrete(call), true;
    case External::Harness:
    case External::Unknown:
      break;
  }
  pin_arguments();
  runtime_.call(b, "__esp_approximate", b.getVoidTy(),
                {zero_, approximation(*call, "call of '" + name + "'")});
  set_concrete(call);
  return true;
}

void FunctionInstrumenter::leave_program(IRBuilder<>& b, CallInst* call, StringRef name,
                                         function_ref<void()> pin_arguments) {
  tell_leave(b, call, name);
  switch (classify_in_program(name)) {
    case External::Silent:
      return tell_written(b, call, name);
    case External::Pure:
      pin_arguments();
      for (Value* argument : call->args())
        if (may_lead_to_labels(argument) && !takes_addresses_only(name))
          runtime_.call(
              b, "__esp_lost_string", b.getVoidTy(),
              {argument, approximation(*call, ("text given to '" + name + "' depends on the input").str())},
              false);
      return tell_looking_back(b, call, name);
    case External::Harness:
    case External::Unknown:
      break;
  }
  pin_arguments();
  runtime_.call(b, "__esp_approximate", b.getVoidTy(),
                {zero_, approximation(*call, ("call of '" + name + "'").str())});
}

Value* FunctionInstrumenter::stores_count(IRBuilder<>& b, CallInst* call, StringRef name) {
  const int position = format_argument(name);
  if (position < 0 || static_cast<unsigned>(position) >= call->arg_size()) return zero_;
  Value* format = call->getArgOperand(static_cast<unsigned>(position));
  if (!format->getType()->isPointerTy()) return zero_;  // a function of the user's own, of that name
  if (StringRef text; getConstantStringInfo(format, text) && !text.contains('n')) return zero_;
  return runtime_.call(b, "__esp_stores_count", b.getInt32Ty(), {format}, false);
}

namespace {

/// In bytes; 0: the function finds the end itself.
Value* size_written(IRBuilder<>& b, const CallInst* call, StringRef name) {
  const auto number = [&](unsigned n) -> Value* {  // a function of the user's own may have that name, too
    if (call->arg_size() <= n || !call->getArgOperand(n)->getType()->isIntegerTy()) return b.getInt64(0);
    return b.CreateZExtOrTrunc(call->getArgOperand(n), b.getInt64Ty());
  };
  if (name == "write") return number(2);
  if (name.starts_with("fwrite")) return b.CreateMul(number(1), number(2));
  return b.getInt64(0);
}

}  // namespace

void FunctionInstrumenter::tell_written(IRBuilder<>& b, CallInst* call, StringRef name) {
  const bool answers = !call->use_empty() && answers_by_text(name);
  Value* seen = answers ? b.getInt32(1) : stores_count(b, call, name);
  const auto site = [&](StringRef what) {
    return approximation(*call, (what + name + "' depends on the input").str());
  };
  const bool decides = name == "error" || (!call->use_empty() && !answers);  // error(0, ...) goes on
  for (Value* argument : call->args()) {
    for (unsigned n = 0; n < leaf_count(argument->getType()); n++) {
      if (label(argument, n) == zero_) continue;
      if (decides) pin(b, label(argument, n), *call, "argument of '" + name.str() + "' depends on the input");
      runtime_.call(b, "__esp_wrote", b.getVoidTy(), {label(argument, n), seen, site("argument of '")});
    }
    if (may_lead_to_labels(argument))
      runtime_.call(b, "__esp_wrote_memory", b.getVoidTy(),
                    {argument, size_written(b, call, name), seen, site("text given to '")}, false);
  }
  if (takes_list(name))
    runtime_.call(b, "__esp_wrote_list", b.getVoidTy(), {seen, site("text given to '")}, false);
}

void FunctionInstrumenter::tell_looking_back(IRBuilder<>& b, CallInst* call, StringRef name) {
  if ((name == "setbuf" || name == "setvbuf") && call->arg_size() >= 2) {
    runtime_.call(b, "__esp_look_at_buffer", b.getVoidTy(), {call->getArgOperand(0), call->getArgOperand(1)},
                  false);
    return;
  }
  const LooksBack how = looks_back(name);
  if (how == LooksBack::No) return;
  const StringRef user = is_model(function_) ? name_in_source(function_.getName()) : name;
  Constant* site = approximation(*call, ("what '" + user + "' finds may be what was written").str());
  Value* first = call->getArgOperand(0);
  Value* whence = moves(name) ? call->getArgOperand(call->arg_size() - 1) : b.getInt32(SEEK_CUR);
  switch (how) {
    case LooksBack::InDescriptor:
      runtime_.call(b, "__esp_look_back", b.getVoidTy(), {first, whence, site}, false);
      return;
    case LooksBack::InStream:
      runtime_.call(b, "__esp_look_back_in_stream", b.getVoidTy(), {first, whence, site}, false);
      return;
    case LooksBack::AtName:
      runtime_.call(b, "__esp_look_back_at_name", b.getVoidTy(), {first, site}, false);
      return;
    case LooksBack::ByMapping:
      runtime_.call(b, "__esp_look_back_by_mapping", b.getVoidTy(),
                    {call->getArgOperand(2), call->getArgOperand(3), call->getArgOperand(4), site}, false);
      return;
    case LooksBack::No:
      return;
  }
}

void FunctionInstrumenter::tell_leave(IRBuilder<>& b, const CallInst* call, StringRef name) {
  if (may_come_early(name)) return;
  if ((name == "open" || name == "open64") && call->arg_size() >= 2)
    runtime_.call(b, "__esp_leave_to_open", b.getVoidTy(), {call->getArgOperand(1)}, false);
  else if (name == "close" && call->arg_size() == 1)
    runtime_.call(b, "__esp_leave_to_close", b.getVoidTy(), {call->getArgOperand(0)}, false);
  else
    runtime_.call(b, "__esp_leave", b.getVoidTy(), {}, false);
}

void FunctionInstrumenter::visit_invoke(InvokeInst* call) {
  flush(call);
  IRBuilder<> b(call);
  b.SetCurrentDebugLocation(call->getDebugLoc());
  runtime_.call(b, "__esp_leave", b.getVoidTy(), {}, false);
  save_steps(b);
  for (Value* argument : call->args())
    for (unsigned n = 0; n < leaf_count(argument->getType()); n++)
      pin(b, label(argument, n), *call, "argument of a call that may throw depends on the input");
  runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*call, "call that may throw")});
  set_concrete(call);
}

void FunctionInstrumenter::stack_up(CallInst* call) {
  const auto edge = layout_.edge_of_call(call);
  if (!edge) return;
  IRBuilder<> b(call);
  b.CreateStore(b.CreatePtrToInt(layout_.coverage_byte(*edge), b.getInt64Ty()),
                runtime_.stack_slot(b, height_));
  b.CreateStore(b.CreateAdd(height_, b.getInt32(1)), runtime_.height());
  IRBuilder<> after(call->getNextNode());
  after.CreateStore(height_, runtime_.height());
}

void FunctionInstrumenter::pass_arguments(IRBuilder<>& b, CallInst* call) {
  pass_variadic(b, call);
  Value* any = zero_;
  SmallVector<Value*> given;
  bool byval = false;
  const unsigned fixed = call->getFunctionType()->getNumParams();
  for (unsigned n = 0; n < call->arg_size(); n++) {
    Value* argument = call->getArgOperand(n);
    byval |= call->isByValArgument(n);
    if (call->isByValArgument(n) && n >= ESP_MAX_ARGS)
      runtime_.call(b, "__esp_lost_memory", b.getVoidTy(),
                    {argument, b.getInt64(size_of(call->getParamByValType(n))),
                     approximation(*call, "more arguments than are followed")});
    for (unsigned k = 0; n < fixed && k < leaf_count(argument->getType()); k++) {
      if (given.size() >= ESP_MAX_ARGS) {
        pin(b, label(argument, k), *call, "more arguments than are followed");
        continue;
      }
      given.push_back(label(argument, k));
      any = b.CreateOr(any, given.back());
    }
  }
  if (any == zero_ && !byval) return;
  Instruction* end = byval ? static_cast<Instruction*>(call)
                           : SplitBlockAndInsertIfThen(b.CreateICmpNE(any, zero_), call, false, unlikely_);
  IRBuilder<> cold(end);
  for (unsigned n = 0; n < given.size(); n++) cold.CreateStore(given[n], runtime_.argument_slot(cold, n));
  for (unsigned n = 0; n < call->arg_size() && n < ESP_MAX_ARGS; n++)
    if (call->isByValArgument(n)) cold.CreateStore(call->getArgOperand(n), runtime_.byval_slot(cold, n));
  cold.CreateStore(call->getCalledOperand(), runtime_.argument_token(cold));
}

void FunctionInstrumenter::remember_counts(CallInst* call) {
  IRBuilder<> before(call);
  save_steps(before);
  Value* locals = before.CreateLoad(before.getInt32Ty(), runtime_.local_count());
  IRBuilder<> after(call->getNextNode());
  load_steps(after);
  after.CreateStore(locals, runtime_.local_count());
}

void FunctionInstrumenter::take_result(CallInst* call) {
  const unsigned count = std::min<unsigned>(leaf_count(call->getType()), ESP_MAX_ARGS);
  if (count == 0 || call->use_empty() || call->doesNotReturn()) return set_concrete(call);
  IRBuilder<> before(call);
  before.CreateStore(ConstantPointerNull::get(before.getPtrTy()), runtime_.result_token(before));
  Instruction* at = call->getNextNode();
  IRBuilder<> b(at);
  Value* test =
      b.CreateICmpEQ(b.CreateLoad(b.getPtrTy(), runtime_.result_token(b)), call->getCalledOperand());
  Instruction* end = SplitBlockAndInsertIfThen(test, at, false, unlikely_);
  IRBuilder<> cold(end);
  cold.CreateStore(ConstantPointerNull::get(cold.getPtrTy()), runtime_.result_token(cold));
  IRBuilder<> both(at->getParent(), at->getParent()->begin());
  // A function of another file, or behind a pointer, may answer another type than we think.
  const auto* callee = dyn_cast<Function>(call->getCalledOperand());
  const bool is_sure = callee && callee->getFunctionType() == call->getFunctionType() &&
                       (!callee->isDeclaration() || is_model_name(callee->getName()) ||
                        classify(callee->getName()) == External::Harness);
  SmallVector<Type*> types;
  leaves(call->getType(), types);
  Labels made;
  for (unsigned n = 0; n < count; n++) {
    Value* given = cold.CreateLoad(cold.getInt32Ty(), runtime_.result_slot(cold, n));
    if (!is_sure)
      given = runtime_.call(cold, "__esp_result", cold.getInt32Ty(),
                            {given, cold.getInt32(label_bits(types[n]))});
    PHINode* phi = both.CreatePHI(both.getInt32Ty(), 2);
    phi->addIncoming(given, end->getParent());
    phi->addIncoming(zero_, call->getParent());
    made.push_back(phi);
  }
  labels_[call] = made;
}

}  // namespace espalier::plugin
