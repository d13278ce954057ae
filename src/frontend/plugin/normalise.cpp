#include "normalise.h"

#include <csignal>

#include "libc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "operations.h"
#include "undefined.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

template <class T>
std::vector<T*> all(Function& function) {
  std::vector<T*> found;
  for (Instruction& i : instructions(function))
    if (auto* t = dyn_cast<T>(&i)) found.push_back(t);
  return found;
}

/// Flags and facts that let the optimiser assume something of the values are dropped: what C calls
/// undefined still has a value on the machine, and terms describe that value.
void drop_assumptions(Function& function) {
  for (Instruction& i : instructions(function)) {
    i.dropPoisonGeneratingFlags();
    for (const unsigned kind : {LLVMContext::MD_range, LLVMContext::MD_noundef, LLVMContext::MD_nonnull,
                                LLVMContext::MD_align, LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct})
      i.setMetadata(kind, nullptr);
  }
  // Instrumented code writes memory whatever the source promised.
  function.removeFnAttr(Attribute::Memory);
  function.removeFnAttr(Attribute::WillReturn);
  function.removeFnAttr(Attribute::MustProgress);
  function.removeFnAttr(Attribute::OptimizeNone);
  for (CallBase* call : all<CallBase>(function)) {
    if (isa<IntrinsicInst>(call)) continue;
    call->removeFnAttr(Attribute::Memory);
    call->removeFnAttr(Attribute::WillReturn);
  }
}

void mask_shifts(Function& function) {
  for (BinaryOperator* op : all<BinaryOperator>(function)) {
    if (!op->isShift() || !op->getType()->isIntegerTy()) continue;
    const unsigned bits = op->getType()->getIntegerBitWidth();
    const auto* constant = dyn_cast<ConstantInt>(op->getOperand(1));
    if ((constant && constant->getValue().ult(bits)) || !isPowerOf2_32(bits)) continue;
    IRBuilder<> b(op);
    op->setOperand(1, b.CreateAnd(op->getOperand(1), ConstantInt::get(op->getType(), bits - 1)));
  }
}

/// Conversions to integers narrower than int go through int, unsigned int through long, unsigned long
/// through two conversions to long, as compilers for x86-64 do it: then values out of range, which C leaves
/// undefined, are what the machine makes of them.
///
///   unsigned long of x  =  s | (t & (s >> 63)),   s = (long)x,  t = (long)(x - 2^63)
void widen_conversions(Function& function) {
  for (CastInst* cast : all<CastInst>(function)) {
    const bool is_signed = cast->getOpcode() == Instruction::FPToSI;
    if (!is_signed && cast->getOpcode() != Instruction::FPToUI) continue;
    if (!cast->getType()->isIntegerTy()) continue;
    const unsigned bits = cast->getType()->getIntegerBitWidth();
    if (bits > 64 || (is_signed && bits >= 32)) continue;
    IRBuilder<> b(cast);
    Value* x = cast->getOperand(0);
    const unsigned wide = bits < 32 ? 32 : 64;
    Value* value = b.CreateFPToSI(x, b.getIntNTy(wide));
    if (bits == 64) {
      Value* t = b.CreateFPToSI(b.CreateFSub(x, ConstantFP::get(x->getType(), 0x1p63)), b.getInt64Ty());
      value = b.CreateOr(value, b.CreateAnd(t, b.CreateAShr(value, 63)));
    }
    cast->replaceAllUsesWith(b.CreateTrunc(value, cast->getType()));
    cast->eraseFromParent();
  }
}

/// Calls of the C library that are operations in disguise.
Value* expand(IRBuilder<>& b, CallInst* call, StringRef name) {
  const auto argument = [&](unsigned n) { return call->getArgOperand(n); };
  const auto is = [&](unsigned n, Type* type) {
    return call->arg_size() > n && argument(n)->getType() == type;
  };
  Type* result = call->getType();
  if (call->arg_size() == 1 && is(0, result)) {
    Value* x = argument(0);
    if ((name == "abs" || name == "labs" || name == "llabs") &&
        result->isIntegerTy()) {  // (x ^ m) - m, m = x < 0 ? -1 : 0
      Value* m = b.CreateAShr(x, result->getIntegerBitWidth() - 1);
      return b.CreateSub(b.CreateXor(x, m), m);
    }
    if ((name == "fabs" && result->isDoubleTy()) || (name == "fabsf" && result->isFloatTy()))
      return b.CreateUnaryIntrinsic(Intrinsic::fabs, x);
    if ((name == "sqrt" && result->isDoubleTy()) || (name == "sqrtf" && result->isFloatTy()))
      return b.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
  }
  // With a length known here; for others there are models.
  if (call->arg_size() == 3 && result->isPointerTy() && is(0, result) && is(2, b.getInt64Ty()) &&
      isa<ConstantInt>(argument(2))) {
    if (name == "memcpy" || name == "memmove") {
      if (!argument(1)->getType()->isPointerTy()) return nullptr;
      b.CreateMemMove(argument(0), Align(1), argument(1), Align(1),
                      argument(2));  // overlap does what it does
      return argument(0);
    }
    if (name == "memset" && is(1, b.getInt32Ty())) {
      b.CreateMemSet(argument(0), b.CreateTrunc(argument(1), b.getInt8Ty()), argument(2), Align(1));
      return argument(0);
    }
  }
  return nullptr;
}

void expand_library_calls(Function& function) {
  for (CallInst* call : all<CallInst>(function)) {
    const Function* callee = call->getCalledFunction();
    if (!callee || callee->isIntrinsic() || !(callee->isDeclaration() || is_model(*callee))) continue;
    IRBuilder<> b(call);
    Value* result = expand(b, call, name_in_source(callee->getName()));
    if (!result) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

/// The front end leaves unused widenings of conditions behind, which would keep blocks from being threaded.
void drop_unused_widenings(Function& function) {
  for (CastInst* cast : all<CastInst>(function))
    if (cast->use_empty() && cast->getSrcTy()->isIntegerTy(1)) cast->eraseFromParent();
}

void branch_on_selects(Function& function) {
  for (SelectInst* select : all<SelectInst>(function)) {
    if (!select->getCondition()->getType()->isIntegerTy(1) || isa<Constant>(select->getCondition())) continue;
    Instruction *yes = nullptr, *no = nullptr;
    SplitBlockAndInsertIfThenElse(select->getCondition(), select, &yes, &no);
    PHINode* phi = PHINode::Create(select->getType(), 2, "", select->getIterator());
    phi->addIncoming(select->getTrueValue(), yes->getParent());
    phi->addIncoming(select->getFalseValue(), no->getParent());
    phi->takeName(select);
    phi->setDebugLoc(select->getDebugLoc());
    yes->getParent()->getSinglePredecessor()->getTerminator()->setDebugLoc(select->getDebugLoc());
    select->replaceAllUsesWith(phi);
    select->eraseFromParent();
  }
}

/// br !x, a, b  ->  br x, b, a
void strip_not(BranchInst* branch) {
  for (;;) {
    auto* op = dyn_cast<BinaryOperator>(branch->getCondition());
    if (!op || op->getOpcode() != Instruction::Xor || !op->getType()->isIntegerTy(1)) return;
    const auto* one = dyn_cast<ConstantInt>(op->getOperand(1));
    if (!one || !one->isOne()) return;
    branch->setCondition(op->getOperand(0));
    branch->swapSuccessors();
    if (op->use_empty()) op->eraseFromParent();
  }
}

bool ends_logical_operator(const BasicBlock& block) {
  return block.getName().starts_with("land.end") || block.getName().starts_with("lor.end");
}

bool is_arm(const BasicBlock& block) {
  return block.getName().starts_with("cond.true") || block.getName().starts_with("cond.false");
}

/// The last operand of && or || flows into the phi as a value: make it a branch like the others.
void branch_on_last_operand(PHINode* phi) {
  BasicBlock* join = phi->getParent();
  Function* function = join->getParent();
  LLVMContext& context = function->getContext();
  for (unsigned i = 0; i < phi->getNumIncomingValues(); i++) {
    Value* operand = phi->getIncomingValue(i);
    BasicBlock* from = phi->getIncomingBlock(i);
    auto* jump = dyn_cast<BranchInst>(from->getTerminator());
    if (isa<Constant>(operand) || !jump || jump->isConditional()) continue;
    BasicBlock* sides[2];
    for (const bool side : {true, false}) {
      sides[side] = BasicBlock::Create(context, side ? "operand.true" : "operand.false", function, join);
      BranchInst::Create(join, sides[side])->setDebugLoc(jump->getDebugLoc());
    }
    BranchInst* branch = BranchInst::Create(sides[true], sides[false], operand, jump->getIterator());
    const auto* made = dyn_cast<Instruction>(operand);
    branch->setDebugLoc(made && made->getDebugLoc() ? made->getDebugLoc() : jump->getDebugLoc());
    jump->eraseFromParent();
    phi->setIncomingBlock(i, sides[true]);
    phi->setIncomingValue(i, ConstantInt::getTrue(context));
    phi->addIncoming(ConstantInt::getFalse(context), sides[false]);
    strip_not(branch);
  }
}

/// A block that only joins constants and branches on them decides nothing: its predecessors jump
/// straight to where their constant leads.
bool thread_through(BasicBlock& block) {
  auto* phi = dyn_cast<PHINode>(&block.front());
  auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!phi || !branch || !branch->isConditional() || branch->getCondition() != phi || !phi->hasOneUse())
    return false;
  if (phi->getNextNonDebugInstruction() != branch) return false;
  for (Value* value : phi->incoming_values())
    if (!isa<ConstantInt>(value)) return false;

  Function* function = block.getParent();
  for (unsigned i = 0; i < phi->getNumIncomingValues(); i++) {
    const bool side = cast<ConstantInt>(phi->getIncomingValue(i))->isOne();
    BasicBlock* target = branch->getSuccessor(side ? 0 : 1);
    BasicBlock* from = phi->getIncomingBlock(i);
    BasicBlock* way = BasicBlock::Create(function->getContext(), "threaded", function, &block);
    BranchInst::Create(target, way)->setDebugLoc(branch->getDebugLoc());
    for (PHINode& p : target->phis()) p.addIncoming(p.getIncomingValueForBlock(&block), way);
    Instruction* terminator = from->getTerminator();
    for (unsigned s = 0; s < terminator->getNumSuccessors(); s++) {
      if (terminator->getSuccessor(s) != &block) continue;
      terminator->setSuccessor(s, way);
      break;  // one incoming entry stands for one edge
    }
  }
  for (BasicBlock* target : {branch->getSuccessor(0), branch->getSuccessor(1)})
    for (PHINode& p : target->phis())
      if (p.getBasicBlockIndex(&block) >= 0) p.removeIncomingValue(&block, false);
  branch->eraseFromParent();
  phi->eraseFromParent();
  new UnreachableInst(function->getContext(), &block);
  return true;
}

void branch_on_logical_operators(Function& function) {
  for (BranchInst* branch : all<BranchInst>(function))
    if (branch->isConditional()) strip_not(branch);
  std::vector<PHINode*> joins;
  for (BasicBlock& block : function)
    if (ends_logical_operator(block))
      for (PHINode& phi : block.phis())
        if (phi.getType()->isIntegerTy(1)) joins.push_back(&phi);
  for (PHINode* phi : joins) branch_on_last_operand(phi);
  bool changed = true;
  while (changed) {
    changed = false;
    for (BasicBlock& block : function)
      if (block.getTerminator() && thread_through(block)) changed = true;
  }
}

/// `if (0)`, `while (1)` and `x && 0` decide nothing: they are neither goals nor branches.  But a constant
/// arm of `if (c ? 0 : x)` decides the whole condition.
void fold_constant_branches(Function& function) {
  for (BranchInst* branch : all<BranchInst>(function))
    if (branch->isConditional() && isa<ConstantInt>(branch->getCondition()) && !is_arm(*branch->getParent()))
      ConstantFoldTerminator(branch->getParent(), /*DeleteDeadConditions=*/true);
}

void split_switch_edges(Function& function) {
  for (SwitchInst* choice : all<SwitchInst>(function)) {
    BasicBlock* from = choice->getParent();
    for (unsigned s = 0; s < choice->getNumSuccessors(); s++) {
      BasicBlock* target = choice->getSuccessor(s);
      BasicBlock* way =
          BasicBlock::Create(function.getContext(), s == 0 ? "default.edge" : "case.edge", &function, target);
      BranchInst::Create(target, way)->setDebugLoc(choice->getDebugLoc());
      for (PHINode& phi : target->phis())
        phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(from)), way);
      choice->setSuccessor(s, way);
    }
  }
}

void guard(Instruction* operation, Value* fails, StringRef what) {
  IRBuilder<> b(add_check(operation, fails, what));
  b.SetCurrentDebugLocation(operation->getDebugLoc());
  const auto trap =
      operation->getModule()->getOrInsertFunction("__esp_trap", b.getVoidTy(), b.getInt32Ty(), b.getPtrTy());
  b.CreateCall(trap, {b.getInt32(SIGFPE), b.CreateGlobalStringPtr(what, "esp_check")});
}

void guard_divisions(Function& function) {
  for (BinaryOperator* op : all<BinaryOperator>(function)) {
    if (!op->isIntDivRem() || !op->getType()->isIntegerTy()) continue;
    const bool is_signed = op->getOpcode() == Instruction::SDiv || op->getOpcode() == Instruction::SRem;
    Value *dividend = op->getOperand(0), *divisor = op->getOperand(1);
    const unsigned bits = op->getType()->getIntegerBitWidth();
    const auto* constant = dyn_cast<ConstantInt>(divisor);
    IRBuilder<> b(op);
    b.SetCurrentDebugLocation(op->getDebugLoc());
    if (!constant || constant->isZero())
      guard(op, b.CreateICmpEQ(divisor, ConstantInt::get(op->getType(), 0)), "division by zero");
    if (is_signed && bits >= 32 && (!constant || constant->isMinusOne())) {
      b.SetInsertPoint(op);
      Value* least =
          b.CreateICmpEQ(dividend, ConstantInt::get(op->getType(), APInt::getSignedMinValue(bits)));
      Value* minus_one = b.CreateICmpEQ(divisor, Constant::getAllOnesValue(op->getType()));
      guard(op, b.CreateAnd(least, minus_one), "division overflow");
    }
  }
}

/// A postcondition that says no is asked for, like a division that fails.
void ask_for_postconditions(Function& function) {
  for (BranchInst* branch : all<BranchInst>(function)) {
    if (!branch->isConditional()) continue;
    const auto* call = dyn_cast<CallInst>(branch->getSuccessor(0)->getFirstNonPHIOrDbg());
    if (!call || !call->getCalledFunction() ||
        call->getCalledFunction()->getName() != "espalier_postcondition_fails")
      continue;
    LLVMContext& context = function.getContext();
    branch->setMetadata(check_metadata, MDNode::get(context, MDString::get(context, "postcondition")));
  }
}

}  // namespace

Instruction* add_check(Instruction* operation, Value* fails, StringRef what) {
  Instruction* end = SplitBlockAndInsertIfThen(fails, operation, /*Unreachable=*/true);
  auto* branch = end->getParent()->getSinglePredecessor()->getTerminator();
  LLVMContext& context = operation->getContext();
  branch->setMetadata(check_metadata, MDNode::get(context, MDString::get(context, what)));
  branch->setDebugLoc(operation->getDebugLoc());
  return end;
}

void normalise(Function& function) {
  const auto undefined = undefined_operations(function);  // told by flags that go now
  drop_assumptions(function);
  mask_shifts(function);
  widen_conversions(function);
  expand_library_calls(function);
  drop_unused_widenings(function);
  branch_on_selects(function);
  branch_on_logical_operators(function);
  fold_constant_branches(function);
  split_switch_edges(function);
  guard_divisions(function);
  ask_for_postconditions(function);
  guard_undefined(undefined);
  spell_out_operations(function);
  EliminateUnreachableBlocks(function);
}

}  // namespace espalier::plugin
