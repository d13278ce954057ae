#include "instrument.h"

#include "externals.h"
#include "label_builder.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "shadow.h"
#include "taint.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

class FunctionInstrumenter {
 public:
  FunctionInstrumenter(Function& function, Layout& layout, RuntimeCalls& runtime)
      : function_(function), layout_(layout), runtime_(runtime), context_(function.getContext()),
        zero_(ConstantInt::get(Type::getInt32Ty(context_), 0)),
        unlikely_(MDBuilder(context_).createBranchWeights(1, 1'000'000)) {}

  void run() {
    symbolic_ = possibly_symbolic(function_);
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

 private:
  // ---- labels of values --------------------------------------------------------------------

  bool may_be_symbolic(const Value* value) const { return !isa<Constant>(value) && symbolic_.contains(value); }

  Value* label(Value* value, unsigned leaf) const {
    if (!may_be_symbolic(value)) return zero_;
    if (const auto cold = cold_labels_.find(value); cold != cold_labels_.end()) return cold->second[leaf];
    const auto found = labels_.find(value);
    return found == labels_.end() || leaf >= found->second.size() ? zero_ : found->second[leaf];
  }

  void set_concrete(Instruction* i) { labels_[i] = Labels(leaf_count(i->getType()), zero_); }

  void visit_phi(PHINode* phi) {
    if (!may_be_symbolic(phi)) return;
    IRBuilder<> b(phi);
    Labels made;
    for (unsigned n = 0; n < leaf_count(phi->getType()); n++) made.push_back(b.CreatePHI(b.getInt32Ty(), phi->getNumIncomingValues()));
    labels_[phi] = made;
    phis_.push_back(phi);
  }

  void complete_phis() {
    for (PHINode* phi : phis_)
      for (unsigned n = 0; n < labels_[phi].size(); n++)
        for (unsigned k = 0; k < phi->getNumIncomingValues(); k++)
          cast<PHINode>(labels_[phi][n])->addIncoming(label(phi->getIncomingValue(k), n), phi->getIncomingBlock(k));
  }

  // ---- groups ----------------------------------------------------------------------------

  /// Adds the labels of `value` to what the group's test looks at, unless the group itself makes them.
  void depend_on(Value* value) {
    if (!may_be_symbolic(value) || members_.contains(value)) return;
    for (Value* l : labels_[value])
      if (l != zero_) tested_.push_back(l);
  }

  bool depends_on_symbolic(const Instruction* i) const {
    return any_of(i->operands(), [&](const Use& use) { return may_be_symbolic(use.get()); });
  }

  void join(Instruction* i) {
    group_.push_back(i);
    members_.insert(i);
  }

  void visit_load(LoadInst* load) {
    if (load->isVolatile()) {
      flush(load);
      IRBuilder<> b(load);
      runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*load, "volatile variable")});
    }
    const bool constant = reads_constant_memory(load->getPointerOperand());
    if (constant && !may_be_symbolic(load->getPointerOperand())) return set_concrete(load);
    depend_on(load->getPointerOperand());
    if (!constant) {
      IRBuilder<> b(load->getNextNode());
      tested_.push_back(marks(b, runtime_, load->getPointerOperand(), size_of(load->getType()), load->getAlign()));
    }
    join(load);
  }

  void visit_store(StoreInst* store) {
    depend_on(store->getPointerOperand());
    depend_on(store->getValueOperand());
    IRBuilder<> b(store->getNextNode());
    tested_.push_back(marks(b, runtime_, store->getPointerOperand(), size_of(store->getValueOperand()->getType()), store->getAlign()));
    join(store);
  }

  std::uint64_t size_of(Type* type) const { return function_.getParent()->getDataLayout().getTypeStoreSize(type); }

  Constant* approximation(const Instruction& where, const std::string& why) {
    return layout_.coverage_byte(layout_.add_approximation(where, why));
  }

  void pin(IRBuilder<>& b, Value* l, const Instruction& where, const std::string& why) {
    if (l != zero_) runtime_.call(b, "__esp_pin", b.getVoidTy(), {l, approximation(where, why)});
  }

  /// The cold side's work for one member.
  void compute(IRBuilder<>& b, Instruction* i) {
    b.SetCurrentDebugLocation(i->getDebugLoc());
    const auto of = [this](Value* value, unsigned leaf) { return label(value, leaf); };
    if (auto* load = dyn_cast<LoadInst>(i)) {
      pin(b, label(load->getPointerOperand(), 0), *load, "read at an address that depends on the input");
      const std::uint64_t size = size_of(load->getType());
      if (label_bits(load->getType()) == size * 8 && size <= 8) {
        cold_labels_[i] = {runtime_.call(b, "__esp_load", b.getInt32Ty(),
                                         {load->getPointerOperand(), b.getInt32(static_cast<unsigned>(size)), as_bits(b, load)})};
      } else {
        runtime_.call(b, "__esp_lost_memory", b.getVoidTy(),
                      {load->getPointerOperand(), b.getInt64(size), approximation(*load, "value of an unsupported type")});
        cold_labels_[i] = Labels(leaf_count(load->getType()), zero_);
      }
    } else if (auto* store = dyn_cast<StoreInst>(i)) {
      pin(b, label(store->getPointerOperand(), 0), *store, "write at an address that depends on the input");
      Type* type = store->getValueOperand()->getType();
      const std::uint64_t size = size_of(type);
      if (label_bits(type) == size * 8 && size <= 8) {
        runtime_.call(b, "__esp_store", b.getVoidTy(),
                      {store->getPointerOperand(), b.getInt32(static_cast<unsigned>(size)), label(store->getValueOperand(), 0)});
      } else {
        lose(b, {store->getValueOperand()}, *store, "value of an unsupported type");
        runtime_.call(b, "__esp_clear", b.getVoidTy(), {store->getPointerOperand(), b.getInt64(size)}, false);
      }
    } else if (has_term(*i)) {
      cold_labels_[i] = build_labels(b, runtime_, *i, of);
    } else {
      lose(b, SmallVector<Value*>(i->op_begin(), i->op_end()), *i, std::string("operation '") + i->getOpcodeName() + "' is not supported");
      cold_labels_[i] = Labels(leaf_count(i->getType()), zero_);
    }
  }

  /// If any of these is symbolic, it is from here on not.
  void lose(IRBuilder<>& b, ArrayRef<Value*> values, const Instruction& where, const std::string& why) {
    Value* any = zero_;
    for (Value* value : values)
      if (may_be_symbolic(value))
        for (unsigned n = 0; n < leaf_count(value->getType()); n++) any = b.CreateOr(any, label(value, n));
    if (any != zero_) runtime_.call(b, "__esp_lost", b.getVoidTy(), {any, approximation(where, why)});
  }

  /// Emits the group's test before `at`.  `event` adds work to the cold side (a branch record, a return).
  void flush(Instruction* at, bool traced = false, function_ref<void(IRBuilder<>&)> event = nullptr) {
    if (group_.empty() && !event) return;
    IRBuilder<> b(at);
    b.SetCurrentDebugLocation(at->getDebugLoc());
    if (traced) tested_.push_back(runtime_.trace_all(b));
    if (!tested_.empty()) {
      Value* any = b.getInt64(0);
      for (Value* part : tested_) any = b.CreateOr(any, b.CreateZExt(part, b.getInt64Ty()));
      Value* test = b.CreateICmpNE(any, b.getInt64(0));
      Instruction* cold_end = SplitBlockAndInsertIfThen(test, at, false, unlikely_);
      IRBuilder<> cold(cold_end);
      for (Instruction* i : group_) compute(cold, i);
      if (event) event(cold);
      BasicBlock* cold_block = cold_end->getParent();
      BasicBlock* hot_block = cold_block->getSinglePredecessor();
      IRBuilder<> both(at->getParent(), at->getParent()->begin());
      for (Instruction* i : group_) {
        if (i->getType()->isVoidTy()) continue;
        Labels made;
        for (Value* l : cold_labels_[i]) {
          if (l == zero_) {
            made.push_back(zero_);
            continue;
          }
          PHINode* phi = both.CreatePHI(both.getInt32Ty(), 2);
          phi->addIncoming(l, cold_block);
          phi->addIncoming(zero_, hot_block);
          made.push_back(phi);
        }
        labels_[i] = made;
      }
    }
    if (tested_.empty())
      for (Instruction* i : group_)
        if (!i->getType()->isVoidTy()) set_concrete(i);
    group_.clear();
    members_.clear();
    tested_.clear();
    cold_labels_.clear();
  }

  // ---- control flow -----------------------------------------------------------------------

  /// The steps left live in a local variable (a register, after optimisation) that calls and
  /// returns write back: counting in memory would cost a store-to-load delay in every iteration.
  void count_step(Instruction* at) {
    IRBuilder<> b(at);
    Value* left = b.CreateSub(b.CreateLoad(b.getInt64Ty(), steps_), b.getInt64(1));
    b.CreateStore(left, steps_);
    Instruction* end = SplitBlockAndInsertIfThen(b.CreateICmpSLT(left, b.getInt64(0)), at, false, unlikely_);
    IRBuilder<> over(end);
    over.SetCurrentDebugLocation(at->getDebugLoc());
    over.CreateStore(left, runtime_.steps());
    runtime_.call(over, "__esp_out_of_steps", over.getVoidTy(), {});
  }

  void save_steps(IRBuilder<>& b) { b.CreateStore(b.CreateLoad(b.getInt64Ty(), steps_), runtime_.steps()); }
  void load_steps(IRBuilder<>& b) { b.CreateStore(b.CreateLoad(b.getInt64Ty(), runtime_.steps()), steps_); }

  /// Prologue: mark the entry, take over the labels of the arguments.
  void enter() {
    Instruction* at = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    IRBuilder<> first(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    steps_ = first.CreateAlloca(first.getInt64Ty(), nullptr, "steps");
    IRBuilder<> b(at);
    load_steps(b);
    count_step(at);
    b.SetInsertPoint(at);
    Constant* entry = layout_.coverage_byte(layout_.entry_edge(&function_));
    b.CreateStore(b.getInt8(1), entry);
    const bool takes = !function_.arg_empty();
    Value* test = b.CreateICmpNE(runtime_.trace_all(b), zero_);
    if (takes) test = b.CreateOr(test, b.CreateICmpEQ(b.CreateLoad(b.getPtrTy(), runtime_.argument_token(b)), &function_));
    bool any_byval = false;
    for (Argument& argument : function_.args()) any_byval |= argument.hasByValAttr();
    if (any_byval) test = b.getTrue();  // their shadow must be copied or cleared in any case
    Instruction* end = SplitBlockAndInsertIfThen(test, at, false, any_byval ? nullptr : unlikely_);
    IRBuilder<> cold(end);
    Value* meant = cold.CreateICmpNE(runtime_.call(cold, "__esp_enter", cold.getInt32Ty(), {&function_, entry}), zero_);
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
      if (argument.hasByValAttr() && argument.getArgNo() < ESP_MAX_ARGS) {
        Value* source = cold.CreateLoad(cold.getPtrTy(), runtime_.byval_slot(cold, argument.getArgNo()));
        Value* from = cold.CreateSelect(meant, source, ConstantPointerNull::get(cold.getPtrTy()));
        runtime_.call(cold, "__esp_copy_or_clear", cold.getVoidTy(),
                      {&argument, from, cold.getInt64(size_of(argument.getParamByValType()))}, false);
      }
    }
  }

  void visit_branch(BranchInst* branch) {
    const auto edge = layout_.edge_of(branch);
    if (!edge) return flush(branch);
    Value* condition = branch->getCondition();
    depend_on(condition);
    flush(branch, true, [&](IRBuilder<>& cold) {
      cold.SetCurrentDebugLocation(branch->getDebugLoc());
      Value* side = cold.CreateSelect(condition, layout_.coverage_byte(*edge), layout_.coverage_byte(*edge + 1));
      runtime_.call(cold, "__esp_branch", cold.getVoidTy(), {label(condition, 0), side});
    });
    for (const unsigned side : {0u, 1u}) cover_on_the_way(branch, side, *edge + side);
  }

  /// Marks an edge as covered in a block of its own: one store of a constant, and only on that side.
  void cover_on_the_way(BranchInst* branch, unsigned side, unsigned edge) {
    BasicBlock* target = branch->getSuccessor(side);
    BasicBlock* way = BasicBlock::Create(context_, "covered", &function_, target);
    IRBuilder<> b(way);
    b.SetCurrentDebugLocation(branch->getDebugLoc());
    b.CreateStore(b.getInt8(1), layout_.coverage_byte(edge));
    b.CreateBr(target);
    for (PHINode& phi : target->phis())  // label phis have no operands yet
      if (const int n = phi.getBasicBlockIndex(branch->getParent()); n >= 0) phi.setIncomingBlock(static_cast<unsigned>(n), way);
    branch->setSuccessor(side, way);
  }

  /// The record is made on the way to the target: each case has a block of its own.
  void visit_switch(SwitchInst* choice) {
    flush(choice);
    const unsigned first = *layout_.edge_of(choice);
    Value* l = label(choice->getCondition(), 0);
    unsigned n = 0;
    const auto mark = [&](BasicBlock* way, unsigned edge) {
      Instruction* at = way->getTerminator();
      IRBuilder<> b(at);
      b.CreateStore(b.getInt8(1), layout_.coverage_byte(edge));
      Value* any = b.CreateOr(l, runtime_.trace_all(b));
      IRBuilder<> cold(SplitBlockAndInsertIfThen(b.CreateICmpNE(any, zero_), at, false, unlikely_));
      runtime_.call(cold, "__esp_branch", cold.getVoidTy(), {l, layout_.coverage_byte(edge)});
    };
    SmallVector<BasicBlock*> ways;
    for (const auto& option : choice->cases()) ways.push_back(option.getCaseSuccessor());
    ways.push_back(choice->getDefaultDest());
    for (BasicBlock* way : ways) mark(way, first + n++);
  }

  void visit_return(ReturnInst* end) {
    IRBuilder<> b(end);
    save_steps(b);
    Value* result = end->getReturnValue();
    if (result) depend_on(result);
    flush(end, true, [&](IRBuilder<>& cold) {
      if (result && may_be_symbolic(result)) {
        Value* any = zero_;
        for (unsigned n = 0; n < leaf_count(result->getType()) && n < ESP_MAX_ARGS; n++) {
          any = cold.CreateOr(any, label(result, n));
          cold.CreateStore(label(result, n), runtime_.result_slot(cold, n));
        }
        Value* token = cold.CreateSelect(cold.CreateICmpNE(any, zero_), &function_, ConstantPointerNull::get(cold.getPtrTy()));
        cold.CreateStore(token, runtime_.result_token(cold));
      }
      runtime_.call(cold, "__esp_leave", cold.getVoidTy(), {});
    });
  }

  // ---- calls -----------------------------------------------------------------------------

  void visit_memory_intrinsic(MemIntrinsic* call) {
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

  void visit_intrinsic(IntrinsicInst* call) {
    if (auto* memory = dyn_cast<MemIntrinsic>(call)) return visit_memory_intrinsic(memory);
    if (call->getType()->isVoidTy()) return;  // debug information, lifetimes, assumptions
    if (!depends_on_symbolic(call)) return set_concrete(call);
    for (Value* operand : call->args()) depend_on(operand);
    join(call);
  }

  void visit_call(CallInst* call) {
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(call)) return visit_intrinsic(intrinsic);
    flush(call);
    call->setTailCallKind(CallInst::TCK_NoTail);
    Function* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
    IRBuilder<> b(call);
    b.SetCurrentDebugLocation(call->getDebugLoc());
    if (call->isInlineAsm()) {  // what it reads and writes is its secret, unless it is a mere barrier
      const auto* assembly = cast<InlineAsm>(call->getCalledOperand());
      if (!assembly->getAsmString().empty() || !call->getType()->isVoidTy())
        runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*call, "inline assembly")});
      return set_concrete(call);
    }
    if (callee && callee->isDeclaration() && visit_external(b, call, callee)) return;
    save_steps(b);
    if (!call->getNextNode()->isTerminator() || !isa<UnreachableInst>(call->getNextNode())) {
      IRBuilder<> after(call->getNextNode());
      load_steps(after);
    }
    if (!callee) {
      runtime_.call(b, "__esp_indirect", b.getVoidTy(),
                    {call->getCalledOperand(), approximation(*call, "call of code that is not instrumented")}, false);
      pin(b, label(call->getCalledOperand(), 0), *call, "call through a pointer that depends on the input");
    }
    pass_arguments(b, call);
    take_result(call);
  }

  /// A function without a body here.  True when nothing is left to do.
  bool visit_external(IRBuilder<>& b, CallInst* call, Function* callee) {
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
    switch (classify(name)) {
      case External::Harness:
        take_result(call);
        return true;
      case External::Silent:
        if (call->use_empty()) return set_concrete(call), true;
        break;
      case External::Pure:
        pin_arguments();
        return set_concrete(call), true;
      case External::Unknown: break;
    }
    pin_arguments();
    runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*call, "call of '" + name + "'")});
    set_concrete(call);
    return true;
  }

  void pass_arguments(IRBuilder<>& b, CallInst* call) {
    Value* any = zero_;
    Value* any_variadic = zero_;
    SmallVector<Value*> given;
    bool byval = false;
    const unsigned fixed = call->getFunctionType()->getNumParams();
    for (unsigned n = 0; n < call->arg_size(); n++) {
      Value* argument = call->getArgOperand(n);
      byval |= call->isByValArgument(n);
      for (unsigned k = 0; k < leaf_count(argument->getType()); k++) {
        Value* l = label(argument, k);
        if (n >= fixed) {
          any_variadic = b.CreateOr(any_variadic, l);
        } else if (given.size() < ESP_MAX_ARGS) {
          given.push_back(l);
          any = b.CreateOr(any, l);
        }
      }
    }
    if (any_variadic != zero_)
      runtime_.call(b, "__esp_lost", b.getVoidTy(), {any_variadic, approximation(*call, "variable argument list")});
    if (any == zero_ && !byval) return;
    Instruction* end = byval ? static_cast<Instruction*>(call)
                             : SplitBlockAndInsertIfThen(b.CreateICmpNE(any, zero_), call, false, unlikely_);
    IRBuilder<> cold(end);
    for (unsigned n = 0; n < given.size(); n++) cold.CreateStore(given[n], runtime_.argument_slot(cold, n));
    for (unsigned n = 0; n < call->arg_size() && n < ESP_MAX_ARGS; n++)
      if (call->isByValArgument(n)) cold.CreateStore(call->getArgOperand(n), runtime_.byval_slot(cold, n));
    cold.CreateStore(call->getCalledOperand(), runtime_.argument_token(cold));
  }

  void take_result(CallInst* call) {
    const unsigned count = std::min<unsigned>(leaf_count(call->getType()), ESP_MAX_ARGS);
    if (count == 0 || call->use_empty() || call->doesNotReturn()) return set_concrete(call);
    IRBuilder<> before(call);
    before.CreateStore(ConstantPointerNull::get(before.getPtrTy()), runtime_.result_token(before));
    Instruction* at = call->getNextNode();
    IRBuilder<> b(at);
    Value* test = b.CreateICmpEQ(b.CreateLoad(b.getPtrTy(), runtime_.result_token(b)), call->getCalledOperand());
    Instruction* end = SplitBlockAndInsertIfThen(test, at, false, unlikely_);
    IRBuilder<> cold(end);
    cold.CreateStore(ConstantPointerNull::get(cold.getPtrTy()), runtime_.result_token(cold));
    IRBuilder<> both(at->getParent(), at->getParent()->begin());
    Labels made;
    for (unsigned n = 0; n < count; n++) {
      Value* given = cold.CreateLoad(cold.getInt32Ty(), runtime_.result_slot(cold, n));
      PHINode* phi = both.CreatePHI(both.getInt32Ty(), 2);
      phi->addIncoming(given, end->getParent());
      phi->addIncoming(zero_, call->getParent());
      made.push_back(phi);
    }
    labels_[call] = made;
  }

  // ---- dispatch --------------------------------------------------------------------------

  void visit(Instruction* i) {
    if (auto* phi = dyn_cast<PHINode>(i)) return visit_phi(phi);
    if (auto* load = dyn_cast<LoadInst>(i)) return visit_load(load);
    if (auto* store = dyn_cast<StoreInst>(i)) return visit_store(store);
    if (auto* call = dyn_cast<CallInst>(i)) return visit_call(call);
    if (auto* branch = dyn_cast<BranchInst>(i)) return visit_branch(branch);
    if (auto* choice = dyn_cast<SwitchInst>(i)) return visit_switch(choice);
    if (auto* end = dyn_cast<ReturnInst>(i)) return visit_return(end);
    if (i->isTerminator()) return flush(i);
    if (isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i) || isa<VAArgInst>(i)) {
      flush(i);
      IRBuilder<> b(i);
      lose(b, SmallVector<Value*>(i->op_begin(), i->op_end()), *i, std::string("operation '") + i->getOpcodeName() + "' is not supported");
      return set_concrete(i);
    }
    if (isa<PtrToIntInst>(i)) {  // addresses differ from build to build
      flush(i);
      IRBuilder<> b(i);
      runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*i, "address used as a number")});
    }
    if (i->getType()->isVoidTy() || isa<AllocaInst>(i)) return;
    if (!depends_on_symbolic(i)) return set_concrete(i);
    for (Value* operand : i->operands()) depend_on(operand);
    join(i);
  }

  Function& function_;
  Layout& layout_;
  RuntimeCalls& runtime_;
  LLVMContext& context_;
  ConstantInt* zero_;
  MDNode* unlikely_;
  AllocaInst* steps_ = nullptr;
  DenseSet<const Value*> symbolic_;
  DenseMap<const Value*, Labels> labels_;
  std::vector<PHINode*> phis_;
  // The group being collected.
  SmallVector<Instruction*> group_;
  DenseSet<const Value*> members_;
  SmallVector<Value*> tested_;
  DenseMap<const Value*, Labels> cold_labels_;
};

}  // namespace

void instrument(Function& function, Layout& layout, RuntimeCalls& runtime) {
  FunctionInstrumenter(function, layout, runtime).run();
}

}  // namespace espalier::plugin
