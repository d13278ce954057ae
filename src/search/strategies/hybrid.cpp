// Hybrid search: random bursts, and a solver when they bring nothing more (Majumdar and Sen, Hybrid Concolic
// Testing, ICSE 2007).
//
// Random inputs go deep at no cost, and get stuck at the first narrow condition; a solver gets past it.  So
// after every run that covered something new, inputs are drawn at random that share with it what led there:
// the variables that the path asked about before its new part keep their values, the others are drawn.  After
// a number of runs in vain the alternative nearest to an uncovered goal is solved for, until something new is
// covered, and the next burst starts there.
//
// Of a variable is known what conditions tell: its width, and the constants that it may be compared with.
#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "search/campaign.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

constexpr unsigned patience = 24;  // random runs in vain
constexpr std::size_t most_constants = 512;  // that are remembered

class Hybrid final : public Strategy {
 public:
  void begin(const State& state, const Options& options) override { solving_->begin(state, options); }

  void added(const State& state, const Tree::Insertion& insertion) override {
    solving_->added(state, insertion);
    if (insertion.first_new != no_node)
      for (NodeId node = insertion.first_new; node < state.tree.size(); ++node)
        learn(*state.pool, state.tree.value(node));
    if (state.gain > 0) start_burst(state, insertion);
  }

  void reopened(const State& state, NodeId node) override { solving_->reopened(state, node); }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (in_vain_ < patience && !variables_.empty() && state.tree.count(SideState::Open) != 0) {
      ++in_vain_;
      return TryInputs{{draw(rng)}};
    }
    return solving_->propose(state, rng);
  }

 private:
  struct Variable {
    std::uint32_t number;
    unsigned bits;
  };

  /// Looks at each term once.
  void learn(const expr::Pool& pool, expr::Expr value) {
    std::vector<expr::Expr> stack;
    const auto visit = [&](expr::Expr e) {
      if (!e) return;
      if (e.id >= seen_.size()) seen_.resize(pool.size());
      if (seen_[e.id]) return;
      seen_[e.id] = true;
      stack.push_back(e);
    };
    visit(value);
    while (!stack.empty()) {
      const expr::Term& term = pool[stack.back()];
      stack.pop_back();
      if (term.op == expr::Op::Input) note_variable(static_cast<std::uint32_t>(term.k), term.bits);
      if (term.op == expr::Op::Const && constants_.size() < most_constants &&
          known_constants_.insert(term.k).second)
        constants_.push_back(term.k);
      for (const expr::Expr operand : term.operands) visit(operand);
    }
  }

  void note_variable(std::uint32_t number, unsigned bits) {
    const auto found = std::ranges::find(variables_, number, &Variable::number);
    if (found == variables_.end())
      variables_.push_back({number, bits});
    else
      found->bits = std::min(found->bits, bits);  // narrow reads are of the same value
  }

  void start_burst(const State& state, const Tree::Insertion& insertion) {
    in_vain_ = 0;
    base_ = *state.last.input;
    std::unordered_set<std::uint32_t> asked;
    for (const NodeId node : insertion.nodes) {
      if (node == insertion.first_new) break;
      if (!state.tree.value(node)) continue;
      for (const std::uint32_t variable : expr::variables_of(*state.pool, state.tree.value(node)))
        asked.insert(variable);
    }
    free_.clear();
    for (const Variable& variable : variables_)
      if (!asked.contains(variable.number)) free_.push_back(variable);
    if (free_.empty()) free_ = variables_;
  }

  Input draw(Rng& rng) {
    Input input = base_;
    if (free_.empty()) free_ = variables_;
    for (const Variable& variable : free_)
      if (rng.coin()) input.set(variable.number, value(variable.bits, rng));
    return input;
  }

  std::uint64_t value(unsigned bits, Rng& rng) const {
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    switch (rng.below(4)) {
      case 0:
        return rng.below(16) & mask;
      case 1:
        return (constants_.empty() ? rng.next() : constants_[rng.below(constants_.size())]) & mask;
      default:
        return rng.next() & mask;
    }
  }

  std::unique_ptr<Strategy> solving_ = make_strategy("cfg-directed");
  std::vector<bool> seen_;  // by term
  std::vector<Variable> variables_;  // in the order in which conditions named them
  std::vector<std::uint64_t> constants_;
  std::unordered_set<std::uint64_t> known_constants_;
  Input base_;  // what the burst starts from
  std::vector<Variable> free_;  // what it draws
  unsigned in_vain_ = 0;  // random inputs since something new was covered: others' runs do not end a burst
};

const Registered<Hybrid> entry{"hybrid",
                               "random inputs near what was new; solves when they bring nothing more"};

}  // namespace
}  // namespace espalier::search
