// Where control goes: entry, steps, branches, switches, returns.
#include "distance.h"
#include "function_instrumenter.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {

void FunctionInstrumenter::count_step(Instruction* at) {
  IRBuilder<> b(at);
  Value* left = b.CreateSub(b.CreateLoad(b.getInt64Ty(), steps_), b.getInt64(1));
  b.CreateStore(left, steps_);
  Instruction* end = SplitBlockAndInsertIfThen(b.CreateICmpSLT(left, b.getInt64(0)), at, false, unlikely_);
  IRBuilder<> over(end);
  over.SetCurrentDebugLocation(at->getDebugLoc());
  over.CreateStore(left, runtime_.steps());
  runtime_.call(over, "__esp_out_of_steps", over.getVoidTy(), {});
}

void FunctionInstrumenter::save_steps(IRBuilder<>& b) {
  b.CreateStore(b.CreateLoad(b.getInt64Ty(), steps_), runtime_.steps());
}

void FunctionInstrumenter::load_steps(IRBuilder<>& b) {
  b.CreateStore(b.CreateLoad(b.getInt64Ty(), runtime_.steps()), steps_);
}

void FunctionInstrumenter::enter() {
  Instruction* at = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> first(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  steps_ = first.CreateAlloca(first.getInt64Ty(), nullptr, "steps");
  IRBuilder<> b(at);
  height_ = b.CreateLoad(b.getInt32Ty(), runtime_.height(), "height");
  load_steps(b);
  register_locals(b);
  count_step(at);
  b.SetInsertPoint(at);
  take_variadic(b);
  Constant* entry = layout_.coverage_byte(layout_.entry_edge(&function_));
  b.CreateStore(b.getInt8(1), entry);
  if (function_.arg_empty()) return;
  Value* test = b.CreateICmpEQ(b.CreateLoad(b.getPtrTy(), runtime_.argument_token(b)), &function_);
  bool any_byval = false;
  for (Argument& argument : function_.args()) any_byval |= argument.hasByValAttr();
  if (any_byval) test = b.getTrue();  // their shadow must be copied or cleared in any case
  Instruction* end = SplitBlockAndInsertIfThen(test, at, false, any_byval ? nullptr : unlikely_);
  IRBuilder<> cold(end);
  SmallVector<Type*> types;
  for (Argument& argument : function_.args()) leaves(argument.getType(), types);
  SmallVector<std::uint8_t> widths;
  for (Type* type : ArrayRef(types).take_front(ESP_MAX_ARGS))
    widths.push_back(static_cast<std::uint8_t>(label_bits(type)));
  auto* table = new GlobalVariable(*function_.getParent(), ArrayType::get(cold.getInt8Ty(), widths.size()),
                                   true, GlobalValue::PrivateLinkage,
                                   ConstantDataArray::get(context_, widths), "__esp_widths");
  table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Value* is_meant = runtime_.call(cold, "__esp_enter", cold.getInt32Ty(),
                                  {&function_, table, cold.getInt32(static_cast<unsigned>(widths.size()))});
  Value* meant = cold.CreateICmpNE(is_meant, zero_);
  BasicBlock* cold_block = end->getParent();
  BasicBlock* before = cold_block->getSinglePredecessor();
  IRBuilder<> both(at->getParent(), at->getParent()->begin());
  unsigned slot = 0;
  for (Argument& argument : function_.args()) {
    Labels made;
    const unsigned count = leaf_count(argument.getType());
    for (unsigned n = 0; n < count; n++, slot++) {
      if (slot >= ESP_MAX_ARGS) {
        made.push_back(zero_);
        continue;
      }
      Value* given = cold.CreateLoad(cold.getInt32Ty(), runtime_.argument_slot(cold, slot));
      PHINode* phi = both.CreatePHI(both.getInt32Ty(), 2);
      phi->addIncoming(cold.CreateSelect(meant, given, zero_), cold_block);
      phi->addIncoming(zero_, before);
      made.push_back(phi);
    }
    labels_[&argument] = made;
    if (argument.hasByValAttr()) {
      Value* from = ConstantPointerNull::get(cold.getPtrTy());
      if (argument.getArgNo() < ESP_MAX_ARGS) {
        Value* source = cold.CreateLoad(cold.getPtrTy(), runtime_.byval_slot(cold, argument.getArgNo()));
        from = cold.CreateSelect(meant, source, from);
      }
      runtime_.call(cold, "__esp_copy_or_clear", cold.getVoidTy(),
                    {&argument, from, cold.getInt64(size_of(argument.getParamByValType()))}, false);
    }
  }
}

void FunctionInstrumenter::visit_branch(BranchInst* branch) {
  const auto edge = layout_.edge_of(branch);
  if (!edge) return flush(branch);
  Value* condition = branch->getCondition();
  depend_on(condition);
  Value* decided = nullptr;
  flush(branch, true, [&](IRBuilder<>& cold) {
    cold.SetCurrentDebugLocation(branch->getDebugLoc());
    decided = tell_comparison(cold, runtime_, condition, label(condition, 0), layout_.coverage_byte(*edge));
  });
  branch->setCondition(unless_decided(branch, condition, decided));
  for (const unsigned side : {0u, 1u}) cover_on_the_way(branch, side, *edge + side);
}

Value* FunctionInstrumenter::unless_decided(Instruction* at, Value* value, Value* decided) {
  BasicBlock* cold = cast<Instruction>(decided)->getParent();
  IRBuilder<> b(at->getParent(), at->getParent()->begin());
  PHINode* phi = b.CreatePHI(value->getType(), 2);
  for (BasicBlock* before : predecessors(at->getParent()))
    phi->addIncoming(before == cold ? decided : value, before);
  return phi;
}

void FunctionInstrumenter::cover_on_the_way(BranchInst* branch, unsigned side, unsigned edge) {
  BasicBlock* target = branch->getSuccessor(side);
  BasicBlock* way = BasicBlock::Create(context_, "covered", &function_, target);
  IRBuilder<> b(way);
  b.SetCurrentDebugLocation(branch->getDebugLoc());
  b.CreateStore(b.getInt8(1), layout_.coverage_byte(edge));
  b.CreateBr(target);
  for (PHINode& phi : target->phis())  // label phis have no operands yet
    if (const int n = phi.getBasicBlockIndex(branch->getParent()); n >= 0)
      phi.setIncomingBlock(static_cast<unsigned>(n), way);
  branch->setSuccessor(side, way);
}

void FunctionInstrumenter::visit_switch(SwitchInst* choice) {
  const unsigned first = *layout_.edge_of(choice);
  Value* value = choice->getCondition();
  depend_on(value);
  Value* decided = nullptr;
  flush(choice, true, [&](IRBuilder<>& cold) {
    cold.SetCurrentDebugLocation(choice->getDebugLoc());
    decided = tell_choice(cold, runtime_, *choice, label(value, 0), layout_.coverage_byte(first));
  });
  choice->setCondition(unless_decided(choice, value, decided));
  unsigned n = 0;
  const auto mark = [&](BasicBlock* way, unsigned edge) {
    IRBuilder<> b(way->getTerminator());
    b.CreateStore(b.getInt8(1), layout_.coverage_byte(edge));
  };
  for (const auto& option : choice->cases()) mark(option.getCaseSuccessor(), first + n++);
  mark(choice->getDefaultDest(), first + n);
}

void FunctionInstrumenter::visit_return(ReturnInst* end) {
  IRBuilder<> b(end);
  save_steps(b);
  Value* result = end->getReturnValue();
  if (result) depend_on(result);
  flush(end, false, [&](IRBuilder<>& cold) {
    if (!result || !may_be_symbolic(result)) return;
    Value* any = zero_;
    for (unsigned n = 0; n < leaf_count(result->getType()) && n < ESP_MAX_ARGS; n++) {
      any = cold.CreateOr(any, label(result, n));
      cold.CreateStore(label(result, n), runtime_.result_slot(cold, n));
    }
    Value* token = cold.CreateSelect(cold.CreateICmpNE(any, zero_), &function_,
                                     ConstantPointerNull::get(cold.getPtrTy()));
    cold.CreateStore(token, runtime_.result_token(cold));
  });
  IRBuilder<> last(end);  // after the group: its reads may ask for them
  forget_locals(last);
}

}  // namespace espalier::plugin
