// Bit-blasting: the query as a circuit, the circuit as clauses, the clauses to a SAT solver.
//
// Complete on all terms, floating point too.  The circuit of a term is kept and shared by all
// queries; the SAT solver starts fresh, because below the slice layer consecutive queries have little in
// common and a small solver is a fast one.  Constraints are assumptions, so an Unsat comes with a core.
//
// Constraints take part only when they are needed: first those that the seed breaks, then those that the
// model of these breaks.  The seed comes from a path that shares all but the last constraint, and the SAT
// solver stays near to it, so most constraints of a long path are never translated.
#include <algorithm>
#include <chrono>
#include <numeric>

#include "expr/evaluate.h"
#include "solve/apart.h"
#include "solve/backends/blaster.h"
#include "solve/backends/sat.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using Clock = std::chrono::steady_clock;

class BitBlasting final : public Layer {
 public:
  BitBlasting(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("bits", std::move(next)), blaster_(pool), evaluate_(pool) {}

 private:
  Answer decide(const Query& query) override {
    const Clock::time_point start = Clock::now();
    std::string reason = "no time left for the solver";
    if (query.budget.count() > 0) {
      Answer answer = by_bits(query, start);
      if (!std::holds_alternative<Unknown>(answer)) return answer;
      reason = std::get<Unknown>(answer).reason;
    }
    const auto left = query.budget - std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - start);
    if (!asks_below(query) || left.count() <= 0) return Unknown{reason, query.hurried};
    return ask_next(query.with(left));
  }

  /// A back end in a process of its own gets nowhere in less.
  static constexpr std::chrono::milliseconds least_for_two{100};
  [[nodiscard]] bool asks_below(const Query& query) const {
    return has_next() && !query.hurried && query.budget >= least_for_two;
  }

  Answer by_bits(const Query& query, Clock::time_point start) {
    // Half of the time is for the back end below, if there is one: what is hard for one may be easy
    // for the other.  Translating is not interrupted, so it must be short in the first place.
    const auto share = asks_below(query) ? query.budget / 2 : query.budget;
    affordable_ = std::min(largest_query, gates_a_millisecond * static_cast<std::size_t>(share.count() + 1));
    const std::size_t at_most = std::min(blaster_.cost_of(query.constraints), 2 * affordable_);
    if (blaster_.gates().size() + at_most > most_gates) blaster_.forget();

    SatQuery question(blaster_.gates(), scratch_);
    required_.clear();
    chosen_.clear();
    waiting_.resize(query.constraints.size());
    std::iota(waiting_.begin(), waiting_.end(), 0);
    if (!choose_broken(query, query.seed)) return Sat{query.seed};
    // A small effort here, where an answer costs no more than it must; a large one in a child, which goes on
    // from where we stopped, and which can be ended.
    const int conflicts = query.hurried ? most_conflicts_in_a_hurry : most_conflicts_here;
    Answer answer = refine(question, query, start + share, conflicts, std::min(affordable_, most_gates_here));
    if (!std::holds_alternative<Unknown>(answer) || query.hurried || Clock::now() >= start + share ||
        !chosen_.empty() || question.size() > affordable_)
      return answer;
    return work_apart([&] { return refine(question, query, start + share, -1, affordable_); }, start + share);
  }

  /// Requires what is chosen, asks, and chooses more, until there is an answer for all constraints.  Where
  /// few of them make a hard question, the others may make it an easy one: bounds of a dividend, say.  And
  /// where each model breaks only the next link of a chain, all links at once are quicker.
  Answer refine(SatQuery& question, const Query& query, Clock::time_point end, int conflicts,
                std::size_t most_gates) {
    for (int round = 1;; ++round) {
      if (!require_chosen(question, query) || question.size() > most_gates)
        return Unknown{"the query is too large to bit-blast"};
      switch (question.solve(end, waiting_.empty() ? conflicts : most_conflicts_of_some)) {
        case SatQuery::Result::Sat: {
          Input input = model(question, query.seed);
          if (!choose_broken(query, input)) return Sat{std::move(input)};
          if (Clock::now() >= end) return Unknown{out_of_time};
          if (round >= most_rounds) choose([](std::size_t) { return true; });
          break;
        }
        case SatQuery::Result::Unsat:
          return Unsat{core(question)};
        case SatQuery::Result::Unknown:
          if (waiting_.empty() || Clock::now() >= end) return Unknown{out_of_time};
          choose([](std::size_t) { return true; });
          break;
      }
    }
  }

  /// Whether there were any, among those that do not take part yet.
  bool choose_broken(const Query& query, const Input& input) {
    evaluate_.reset(input);
    return choose([&](std::size_t i) { return evaluate_(query.constraints[i]) == 0; });
  }

  template <typename Wanted>
  bool choose(Wanted wanted) {
    const std::size_t before = chosen_.size();
    std::erase_if(waiting_, [&](std::size_t i) {
      if (!wanted(i)) return false;
      chosen_.push_back(i);
      return true;
    });
    return chosen_.size() != before;
  }

  /// False when translating them would take too long; then they stay chosen.
  bool require_chosen(SatQuery& question, const Query& query) {
    if (chosen_.empty()) return true;
    terms_.clear();
    for (const std::size_t i : chosen_) terms_.push_back(query.constraints[i]);
    if (blaster_.cost_of(terms_) > 2 * affordable_) return false;
    roots_.clear();
    for (const Expr term : terms_) roots_.push_back(blaster_.condition(term));
    prefer_seed(question, query.seed);
    for (const Signal root : roots_) question.require(root);
    required_.insert(required_.end(), chosen_.begin(), chosen_.end());
    chosen_.clear();
    return true;
  }

  std::vector<std::size_t> core(const SatQuery& question) const {
    std::vector<std::size_t> positions;
    for (const std::size_t i : question.failed()) positions.push_back(required_[i]);
    std::sort(positions.begin(), positions.end());
    return positions;
  }

  void prefer_seed(SatQuery& question, const Input& seed) const {
    for (std::uint32_t v = 0; v < blaster_.variables(); ++v) {
      const Word& bits = blaster_.variable(v);
      for (std::size_t i = 0; i < bits.size(); ++i)
        if (!question.contains(bits[i])) question.prefer(bits[i], (seed[v] >> i & 1) != 0);
    }
  }

  Input model(const SatQuery& question, const Input& seed) const {
    Input input = seed;
    for (std::uint32_t v = 0; v < blaster_.variables(); ++v) {
      const Word& bits = blaster_.variable(v);
      std::uint64_t value = seed[v];
      bool asked = false;
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if (!question.contains(bits[i])) continue;
        asked = true;
        value &= ~(std::uint64_t{1} << i);
        value |= static_cast<std::uint64_t>(question.value(bits[i])) << i;
      }
      if (asked) input.set(v, value);
    }
    return input;
  }

  // Memory: a gate takes 16 bytes here and about 300 in the SAT solver.
  static constexpr std::size_t most_gates = 4'000'000;
  static constexpr std::size_t largest_query = 1'000'000;
  static constexpr std::size_t gates_a_millisecond = 1'000;
  static constexpr std::size_t most_gates_here = 30'000;
  static constexpr int most_conflicts_here = 2'000;
  static constexpr int most_conflicts_in_a_hurry = 500;
  static constexpr int most_conflicts_of_some = 100;
  static constexpr int most_rounds = 8;
  static constexpr const char* out_of_time = "the SAT solver ran out of time";

  Blaster blaster_;
  expr::Evaluator evaluate_;
  SatQuery::Scratch scratch_;
  std::size_t affordable_ = 0;  // gates, for this query
  std::vector<std::size_t> required_, chosen_, waiting_;  // constraints: they take part, will, do not yet
  std::vector<Expr> terms_;
  std::vector<Signal> roots_;
};

}  // namespace

std::unique_ptr<Solver> bit_blasting(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<BitBlasting>(pool, std::move(next));
}

}  // namespace espalier::solve
