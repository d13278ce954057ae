// Bit-blasting: the query as a circuit, the circuit as clauses, the clauses to a SAT solver.
//
// Complete on all terms, floating point too.  The circuit of a term is kept and shared by all
// queries; the SAT solver starts fresh, because below the slice layer consecutive queries have little in
// common and a small solver is a fast one.  Constraints are assumptions, so an Unsat comes with a core.
#include <chrono>

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
      : Layer("bits", std::move(next)), blaster_(pool) {}

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
    if (!asks_below(query) || left.count() <= 0) return Unknown{reason};
    return ask_next({query.constraints, query.seed, left});
  }

  /// A back end in a process of its own gets nowhere in less.
  static constexpr std::chrono::milliseconds least_for_two{100};
  [[nodiscard]] bool asks_below(const Query& query) const {
    return has_next() && query.budget >= least_for_two;
  }

  Answer by_bits(const Query& query, Clock::time_point start) {
    // Half of the time is for the back end below, if there is one: what is hard for one may be easy
    // for the other.  Translating is not interrupted, so it must be short in the first place.
    const auto share = asks_below(query) ? query.budget / 2 : query.budget;
    const std::size_t affordable =
        std::min(largest_query, gates_a_millisecond * static_cast<std::size_t>(share.count() + 1));
    const std::size_t cost = blaster_.cost_of(query.constraints);
    if (cost > 2 * affordable) return Unknown{"the query is too large to bit-blast"};
    if (blaster_.gates().size() + cost > most_gates) blaster_.forget();
    roots_.clear();
    for (const Expr constraint : query.constraints) roots_.push_back(blaster_.condition(constraint));

    SatQuery question(blaster_.gates(), roots_, numbers_);
    if (question.size() > affordable) return Unknown{"the query is too large to bit-blast"};
    prefer_seed(question, query.seed);
    const auto ask = [&](int conflicts) -> Answer {
      switch (question.solve(start + share, conflicts)) {
        case SatQuery::Result::Sat:
          return Sat{model(question, query.seed)};
        case SatQuery::Result::Unsat:
          return Unsat{question.failed()};
        case SatQuery::Result::Unknown:
          break;
      }
      return Unknown{"the SAT solver ran out of time"};
    };
    // A small effort here, where an answer costs no more than it must; a large one in a child, which goes on
    // from where we stopped, and which can be ended.
    if (question.size() <= most_gates_here) {
      Answer answer = ask(most_conflicts_here);
      if (!std::holds_alternative<Unknown>(answer) || Clock::now() >= start + share) return answer;
    }
    return work_apart([&] { return ask(-1); }, start + share);
  }

  void prefer_seed(SatQuery& question, const Input& seed) const {
    for (std::uint32_t v = 0; v < blaster_.variables(); ++v) {
      const Word& bits = blaster_.variable(v);
      for (std::size_t i = 0; i < bits.size(); ++i) question.prefer(bits[i], (seed[v] >> i & 1) != 0);
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

  Blaster blaster_;
  std::vector<Signal> roots_;
  SatQuery::Numbers numbers_;
};

}  // namespace

std::unique_ptr<Solver> bit_blasting(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<BitBlasting>(pool, std::move(next));
}

}  // namespace espalier::solve
