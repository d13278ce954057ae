// Local search: from the seed, one change after the other that brings the conditions nearer to true.
//
// Two kinds of moves.  Inversion with random choices on a condition that is still false makes long jumps
// (hash chains, sums, tables); stepping a variable up and down, doubling the step while it
// helps (the alternating variable method; Korel 1990), follows slopes that no inverse shows,
// in units in the last place for floating point (quadratics, iterations).  At the end a variable of few bits
// is given all of its values (checksums, which have neither slopes nor inverses).
//
// Search proves nothing when it fails, so its effort follows its luck: a bounded number of computed
// steps, cut down while it keeps failing.  Counts, not clocks: the same seed gives the same tests.
#include <algorithm>
#include <bit>

#include "base/rng.h"
#include "expr/semantics.h"
#include "solve/distance.h"
#include "solve/layer.h"
#include "solve/propose.h"

namespace espalier::solve {
namespace {

class RandomChoices final : public Chooser {
 public:
  explicit RandomChoices(Rng& rng) : rng_(rng) {}
  std::size_t pick(std::size_t ways) override { return rng_.below(ways); }

 private:
  Rng& rng_;
};

class LocalSearch final : public Layer {
 public:
  LocalSearch(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("search", std::move(next)),
        tape_(pool),
        values_(tape_),
        proposer_(tape_, values_),
        choices_(rng_) {}

 private:
  // Computed steps (some 5 ns each).  Bit-blasting integers takes about a millisecond, products and quotients
  // of variables ten and more, floating point a hundred: so long it may pay to search.
  enum class Kind { Plain, Products, Floats };
  static constexpr std::uint64_t efforts[] = {60'000, 400'000, 2'000'000};
  static constexpr std::uint64_t effort_of_sweeps = 60'000;
  static constexpr unsigned widest_swept = 8;

  Answer decide(const Query& query) override {
    const auto start = std::chrono::steady_clock::now();
    tape_.load(query.constraints);
    if (tape_.variables().empty()) return ask_next(query);
    rng_ = Rng(1);  // an answer depends on the query alone
    values_.start(query.seed);
    index_constraints();
    kind_ = kind_of_query();
    const auto kind = static_cast<std::size_t>(kind_);
    Luck& luck = luck_[kind];
    // No more than a fifth of the budget.
    const auto affordable =
        static_cast<std::uint64_t>(std::max<std::int64_t>(query.budget.count(), 0)) * 20'000;
    const std::uint64_t effort = luck.share(std::min(efforts[kind], affordable)) + 8 * tape_.steps().size();
    bool found = climb(query.seed, effort);
    luck.note(found);
    if (!found && !tape_.has_floats()) {
      found = sweep(query.seed, luck_of_sweeps_.share(std::min(effort_of_sweeps, affordable)));
      luck_of_sweeps_.note(found);
    }
    if (found) return Sat{values_.input(query.seed)};
    const auto taken =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    return ask_next(query.with(query.budget - taken));
  }

  /// The recent rate of success decides how much of the effort is spent.
  struct Luck {
    double rate = 0.5;
    void note(bool success) { rate += ((success ? 1.0 : 0.0) - rate) / 16; }
    [[nodiscard]] std::uint64_t share(std::uint64_t effort) const {
      return rate > 0.15 ? effort : rate > 0.03 ? effort / 8 : effort / 64;
    }
  };

  Kind kind_of_query() const {
    if (tape_.has_floats()) return Kind::Floats;
    const auto& steps = tape_.steps();
    const bool products = std::any_of(steps.begin() + 1, steps.end(), [&](const Tape::Step& step) {
      const bool hard = step.op == expr::Op::Mul || (step.op >= expr::Op::UDiv && step.op <= expr::Op::SRem);
      return hard && !tape_.is_fixed(step.a) && !tape_.is_fixed(step.b);
    });
    return products ? Kind::Products : Kind::Plain;
  }

  /// What they hold of the heap is kept: there are many short queries.
  static void empty_lists(std::vector<std::vector<std::size_t>>& lists, std::size_t many) {
    if (lists.size() < many) lists.resize(many);
    for (std::size_t i = 0; i < many; ++i) lists[i].clear();
  }

  void index_constraints() {
    const auto& constraints = tape_.constraints();
    const std::size_t variables = tape_.variables().size();
    empty_lists(affected_, variables);
    empty_lists(concerned_, constraints.size());
    constraint_at_.assign(tape_.steps().size(), 0);
    for (std::size_t i = 0; i < constraints.size(); ++i)
      constraint_at_[constraints[i]] = static_cast<std::uint32_t>(i + 1);
    for (std::size_t v = 0; v < variables; ++v)
      for (const Tape::Position p : tape_.users(v))
        if (constraint_at_[p] != 0) {
          affected_[v].push_back(constraint_at_[p] - 1);
          concerned_[constraint_at_[p] - 1].push_back(v);
        }
  }

  void measure_all() {
    const std::size_t n = tape_.constraints().size();
    distances_.resize(n);
    broken_.assign(n / 64 + 1, 0);
    for (std::size_t i = 0; i < n; ++i) measure(i);
    add_up();
  }

  /// Changes a variable; the new total of distances.
  void move(std::size_t variable, std::uint64_t value) {
    values_.set(variable, value);
    for (const std::size_t i : affected_[variable]) measure(i);
    add_up();
  }

  void measure(std::size_t constraint) {
    distances_[constraint] = distance(tape_, values_, tape_.constraints()[constraint]);
    const std::uint64_t bit = std::uint64_t{1} << constraint % 64;
    std::uint64_t& word = broken_[constraint / 64];
    word = distances_[constraint] > 0 ? word | bit : word & ~bit;
  }

  /// Most are whole, and nothing to be added.
  void add_up() {
    total_ = 0;
    for_each_broken([this](std::size_t i) { total_ += distances_[i]; });
  }

  template <class Visit>
  void for_each_broken(const Visit& visit) const {
    for (std::size_t word = 0; word < broken_.size(); ++word)
      for (std::uint64_t left = broken_[word]; left != 0; left &= left - 1)
        visit(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
  }

  bool done() const { return total_ == 0; }

  bool climb(const Input& seed, std::uint64_t effort) {
    measure_all();
    const std::uint64_t restart_after = std::max<std::uint64_t>(effort / 6, 200);
    std::uint64_t restart_at = restart_after;
    double best = total_;
    while (!done()) {
      if (values_.work() > effort) return false;
      if (values_.work() > restart_at) {
        restart(seed);
        best = total_;
        restart_at = values_.work() + restart_after;
        continue;
      }
      const std::size_t broken = pick_broken();
      if (rng_.below(tape_.has_floats() ? 2 : 4) != 0)
        jump(broken);
      else
        slide(broken);
      if (total_ < best) {
        best = total_;
        restart_at = values_.work() + restart_after;
      }
    }
    return true;
  }

  // A different start: the seed with two variables small or at random, or half of them when there are few:
  // the conditions of a long path hold near the seed, and hardly anywhere else.  Equations between products
  // have most solutions among small numbers, so there all of them may be small.
  void restart(const Input& seed) {
    const bool all_small = kind_ == Kind::Products && rng_.coin();
    const std::size_t count = tape_.variables().size();
    for (std::size_t v = 0; v < count; ++v) {
      const Tape::Variable& variable = tape_.variables()[v];
      std::uint64_t value = seed[variable.number];
      const std::uint64_t kind = all_small ? 0 : rng_.below(std::max<std::size_t>(count, 4));
      if (kind == 0 && !variable.is_float) value = rng_.below(200) - 100;
      if (kind == 0 && variable.is_float)
        value = as_pattern(static_cast<double>(rng_.below(2000)) / 10 - 100, variable.bits);
      if (kind == 1) value = rng_.next() >> rng_.below(64);
      values_.set(v, value & expr::mask_of(variable.bits));
    }
    measure_all();
  }

  std::size_t pick_broken() {
    candidates_.clear();
    for_each_broken([this](std::size_t i) { candidates_.push_back(i); });
    return candidates_[rng_.below(candidates_.size())];
  }

  void undo(double before) {
    for (std::size_t i = undo_.size(); i-- > 0;) move(undo_[i].variable, undo_[i].value);
    total_ = before;
  }

  // A step of inversion; kept when it is no worse, and now and then although it is.
  void jump(std::size_t broken) {
    const double before = total_;
    undo_.clear();
    const auto& changes = proposer_.propose(tape_.constraints()[broken], choices_);
    if (changes.empty()) return slide(broken);
    for (const Assignment& change : changes) {
      undo_.push_back({change.variable, values_.variable(change.variable)});
      move(change.variable, change.value & expr::mask_of(tape_.variables()[change.variable].bits));
    }
    if (total_ > before && rng_.below(8) != 0) undo(before);
  }

  std::uint64_t stepped(const Tape::Variable& variable, std::uint64_t from, std::uint64_t step,
                        bool up) const {
    if (variable.is_float && (variable.bits == 32 || variable.bits == 64)) {
      const std::int64_t rank = is_nan(from, variable.bits) ? 0 : rank_of(from, variable.bits);
      const auto by = static_cast<std::int64_t>(std::min<std::uint64_t>(step, std::uint64_t{1} << 61));
      return pattern_of_rank(up ? rank + by : rank - by, variable.bits);
    }
    return (up ? from + step : from - step) & expr::mask_of(variable.bits);
  }

  // Steps one variable of the condition up or down, twice as far each time, while it helps.
  void slide(std::size_t broken) {
    const std::size_t v = variable_of(broken);
    const Tape::Variable& variable = tape_.variables()[v];
    const unsigned reach = variable.is_float ? variable.bits - 3 : std::min(variable.bits, 16U);
    const unsigned first = static_cast<unsigned>(rng_.coin() ? 0 : rng_.below(reach));
    for (const bool up : {rng_.coin(), true, false}) {
      std::uint64_t step = std::uint64_t{1} << first;
      bool helped = false;
      for (;;) {
        const double before = total_;
        const std::uint64_t from = values_.variable(v);
        move(v, stepped(variable, from, step, up));
        if (done()) return;
        if (total_ >= before) {
          move(v, from);
          break;
        }
        helped = true;
        if (step < std::uint64_t{1} << 61) step *= 2;
      }
      if (helped) return;
    }
    // On a plateau any step may be the right one.
    if (rng_.below(4) == 0) {
      const double before = total_;
      const std::uint64_t from = values_.variable(v);
      move(v, stepped(variable, from, std::uint64_t{1} << rng_.below(reach), rng_.coin()));
      if (total_ > before) move(v, from);
    }
  }

  // From the seed, gives one narrow variable of the last condition all of its values, then another one; those
  // first on which little depends, which cost least and break least.
  bool sweep(const Input& seed, std::uint64_t effort) {
    values_.start(seed);
    candidates_.clear();
    for (const std::size_t v : concerned_[tape_.constraints().size() - 1])
      if (tape_.variables()[v].bits <= widest_swept) candidates_.push_back(v);
    std::sort(candidates_.begin(), candidates_.end(),
              [&](std::size_t v, std::size_t w) { return tape_.users(v).size() < tape_.users(w).size(); });
    for (const std::size_t v : candidates_) {
      const std::uint64_t from = values_.variable(v);
      const std::uint64_t values = std::uint64_t{1} << tape_.variables()[v].bits;
      if (values_.work() + values * tape_.users(v).size() > effort) return false;
      for (std::uint64_t value = 0; value < values; ++value) {
        values_.set(v, value);
        if (values_.all_true()) return true;
      }
      values_.set(v, from);
    }
    return false;
  }

  // A random variable that the condition depends on.
  std::size_t variable_of(std::size_t constraint) {
    const std::vector<std::size_t>& those = concerned_[constraint];
    return those.empty() ? rng_.below(tape_.variables().size()) : those[rng_.below(those.size())];
  }

  Tape tape_;
  Valuation values_;
  Proposer proposer_;
  Rng rng_{1};
  RandomChoices choices_;
  Kind kind_ = Kind::Plain;  // of the query
  Luck luck_[3];  // by kind
  Luck luck_of_sweeps_;
  std::vector<std::vector<std::size_t>> affected_;  // by variable: its constraints
  std::vector<std::vector<std::size_t>> concerned_;  // by constraint: its variables, ascending
  std::vector<std::uint32_t> constraint_at_;  // by step: number of the constraint + 1
  std::vector<double> distances_;  // by constraint
  double total_ = 0;
  std::vector<std::uint64_t> broken_;  // by constraint, a bit each: its distance is not 0
  std::vector<std::size_t> candidates_;
  std::vector<Assignment> undo_;
};

}  // namespace

std::unique_ptr<Solver> local_search(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<LocalSearch>(pool, std::move(next));
}

}  // namespace espalier::solve
