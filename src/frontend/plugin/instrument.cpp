// The walk over a function.
#include "instrument.h"

#include "function_instrumenter.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/MDBuilder.h"
#include "taint.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {

FunctionInstrumenter::FunctionInstrumenter(Function& function, Layout& layout, RuntimeCalls& runtime)
    : function_(function),
      layout_(layout),
      runtime_(runtime),
      context_(function.getContext()),
      zero_(ConstantInt::get(Type::getInt32Ty(context_), 0)),
      unlikely_(MDBuilder(context_).createBranchWeights(1, 1'000'000)) {}

void FunctionInstrumenter::run() {
  symbolic_ = possibly_symbolic(function_);
  locals_ = separate_locals(function_);
  std::vector<BasicBlock*> order;
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) order.push_back(block);
  DenseSet<const BasicBlock*> headers;
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> back_edges;
  FindFunctionBackedges(function_, back_edges);
  for (const auto& [from, to] : back_edges) headers.insert(to);

  std::vector<std::vector<Instruction*>> contents;
  for (BasicBlock* block : order) {
    auto& content = contents.emplace_back();
    for (Instruction& i : *block) content.push_back(&i);
  }
  enter();
  for (std::size_t n = 0; n < order.size(); n++) {
    bool counted = !headers.contains(order[n]);
    layout_.enter_block(order[n]);
    for (Instruction* i : contents[n]) {
      if (!counted && !isa<PHINode>(i)) {
        count_step(i);
        counted = true;
      }
      visit(i);
    }
  }
  complete_phis();
}

namespace {

/// p - q, which is the same in every build if both point into one object, as C demands.
bool only_for_differences(const Instruction& address) {
  return all_of(address.users(), [](const User* user) {
    const auto* op = dyn_cast<BinaryOperator>(user);
    return op && op->getOpcode() == Instruction::Sub && isa<PtrToIntInst>(op->getOperand(0)) &&
           isa<PtrToIntInst>(op->getOperand(1));
  });
}

}  // namespace

void FunctionInstrumenter::visit(Instruction* i) {
  if (auto* phi = dyn_cast<PHINode>(i)) return visit_phi(phi);
  if (auto* load = dyn_cast<LoadInst>(i)) return visit_load(load);
  if (auto* store = dyn_cast<StoreInst>(i)) return visit_store(store);
  if (auto* call = dyn_cast<CallInst>(i)) return visit_call(call);
  if (auto* call = dyn_cast<InvokeInst>(i)) return visit_invoke(call);
  if (isa<LandingPadInst>(i)) {  // the calls below were left without a word
    IRBuilder<> b(i->getNextNode());
    b.CreateStore(height_, runtime_.height());
    load_steps(b);
    return set_concrete(i);
  }
  if (auto* branch = dyn_cast<BranchInst>(i)) return visit_branch(branch);
  if (auto* choice = dyn_cast<SwitchInst>(i)) return visit_switch(choice);
  if (auto* end = dyn_cast<ReturnInst>(i)) return visit_return(end);
  if (i->isTerminator()) return flush(i);
  if (isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i) || isa<VAArgInst>(i)) {
    flush(i);
    IRBuilder<> b(i);
    lose(b, SmallVector<Value*>(i->op_begin(), i->op_end()), *i,
         std::string("operation '") + i->getOpcodeName() + "' is not supported");
    return set_concrete(i);
  }
  if (isa<PtrToIntInst>(i) && !only_for_differences(*i)) {  // addresses differ from build to build
    flush(i);
    IRBuilder<> b(i);
    runtime_.call(b, "__esp_approximate", b.getVoidTy(),
                  {zero_, approximation(*i, "address used as a number")});
  }
  if (auto* place = dyn_cast<AllocaInst>(i)) return visit_alloca(place);
  if (i->getType()->isVoidTy()) return;
  if (!depends_on_symbolic(i)) return set_concrete(i);
  for (Value* operand : i->operands()) depend_on(operand);
  join(i);
}

void instrument(Function& function, Layout& layout, RuntimeCalls& runtime) {
  FunctionInstrumenter(function, layout, runtime).run();
}

}  // namespace espalier::plugin
