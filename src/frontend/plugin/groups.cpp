// Labels of values, and the groups in which they are computed.
#include "function_instrumenter.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {

bool FunctionInstrumenter::may_be_symbolic(const Value* value) const {
  return !isa<Constant>(value) && symbolic_.contains(value);
}

Value* FunctionInstrumenter::label(Value* value, unsigned leaf) const {
  if (!may_be_symbolic(value)) return zero_;
  if (const auto cold = cold_labels_.find(value); cold != cold_labels_.end()) return cold->second[leaf];
  const auto found = labels_.find(value);
  return found == labels_.end() || leaf >= found->second.size() ? zero_ : found->second[leaf];
}

void FunctionInstrumenter::set_concrete(Instruction* i) {
  labels_[i] = Labels(leaf_count(i->getType()), zero_);
}

void FunctionInstrumenter::visit_phi(PHINode* phi) {
  if (!may_be_symbolic(phi)) return;
  IRBuilder<> b(phi);
  Labels made;
  for (unsigned n = 0; n < leaf_count(phi->getType()); n++)
    made.push_back(b.CreatePHI(b.getInt32Ty(), phi->getNumIncomingValues()));
  labels_[phi] = made;
  phis_.push_back(phi);
}

void FunctionInstrumenter::complete_phis() {
  for (PHINode* phi : phis_)
    for (unsigned n = 0; n < labels_[phi].size(); n++)
      for (unsigned k = 0; k < phi->getNumIncomingValues(); k++)
        cast<PHINode>(labels_[phi][n])
            ->addIncoming(label(phi->getIncomingValue(k), n), phi->getIncomingBlock(k));
}

void FunctionInstrumenter::depend_on(Value* value) {
  if (!may_be_symbolic(value) || members_.contains(value)) return;
  for (Value* l : labels_[value])
    if (l != zero_) tested_.push_back(l);
}

bool FunctionInstrumenter::depends_on_symbolic(const Instruction* i) const {
  return any_of(i->operands(), [&](const Use& use) { return may_be_symbolic(use.get()); });
}

void FunctionInstrumenter::join(Instruction* i) {
  group_.push_back(i);
  members_.insert(i);
}

std::uint64_t FunctionInstrumenter::size_of(Type* type) const {
  return function_.getParent()->getDataLayout().getTypeStoreSize(type);
}

Constant* FunctionInstrumenter::approximation(const Instruction& where, const std::string& why) {
  return layout_.coverage_byte(layout_.add_approximation(where, why));
}

void FunctionInstrumenter::pin(IRBuilder<>& b, Value* l, const Instruction& where, const std::string& why) {
  if (l != zero_) runtime_.call(b, "__esp_pin", b.getVoidTy(), {l, approximation(where, why)});
}

void FunctionInstrumenter::compute(IRBuilder<>& b, Instruction* i) {
  b.SetCurrentDebugLocation(i->getDebugLoc());
  const auto of = [this](Value* value, unsigned leaf) { return label(value, leaf); };
  if (auto* load = dyn_cast<LoadInst>(i)) {
    cold_labels_[i] = compute_load(b, load);
  } else if (auto* store = dyn_cast<StoreInst>(i)) {
    compute_store(b, store);
  } else if (has_term(*i)) {
    cold_labels_[i] = build_labels(b, runtime_, *i, of);
  } else {
    lose(b, SmallVector<Value*>(i->op_begin(), i->op_end()), *i,
         std::string("operation '") + i->getOpcodeName() + "' is not supported");
    cold_labels_[i] = Labels(leaf_count(i->getType()), zero_);
  }
}

void FunctionInstrumenter::lose(IRBuilder<>& b, ArrayRef<Value*> values, const Instruction& where,
                                const std::string& why) {
  Value* any = zero_;
  for (Value* value : values)
    if (may_be_symbolic(value))
      for (unsigned n = 0; n < leaf_count(value->getType()); n++) any = b.CreateOr(any, label(value, n));
  if (any != zero_) runtime_.call(b, "__esp_lost", b.getVoidTy(), {any, approximation(where, why)});
}

void FunctionInstrumenter::join_labels(BasicBlock* computed, BasicBlock* other, Instruction* after,
                                       DenseMap<const Value*, Labels>& into) {
  IRBuilder<> both(after->getParent(), after->getParent()->begin());
  for (Instruction* i : group_) {
    if (i->getType()->isVoidTy()) continue;
    Labels made;
    for (Value* l : cold_labels_[i]) {
      if (l == zero_) {
        made.push_back(zero_);
        continue;
      }
      PHINode* phi = both.CreatePHI(both.getInt32Ty(), 2);
      phi->addIncoming(l, computed);
      phi->addIncoming(zero_, other);
      made.push_back(phi);
    }
    into[i] = made;
  }
}

void FunctionInstrumenter::compute_group(IRBuilder<>& cold, Value* symbolic) {
  if (!symbolic) {
    for (Instruction* i : group_) compute(cold, i);
    return;
  }
  Instruction* after = &*cold.GetInsertPoint();
  BasicBlock* before = after->getParent();
  Instruction* end = SplitBlockAndInsertIfThen(symbolic, after, false);
  IRBuilder<> computed(end);
  for (Instruction* i : group_) compute(computed, i);
  DenseMap<const Value*, Labels> joined;
  join_labels(end->getParent(), before, after, joined);
  cold_labels_ = std::move(joined);
  cold.SetInsertPoint(after);
}

void FunctionInstrumenter::flush(Instruction* at, bool traced, function_ref<void(IRBuilder<>&)> event) {
  if (group_.empty() && !event) return;
  IRBuilder<> b(at);
  b.SetCurrentDebugLocation(at->getDebugLoc());
  if (traced) tested_.push_back(runtime_.telling(b));
  if (!tested_.empty()) {
    Value* any = b.getInt64(0);
    for (Value* part : tested_) any = b.CreateOr(any, b.CreateZExt(part, b.getInt64Ty()));
    BasicBlock* hot_block = at->getParent();
    Instruction* cold_end =
        SplitBlockAndInsertIfThen(b.CreateICmpNE(any, b.getInt64(0)), at, false, unlikely_);
    IRBuilder<> cold(cold_end);
    Value* symbolic = nullptr;  // it may be cold only because concrete branches are told
    if (traced && !group_.empty())
      symbolic = cold.CreateICmpNE(cold.CreateAnd(any, cold.getInt64(~std::uint64_t{ESP_TELL_ANY})),
                                   cold.getInt64(0));
    compute_group(cold, symbolic);
    if (event) event(cold);
    join_labels(cold_end->getParent(), hot_block, at, labels_);
  } else {
    for (Instruction* i : group_)
      if (!i->getType()->isVoidTy()) set_concrete(i);
  }
  group_.clear();
  members_.clear();
  tested_.clear();
  cold_labels_.clear();
  group_reads_symbolic_ = false;
}

}  // namespace espalier::plugin
