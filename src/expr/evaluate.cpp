#include "expr/evaluate.h"

#include <algorithm>

#include "expr/semantics.h"

namespace espalier::expr {

void Evaluator::reset(const Input& input) {
  input_ = &input;
  if (++epoch_ == 0) {  // after 2^32 inputs old marks would look fresh
    std::fill(epochs_.begin(), epochs_.end(), 0);
    epoch_ = 1;
  }
}

// Terms can be as deep as a loop is long, so the walk keeps its own stack.  A term stays on it
// until its operands have values; operands have smaller ids, so this ends.
std::uint64_t Evaluator::operator()(Expr root) {
  if (epochs_.size() < pool_.size()) {
    epochs_.resize(pool_.size(), 0);
    values_.resize(pool_.size());
  }
  if (epochs_[root.id] == epoch_) return values_[root.id];
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    const Term& term = pool_[e];
    bool ready = true;
    for (const Expr operand : term.operands) {
      if (!operand || epochs_[operand.id] == epoch_) continue;
      stack_.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack_.pop_back();
    std::uint64_t value;
    if (term.op == Op::Input) {
      value = (*input_)[static_cast<std::uint32_t>(term.k)] & mask_of(term.bits);
    } else {
      const auto [a, b, c] = term.operands;  // values_[0] stands for missing operands
      value = apply(term.op, term.bits, pool_.bits(a), pool_.bits(b), values_[a.id], values_[b.id],
                    values_[c.id], term.k);
    }
    values_[e.id] = value;
    epochs_[e.id] = epoch_;
  }
  return values_[root.id];
}

}  // namespace espalier::expr
