// Enumeration: a query about few values of input is decided by trying all of them.
//
// Conditions on a single byte say which values it may have; these are tried under the conditions on several
// variables.  Variables are set one after the other, and a condition is looked at as soon as the last
// variable it speaks of has a value, so that most assignments are refuted in part.  Each refuted
// assignment names a condition of the core, one that is there already if possible.
//
// Everything is tried for a millisecond at once, counted in steps so that answers do not depend on the
// clock.  What takes longer is tried when the layers below have had twice that time and found nothing:
// division and multiplication by symbols cost a SAT solver minutes, and us no more than addition.
#include <algorithm>
#include <cassert>

#include "expr/semantics.h"
#include "solve/domains.h"
#include "solve/layer.h"
#include "solve/tape.h"

namespace espalier::solve {
namespace {

class Enumeration final : public Layer {
 public:
  Enumeration(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("enumeration", std::move(next)), domains_(pool), tape_(pool), values_(tape_) {}

 private:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr std::uint64_t steps_per_millisecond = 200'000;
  static constexpr std::uint64_t few_steps = steps_per_millisecond;
  static constexpr std::uint64_t any_steps = ~std::uint64_t{0};
  static constexpr unsigned most_bits = 24;
  static constexpr Milliseconds least_below{20};

  /// A variable of the conditions on several.
  struct Loop {
    const Byte* byte = nullptr;  ///< what is said about it alone
    /// Values that are not allowed are tried, too: they are few, and the core need not name what forbids
    /// those that are refuted anyway.
    bool loose = false;
    std::uint64_t size = 0;
    std::size_t users = 0;
  };

  Answer decide(const Query& query) override {
    if (const Byte* none = narrowed_.load(domains_, query.constraints)) return Unsat{none->conditions()};
    if (!set_up_loops()) return ask_next(query);
    Answer answer = enumerate(query, few_steps);
    if (!std::holds_alternative<Unknown>(answer)) return answer;
    if (values() >> most_bits > 0) return ask_next(query);
    assert(!order_.empty() && "without variables there is one value to try");
    const Milliseconds needed(values() * loops_[order_.back()].users / steps_per_millisecond);
    const Milliseconds below = std::max(least_below, 2 * needed);
    if (below + needed > query.budget) return ask_next(query);
    answer = ask_next(query.with(below));
    return std::holds_alternative<Unknown>(answer) ? enumerate(query, any_steps) : answer;
  }

  /// False when there is a variable that cannot be tried.
  bool set_up_loops() {
    tape_.load(narrowed_.other_terms);
    loops_.assign(tape_.variables().size(), {});
    for (std::size_t v = 0; v < loops_.size(); ++v) {
      const unsigned bits = tape_.variables()[v].bits;
      Loop& loop = loops_[v];
      loop.byte = narrowed_.find(tape_.variables()[v].number);
      if (bits > most_bits || (loop.byte != nullptr && bits != loop.byte->bits)) return false;
      loop.size = std::uint64_t{1} << bits;
      if (loop.byte == nullptr) continue;
      loop.loose = loop.byte->values.count() * 4 >= 3 * loop.size;
      if (!loop.loose) loop.size = loop.byte->values.count();
    }
    arrange();
    return true;
  }

  /// That there are to try, for all variables together; too many to count count as many.
  [[nodiscard]] std::uint64_t values() const {
    std::uint64_t product = 1;
    for (const Loop& loop : loops_)
      if (product >> most_bits == 0) product *= loop.size;
    return product;
  }

  /// What changes most often changes least: the variable with the fewest users is the innermost.  One that
  /// has a single value never changes.
  void arrange() {
    const std::size_t count = loops_.size();
    order_.resize(count);
    for (std::size_t v = 0; v < count; ++v) {
      order_[v] = v;
      loops_[v].users = tape_.users(v).size();
    }
    std::ranges::sort(order_, std::greater{}, [&](std::size_t v) {
      return loops_[v].size == 1 ? tape_.steps().size() : loops_[v].users;
    });
    std::vector<std::size_t> level(tape_.steps().size(), 0);
    for (std::size_t depth = 0; depth < count; ++depth)
      for (const Tape::Position p : tape_.users(order_[depth])) level[p] = depth;
    ripe_.assign(std::max<std::size_t>(count, 1), {});
    for (std::size_t i = 0; i < tape_.constraints().size(); ++i)
      ripe_[level[tape_.constraints()[i]]].push_back(i);
  }

  Answer enumerate(const Query& query, std::uint64_t most_steps) {
    values_.start(query.seed);
    most_steps_ = most_steps;
    in_core_.assign(query.constraints.size(), false);
    if (order_.empty() ? holds(0) : try_all(0)) return Sat{solution(query.seed)};
    if (values_.work() > most_steps_) return Unknown{"too many values to try"};
    for (const Loop& loop : loops_)
      if (loop.byte != nullptr && !loop.loose)
        for (const std::size_t i : loop.byte->conditions()) in_core_[i] = true;
    Unsat unsat;
    for (std::size_t i = 0; i < in_core_.size(); ++i)
      if (in_core_[i]) unsat.core.push_back(i);
    return unsat;
  }

  [[nodiscard]] Input solution(const Input& seed) const {
    Input input = seed;
    for (const Byte& byte : narrowed_.bytes) input.set(byte.number, byte.allowed_from(seed[byte.number]));
    return values_.input(input);
  }

  bool try_all(std::size_t depth) {
    const std::size_t v = order_[depth];
    const Loop& loop = loops_[v];
    const std::uint64_t first = values_.variable(v);  // near the seed
    const std::uint64_t mask = expr::mask_of(tape_.variables()[v].bits);
    for (std::uint64_t offset = 0; offset <= mask && values_.work() <= most_steps_; ++offset) {
      const std::uint64_t value = (first + offset) & mask;
      const bool allowed = loop.byte == nullptr || loop.byte->values[value];
      if (!allowed && !loop.loose) continue;
      values_.set(v, value);
      if (!holds(depth)) continue;
      if (!allowed)
        blame(*loop.byte, value);
      else if (depth + 1 == order_.size() || try_all(depth + 1))
        return true;
    }
    return false;
  }

  /// The conditions whose last variable has just been set; when one is false, the core names a false one.
  bool holds(std::size_t depth) {
    const std::size_t nothing = in_core_.size();
    std::size_t broken = nothing;
    for (const std::size_t i : ripe_[depth]) {
      if (values_[tape_.constraints()[i]] != 0) continue;
      if (in_core_[narrowed_.others[i]]) return false;
      broken = narrowed_.others[i];
    }
    if (broken == nothing) return true;
    in_core_[broken] = true;
    return false;
  }

  /// The core names a condition that forbids the value.
  void blame(const Byte& byte, std::uint64_t value) {
    std::size_t broken = 0;
    for (const Byte::Cause& cause : byte.causes) {
      if (cause.domain->values[value]) continue;
      if (in_core_[cause.condition]) return;
      broken = cause.condition;
    }
    in_core_[broken] = true;
  }

  Domains domains_;
  Narrowed narrowed_;
  Tape tape_;  // of the conditions on several variables
  Valuation values_;
  std::vector<Loop> loops_;                     // by variable of the tape
  std::vector<std::size_t> order_;              // variables, outermost first
  std::vector<std::vector<std::size_t>> ripe_;  // by depth: conditions
  std::vector<bool> in_core_;
  std::uint64_t most_steps_ = any_steps;
};

}  // namespace

std::unique_ptr<Solver> enumerate(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Enumeration>(pool, std::move(next));
}

}  // namespace espalier::solve
