// Bounds propagation: every constraint is true; what follows for the bounds of all terms, up and down?
// When no value is left for some term, there is no solution.
//
// Each term remembers which constraints its bounds came from, as a set of 64 marks; with more
// constraints than that several share a mark.  The marks at the contradiction are the core:
// perhaps not the smallest, but one.
#include "solve/interval.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

class Intervals final : public Layer {
 public:
  Intervals(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("intervals", std::move(next)), tape_(pool) {}

 private:
  using Position = Tape::Position;
  static constexpr int most_rounds = 4;

  Answer decide(const Query& query) override {
    tape_.load(query.constraints);
    if (const std::uint64_t marks = contradiction(); marks != 0) {
      Unsat unsat;
      for (std::size_t i = 0; i < query.constraints.size(); ++i)
        if ((marks >> i % 64 & 1) != 0) unsat.core.push_back(i);
      return unsat;
    }
    return ask_next(query);
  }

  // The marks of the constraints that exclude each other, or 0.
  std::uint64_t contradiction() {
    const std::size_t n = tape_.steps().size();
    bounds_.resize(n);
    marks_.assign(n, 0);
    bounds_[0] = Interval::only(0, 1);
    for (Position p = 1; p < n; ++p) {
      const Tape::Step& step = tape_[p];
      bounds_[p] = step.op == expr::Op::Const ? Interval::only(step.k, step.bits)
                   : step.op == expr::Op::Input
                       ? Interval::all(step.bits)
                       : forward(step, bounds_[step.a], bounds_[step.b], bounds_[step.c]);
    }
    for (std::size_t i = 0; i < tape_.constraints().size(); ++i) {
      const Position p = tape_.constraints()[i];
      marks_[p] |= std::uint64_t{1} << i % 64;
      bounds_[p] = bounds_[p].meet(Interval::only(1, 1));
      if (bounds_[p].empty()) return marks_[p];
    }
    for (int round = 0; round < most_rounds; ++round) {
      changed_ = false;
      for (auto p = static_cast<Position>(n); p-- > 1;)
        if (const std::uint64_t marks = down(p); marks != 0) return marks;
      for (Position p = 1; p < n; ++p)
        if (const std::uint64_t marks = up(p); marks != 0) return marks;
      if (!changed_) break;
    }
    return 0;
  }

  // Fewer values for a step, because of what the marks stand for.
  std::uint64_t narrow(Position p, const Interval& by, std::uint64_t because) {
    const Interval to = bounds_[p].meet(by);
    if (to == bounds_[p]) return 0;
    bounds_[p] = to;
    marks_[p] |= because;
    changed_ = true;
    return to.empty() ? marks_[p] : 0;
  }

  std::uint64_t down(Position p) {
    const Tape::Step& step = tape_[p];
    if (marks_[p] == 0 || step.op == expr::Op::Input || step.op == expr::Op::Const) return 0;
    Interval a = bounds_[step.a], b = bounds_[step.b], c = bounds_[step.c];
    backward(step, bounds_[p], a, b, c);
    const std::uint64_t because = marks_[p] | marks_[step.a] | marks_[step.b] | marks_[step.c];
    if (const std::uint64_t marks = narrow(step.a, a, because); marks != 0) return marks;
    if (step.b != 0)
      if (const std::uint64_t marks = narrow(step.b, b, because); marks != 0) return marks;
    if (step.c != 0)
      if (const std::uint64_t marks = narrow(step.c, c, because); marks != 0) return marks;
    return 0;
  }

  std::uint64_t up(Position p) {
    const Tape::Step& step = tape_[p];
    if (step.op == expr::Op::Input || step.op == expr::Op::Const) return 0;
    const std::uint64_t because = marks_[step.a] | marks_[step.b] | marks_[step.c];
    if (because == 0) return 0;
    return narrow(p, forward(step, bounds_[step.a], bounds_[step.b], bounds_[step.c]), because);
  }

  Tape tape_;
  std::vector<Interval> bounds_;      // by step
  std::vector<std::uint64_t> marks_;  // by step
  bool changed_ = false;
};

}  // namespace

std::unique_ptr<Solver> propagate_intervals(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Intervals>(pool, std::move(next));
}

}  // namespace espalier::solve
