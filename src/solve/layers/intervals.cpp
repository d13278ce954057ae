// Bounds propagation: every constraint is true; what follows for the bounds of all terms, up and down?
// When no value is left for some term, there is no solution.
//
// Each term remembers which constraints its bounds came from, as a set of 64 marks; with more
// constraints than that several share a mark.  The marks at the contradiction are the core:
// perhaps not the smallest, but one.
//
// A step is looked at again only when something changed since, its own bounds or those of an operand: the
// same bounds say the same again.
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

  /// What is known of a step, and when it changed or was looked at.
  struct Known {
    Interval bounds;
    std::uint64_t marks = 0;
    std::uint32_t changed = 0, went_down = 0, went_up = 0;
  };

  // The marks of the constraints that exclude each other, or 0.
  std::uint64_t contradiction() {
    const std::size_t n = tape_.steps().size();
    now_ = 1;
    known_.assign(n, {});
    known_[0].bounds = Interval::only(0, 1);
    for (Position p = 1; p < n; ++p) {
      const Tape::Step& step = tape_[p];
      known_[p].bounds = step.op == expr::Op::Const   ? Interval::only(step.k, step.bits)
                         : step.op == expr::Op::Input ? Interval::all(step.bits)
                                                      : above(step);
    }
    for (std::size_t i = 0; i < tape_.constraints().size(); ++i) {
      Known& constraint = known_[tape_.constraints()[i]];
      constraint.marks |= std::uint64_t{1} << i % 64;
      constraint.bounds = constraint.bounds.meet(Interval::only(1, 1));
      if (constraint.bounds.empty()) return constraint.marks;
    }
    for (int round = 0; round < most_rounds; ++round) {
      const std::uint32_t before = now_;
      for (auto p = static_cast<Position>(n); p-- > 1;)
        if (const std::uint64_t marks = down(p); marks != 0) return marks;
      for (Position p = 1; p < n; ++p)
        if (const std::uint64_t marks = up(p); marks != 0) return marks;
      if (now_ == before) break;
    }
    return 0;
  }

  [[nodiscard]] Interval above(const Tape::Step& step) const {
    return forward(step, known_[step.a].bounds, known_[step.b].bounds, known_[step.c].bounds);
  }

  [[nodiscard]] bool changed_since(std::uint32_t time, Position p, const Tape::Step& step) const {
    return known_[p].changed > time || known_[step.a].changed > time || known_[step.b].changed > time ||
           known_[step.c].changed > time;
  }

  // Fewer values for a step, because of what the marks stand for.
  std::uint64_t narrow(Position p, const Interval& by, std::uint64_t because) {
    Known& step = known_[p];
    const Interval to = step.bounds.meet(by);
    if (to == step.bounds) return 0;
    step.bounds = to;
    step.marks |= because;
    step.changed = ++now_;
    return to.empty() ? step.marks : 0;
  }

  std::uint64_t down(Position p) {
    const Tape::Step& step = tape_[p];
    Known& known = known_[p];
    if (known.marks == 0 || step.op == expr::Op::Input || step.op == expr::Op::Const) return 0;
    if (known.went_down != 0 && !changed_since(known.went_down, p, step)) return 0;
    known.went_down = now_;
    Interval a = known_[step.a].bounds, b = known_[step.b].bounds, c = known_[step.c].bounds;
    backward(step, known.bounds, a, b, c);
    const std::uint64_t because =
        known.marks | known_[step.a].marks | known_[step.b].marks | known_[step.c].marks;
    if (const std::uint64_t marks = narrow(step.a, a, because); marks != 0) return marks;
    if (step.b != 0)
      if (const std::uint64_t marks = narrow(step.b, b, because); marks != 0) return marks;
    if (step.c != 0)
      if (const std::uint64_t marks = narrow(step.c, c, because); marks != 0) return marks;
    return 0;
  }

  std::uint64_t up(Position p) {
    const Tape::Step& step = tape_[p];
    Known& known = known_[p];
    if (step.op == expr::Op::Input || step.op == expr::Op::Const) return 0;
    const std::uint64_t because = known_[step.a].marks | known_[step.b].marks | known_[step.c].marks;
    if (because == 0) return 0;
    if (known.went_up != 0 && !changed_since(known.went_up, p, step)) return 0;
    known.went_up = now_;
    return narrow(p, above(step), because);
  }

  Tape tape_;
  std::vector<Known> known_;  // by step
  std::uint32_t now_ = 1;     // goes on with each change
};

}  // namespace

std::unique_ptr<Solver> propagate_intervals(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Intervals>(pool, std::move(next));
}

}  // namespace espalier::solve
