// Enumeration: a query about few bits of input is decided by trying all their values.
//
// Variables are set one after the other, and a condition is looked at as soon as the last variable it speaks
// of has a value, so that most assignments are refuted in part.  Each refuted assignment names a
// condition of the core, one that is there already if possible.
//
// What takes a millisecond is tried at once.  What takes longer is tried when the layers below have had
// twice that time and found nothing: division and multiplication by symbols cost a SAT solver
// minutes, and us no more than addition.
#include <algorithm>

#include "expr/semantics.h"
#include "solve/layer.h"
#include "solve/tape.h"

namespace espalier::solve {
namespace {

class Enumeration final : public Layer {
 public:
  Enumeration(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("enumeration", std::move(next)), tape_(pool), values_(tape_) {}

 private:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr std::uint64_t steps_per_millisecond = 200'000;
  static constexpr unsigned most_bits = 24;
  static constexpr Milliseconds least_below{20};

  Answer decide(const Query& query) override {
    const std::uint64_t steps = price(query);
    if (steps <= steps_per_millisecond) return enumerate(query);
    const Milliseconds needed(steps / steps_per_millisecond);
    const Milliseconds below = std::max(least_below, 2 * needed);
    if (below + needed > query.budget) return ask_next(query);
    Answer answer = ask_next(Query{query.constraints, query.seed, below});
    if (!std::holds_alternative<Unknown>(answer)) return answer;
    return enumerate(query);
  }

  /// Steps that trying all values computes at most; cheap to say no to.
  std::uint64_t price(const Query& query) {
    tape_.load(query.constraints);
    unsigned bits = 0;
    for (const Tape::Variable& variable : tape_.variables()) {
      bits += variable.bits;
      if (bits > most_bits) return ~std::uint64_t{0};
    }
    arrange();
    return order_.empty() ? 0 : tape_.users(order_.back()).size() << bits;
  }

  /// What changes most often changes least: the variable with the fewest users is the innermost.
  void arrange() {
    const std::size_t count = tape_.variables().size();
    order_.resize(count);
    for (std::size_t v = 0; v < count; ++v) order_[v] = v;
    std::ranges::sort(order_, std::greater{}, [&](std::size_t v) { return tape_.users(v).size(); });
    std::vector<std::size_t> level(tape_.steps().size(), 0);
    for (std::size_t depth = 0; depth < count; ++depth)
      for (const Tape::Position p : tape_.users(order_[depth])) level[p] = depth;
    ripe_.assign(std::max<std::size_t>(count, 1), {});
    for (std::size_t i = 0; i < tape_.constraints().size(); ++i)
      ripe_[level[tape_.constraints()[i]]].push_back(i);
  }

  Answer enumerate(const Query& query) {
    values_.start(query.seed);
    in_core_.assign(query.constraints.size(), false);
    if (order_.empty() ? holds(0) : try_all(0)) return Sat{values_.input(query.seed)};
    Unsat unsat;
    for (std::size_t i = 0; i < in_core_.size(); ++i)
      if (in_core_[i]) unsat.core.push_back(i);
    return unsat;
  }

  bool try_all(std::size_t depth) {
    const std::uint64_t first = values_.variable(order_[depth]);  // near the seed
    const std::uint64_t mask = expr::mask_of(tape_.variables()[order_[depth]].bits);
    for (std::uint64_t offset = 0; offset <= mask; ++offset) {
      values_.set(order_[depth], (first + offset) & mask);
      if (holds(depth) && (depth + 1 == order_.size() || try_all(depth + 1))) return true;
    }
    return false;
  }

  /// The conditions whose last variable has just been set; when one is false, the core names a false one.
  bool holds(std::size_t depth) {
    std::size_t broken = in_core_.size();
    for (const std::size_t i : ripe_[depth]) {
      if (values_[tape_.constraints()[i]] != 0) continue;
      if (in_core_[i]) return false;
      broken = i;
    }
    if (broken == in_core_.size()) return true;
    in_core_[broken] = true;
    return false;
  }

  Tape tape_;
  Valuation values_;
  std::vector<std::size_t> order_;             // variables, outermost first
  std::vector<std::vector<std::size_t>> ripe_;  // by depth: conditions
  std::vector<bool> in_core_;
};

}  // namespace

std::unique_ptr<Solver> enumerate(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Enumeration>(pool, std::move(next));
}

}  // namespace espalier::solve
