#include "expr/evaluate.h"

#include <algorithm>

#include "expr/semantics.h"

namespace espalier::expr {

void Evaluator::reset(const Input& input) {
  input_ = &input;
  if (++epoch_ == 0) {  // after 2^32 inputs old marks would look fresh
    std::fill(known_.begin(), known_.end(), Known{});
    epoch_ = 1;
  }
}

// Terms can be as deep as a loop is long, so the walk keeps its own stack.  A term stays on it
// until its operands have values; operands have smaller ids, so this ends.
std::uint64_t Evaluator::operator()(Expr root) {
  if (known_.size() < pool_.size()) known_.resize(pool_.size());
  if (known_[root.id].epoch == epoch_) return known_[root.id].value;
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    const Term& term = pool_[e];
    bool ready = true;
    for (const Expr operand : term.operands) {
      if (!operand || known_[operand.id].epoch == epoch_) continue;
      stack_.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack_.pop_back();
    std::uint64_t value;
    if (term.op == Op::Input) {
      value = (*input_)[static_cast<std::uint32_t>(term.k)] & mask_of(term.bits);
    } else {
      const auto [a, b, c] = term.operands;  // known_[0] stands for missing operands
      value = apply(term.op, term.bits, pool_.bits(a), pool_.bits(b), known_[a.id].value, known_[b.id].value,
                    known_[c.id].value, term.k);
    }
    known_[e.id] = {value, epoch_};
  }
  return known_[root.id].value;
}

}  // namespace espalier::expr
