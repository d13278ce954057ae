#include "solve/tape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "expr/semantics.h"

namespace espalier::solve {

using expr::Expr;
using expr::Op;
using expr::Term;

void Tape::load(std::span<const Expr> constraints) {
  if (++epoch_ == 0) {  // after 2^32 queries old marks would look fresh, and terms be taken for nothing
    std::fill(seen_.begin(), seen_.end(), 0);
    epoch_ = 1;
  }
  if (seen_.size() < pool_.size()) {
    seen_.resize(pool_.size(), 0);
    position_.resize(pool_.size());
  }
  for (const Variable& v : variables()) variable_[v.number] = 0;
  steps_.assign(1, Step{Op::Const, 1, 0, 0, 0, 0, 0, 0});
  fixed_.assign(1, 1);
  constraints_.clear();
  variable_count_ = 0;
  use_begins_.clear();
  has_floats_ = false;
  for (const Expr constraint : constraints) constraints_.push_back(place(constraint));
  if (users_.size() < variable_count_) users_.resize(variable_count_);
  for (std::size_t v = 0; v < variable_count_; ++v) users_[v].clear();
}

// Operands first, with a stack of our own: terms can be as deep as a loop is long.
Tape::Position Tape::place(Expr root) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    if (seen_[e.id] == epoch_) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    for (const Expr operand : pool_[e].operands) {
      if (!operand || seen_[operand.id] == epoch_) continue;
      stack_.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack_.pop_back();
    append(e);
  }
  return position_[root.id];
}

void Tape::append(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, c] = term.operands;
  const auto at = static_cast<Position>(steps_.size());
  seen_[e.id] = epoch_;
  position_[e.id] = at;
  Step step{term.op,
            term.bits,
            static_cast<std::uint8_t>(pool_.bits(a)),
            static_cast<std::uint8_t>(pool_.bits(b)),
            position_of(a),
            position_of(b),
            position_of(c),
            term.k};
  if (term.op == Op::Input) {
    const auto number = static_cast<std::uint32_t>(term.k);
    if (number >= variable_.size()) variable_.resize(number + 1, 0);
    if (variable_[number] == 0) {
      if (variable_count_ == variables_.size()) variables_.emplace_back();
      Variable& fresh = variables_[variable_count_++];
      fresh.number = number;
      fresh.bits = term.bits;
      fresh.is_float = false;
      fresh.inputs.clear();
      variable_[number] = static_cast<std::uint32_t>(variable_count_);
    }
    Variable& variable = variables_[variable_[number] - 1];
    variable.bits = std::max<unsigned>(variable.bits, term.bits);
    variable.inputs.push_back(at);
    step.a = variable_[number] - 1;
  }
  if (term.op >= Op::FAdd) {
    has_floats_ = true;
    if (term.op != Op::SToF && term.op != Op::UToF)
      for (const Position operand : {step.a, step.b})
        if (operand != 0 && steps_[operand].op == Op::Input) variables_[steps_[operand].a].is_float = true;
  }
  const bool leaf = term.op == Op::Input || term.op == Op::Const;
  fixed_.push_back(term.op == Op::Const ||
                   (!leaf && fixed_[step.a] != 0 && fixed_[step.b] != 0 && fixed_[step.c] != 0));
  steps_.push_back(step);
}

const std::vector<Tape::Position>& Tape::users(std::size_t variable) const {
  if (users_[variable].empty()) find_users(variable / 64 * 64);
  return users_[variable];
}

// Of 64 variables at once, a bit each.
void Tape::find_users(std::size_t first) const {
  const std::size_t last = std::min(first + 64, variable_count_);
  depends_.assign(steps_.size(), 0);
  for (std::size_t v = first; v < last; ++v)
    for (const Position input : variables_[v].inputs) depends_[input] = std::uint64_t{1} << (v - first);
  for (Position p = 1; p < steps_.size(); ++p) {
    const Step& step = steps_[p];
    if (step.op != Op::Input && step.op != Op::Const)
      depends_[p] = depends_[step.a] | depends_[step.b] | depends_[step.c];
    for (std::uint64_t left = depends_[p]; left != 0; left &= left - 1)
      users_[first + static_cast<std::size_t>(std::countr_zero(left))].push_back(p);
  }
}

std::span<const Tape::Position> Tape::uses(Position p) const {
  if (use_begins_.empty()) index_uses();
  return std::span(uses_).subspan(use_begins_[p], use_begins_[p + 1] - use_begins_[p]);
}

// Counting first, then filling from the end: where the uses of a step end becomes where they begin.
void Tape::index_uses() const {
  const auto operands = [](const Step& step) {
    const bool leaf = step.op == Op::Input || step.op == Op::Const;
    return leaf ? std::array<Position, 3>{} : std::array{step.a, step.b, step.c};
  };
  use_begins_.assign(steps_.size() + 1, 0);
  for (const Step& step : steps_)
    for (const Position operand : operands(step)) use_begins_[operand] += operand != 0;
  std::partial_sum(use_begins_.begin(), use_begins_.end(), use_begins_.begin());
  uses_.resize(use_begins_.back());
  for (auto p = static_cast<Position>(steps_.size()); p-- > 1;)
    for (const Position operand : operands(steps_[p]))
      if (operand != 0) uses_[--use_begins_[operand]] = p;
}

std::uint64_t Valuation::value_of(const Tape::Step& step) const {
  return step.op == Op::Input ? variables_[step.a] & expr::mask_of(step.bits)
                              : expr::apply(step.op, step.bits, step.a_bits, step.b_bits, values_[step.a],
                                            values_[step.b], values_[step.c], step.k);
}

void Valuation::start(const Input& input) {
  variables_.clear();
  for (const Tape::Variable& v : tape_.variables()) variables_.push_back(input[v.number]);
  values_.resize(tape_.steps().size());
  values_[0] = 0;
  for (Tape::Position p = 1; p < values_.size(); ++p) values_[p] = value_of(tape_[p]);
  waiting_.assign(values_.size() / 64 + 1, 0);
  work_ = values_.size();
}

// A comparison mostly stays as it was, and whatever is made of it: a step is computed again only if one of
// its operands is another now.  Operands come before their users, so that going up through those that wait
// computes each once.
void Valuation::set(std::size_t variable, std::uint64_t value) {
  if (variables_[variable] == value) return;
  variables_[variable] = value;
  const auto& inputs = tape_.variables()[variable].inputs;
  for (const Tape::Position p : inputs) wait(p);
  std::size_t last = inputs.back() / 64;
  for (std::size_t word = inputs.front() / 64; word <= last; ++word) {
    while (waiting_[word] != 0) {
      const auto p = static_cast<Tape::Position>(64 * word + std::countr_zero(waiting_[word]));
      waiting_[word] &= waiting_[word] - 1;
      const std::uint64_t now = value_of(tape_[p]);
      if (now == values_[p]) continue;
      values_[p] = now;
      const auto uses = tape_.uses(p);
      for (const Tape::Position user : uses) wait(user);
      if (!uses.empty()) last = std::max<std::size_t>(last, uses.back() / 64);
    }
  }
  work_ += tape_.users(variable).size();
}

// The last constraint is the one that the seed breaks.
bool Valuation::all_true() const {
  const auto& constraints = tape_.constraints();
  return std::all_of(constraints.rbegin(), constraints.rend(),
                     [&](Tape::Position p) { return values_[p] != 0; });
}

Input Valuation::input(const Input& seed) const {
  Input input = seed;
  for (std::size_t v = 0; v < variables_.size(); ++v) input.set(tape_.variables()[v].number, variables_[v]);
  return input;
}

}  // namespace espalier::solve
