#include "evolve/domain.h"

#include "solve/interval.h"
#include "solve/tape.h"

namespace espalier::evolve {
namespace {

using solve::Interval;
using solve::Tape;

class Reducer {
 public:
  Reducer(const expr::Pool& pool, std::span<const expr::Expr> conditions, const Genome& genome, Domain domain)
      : tape_(pool), genome_(genome), domain_(std::move(domain)) {
    tape_.load(conditions);
  }

  Domain run() {
    if (contradicts(domain_)) return {};
    // One variable's bounds may tighten another's, so it goes round; twice is nearly always enough.
    for (int round = 0; round < 2; ++round)
      for (const Tape::Variable& variable : tape_.variables())
        if (splits(variable)) narrow(variable.number);
    return domain_;
  }

 private:
  /// Integers that the conditions see as they are.
  [[nodiscard]] bool splits(const Tape::Variable& variable) const {
    return variable.number < genome_.size() && genome_[variable.number].kind != Gene::Kind::Float &&
           !variable.is_float && variable.inputs.size() == 1 &&
           variable.bits == genome_[variable.number].bits;
  }

  void narrow(std::uint32_t variable) {
    Range& range = domain_.ranges[variable];
    range.low = first_possible(variable, range);
    range.high = last_possible(variable, range);
  }

  /// Halves are dropped from below as long as they are impossible.
  [[nodiscard]] std::uint64_t first_possible(std::uint32_t variable, Range range) const {
    while (range.low < range.high) {
      const std::uint64_t middle = range.low + (range.high - range.low) / 2;
      if (impossible(variable, {range.low, middle}))
        range.low = middle + 1;
      else
        range.high = middle;  // look closer at that half
    }
    return range.low;
  }
  [[nodiscard]] std::uint64_t last_possible(std::uint32_t variable, Range range) const {
    while (range.low < range.high) {
      const std::uint64_t middle = range.low + (range.high - range.low) / 2;
      if (impossible(variable, {middle + 1, range.high}))
        range.high = middle;
      else
        range.low = middle + 1;
    }
    return range.high;
  }

  [[nodiscard]] bool impossible(std::uint32_t variable, Range part) const {
    Domain tried = domain_;
    tried.ranges[variable] = part;
    return contradicts(tried);
  }

  [[nodiscard]] Interval given(const Tape::Step& step, const Domain& domain) const {
    const Tape::Variable& variable = tape_.variables()[step.a];
    if (!splits(variable)) return Interval::all(step.bits);
    const Gene& gene = genome_[variable.number];
    const Range& range = domain.ranges[variable.number];
    const std::uint64_t low = value_of(gene, range.low), high = value_of(gene, range.high);
    if (gene.kind != Gene::Kind::Integer || !gene.is_signed)
      return Interval::unsigned_range(low, high, step.bits);
    const auto extended = [&](std::uint64_t value) {
      const std::uint64_t sign = std::uint64_t{1} << (gene.bits - 1);
      return static_cast<std::int64_t>((value ^ sign) - sign);
    };
    return Interval::signed_range(extended(low), extended(high), step.bits);
  }

  /// Bounds propagation, up and down: no value is left for some term.
  [[nodiscard]] bool contradicts(const Domain& domain) const {
    constexpr int rounds = 3;
    const std::size_t n = tape_.steps().size();
    bounds_.assign(n, Interval::only(0, 1));
    for (Tape::Position p = 1; p < n; ++p) {
      const Tape::Step& step = tape_[p];
      bounds_[p] = step.op == expr::Op::Const ? Interval::only(step.k, step.bits)
                   : step.op == expr::Op::Input
                       ? given(step, domain)
                       : forward(step, bounds_[step.a], bounds_[step.b], bounds_[step.c]);
      if (bounds_[p].empty()) return true;
    }
    for (const Tape::Position p : tape_.constraints()) {
      bounds_[p] = bounds_[p].meet(Interval::only(1, 1));
      if (bounds_[p].empty()) return true;
    }
    for (int round = 0; round < rounds; ++round) {
      for (auto p = static_cast<Tape::Position>(n); p-- > 1;)
        if (down(p)) return true;
      for (Tape::Position p = 1; p < n; ++p)
        if (up(p)) return true;
    }
    return false;
  }

  [[nodiscard]] bool meet(Tape::Position p, const Interval& with) const {
    if (p == 0) return false;
    bounds_[p] = bounds_[p].meet(with);
    return bounds_[p].empty();
  }
  [[nodiscard]] bool down(Tape::Position p) const {
    const Tape::Step& step = tape_[p];
    if (step.op == expr::Op::Input || step.op == expr::Op::Const) return false;
    Interval a = bounds_[step.a], b = bounds_[step.b], c = bounds_[step.c];
    backward(step, bounds_[p], a, b, c);
    return meet(step.a, a) || meet(step.b, b) || meet(step.c, c);
  }
  [[nodiscard]] bool up(Tape::Position p) const {
    const Tape::Step& step = tape_[p];
    if (step.op == expr::Op::Input || step.op == expr::Op::Const) return false;
    return meet(p, forward(step, bounds_[step.a], bounds_[step.b], bounds_[step.c]));
  }

  Tape tape_;
  const Genome& genome_;
  Domain domain_;
  mutable std::vector<Interval> bounds_;  // by step
};

}  // namespace

Domain reduce(const expr::Pool& pool, std::span<const expr::Expr> conditions, const Genome& genome,
              const Domain& domain) {
  if (conditions.empty()) return domain;
  return Reducer(pool, conditions, genome, domain).run();
}

std::vector<bool> variables_of(const expr::Pool& pool, std::span<const expr::Expr> terms, std::size_t count) {
  std::vector<bool> found(count);
  Tape tape(pool);
  tape.load(terms);
  for (const Tape::Variable& variable : tape.variables())
    if (variable.number < count) found[variable.number] = true;
  return found;
}

}  // namespace espalier::evolve
