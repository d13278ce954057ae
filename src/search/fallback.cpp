#include "search/fallback.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace espalier::search {
namespace {

// A question that the solver gives up on takes as long as it may; the generations that follow it take about
// as long, at a millisecond each for a small function.
constexpr std::uint32_t most_after_a_failure = 1'000;
constexpr std::uint32_t least_after_a_failure = 40;
// Questions in vain before evolution has a turn: there may be more paths than anybody can ask for.  It takes
// less time than they did.  More of them when a turn brought nothing, fewer when it did.
constexpr std::uint32_t first_enough = 1'000, least_enough = 250, most_enough = 16'000;
constexpr std::uint32_t turn = 64;  // generations

// Questions about one side beside the path of an evolved input.
constexpr int most_of_a_side = 2;

// How much work in vain is enough (in short runs, a million of which take about a second).  Targets that all
// inputs are equally far from are met by luck only.
constexpr std::uint64_t work_for_a_slope = 250'000;
constexpr std::uint64_t work_for_a_plain = 24'000;
constexpr std::uint64_t most_work = 2'000'000;

/// Something keeps the tree from being a proof.
bool has_gaps(const Tree& tree) {
  return tree.count(SideState::Unknown) != 0 || tree.any_approximate() || tree.any_cut() ||
         tree.pruned(depth_bound) != 0;
}

bool has_goals(const State& state) {
  return std::ranges::find(state.covered_goals, false) != state.covered_goals.end();
}

}  // namespace

void Fallback::begin(const Options& options) {
  options_.evolve = options.evolve;
  options_.root = options.root;
  options_.iterations = options.iterations;
  const auto question = std::min(options.query_budget, options.budget / 20).count();
  after_a_failure_ = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(question, least_after_a_failure, most_after_a_failure));
  enough_ = first_enough;
}

void Fallback::added(const State& state, const Tree::Insertion& insertion) {
  if (state.gain != 0) in_vain_ = 0;
  if (!started_) {
    if (state.gain != 0) notable_.push_back(*state.last.input);
    return;
  }
  evolving_.added(state);
  if (!evolved_ || state.gain == 0) return;
  const Tree& tree = state.tree;
  std::unordered_map<model::EdgeId, int> asked;  // of a loop, the first rounds will do
  std::vector<FlipBranch> beside;
  for (const NodeId node : insertion.nodes)
    for (auto side = tree.open_side(node); side; side = tree.open_side(node, *side + 1)) {
      const model::EdgeId edge = tree.site(node).first + *side;
      if (!state.covered[edge] && ++asked[edge] <= most_of_a_side) beside.push_back({node, *side});
    }
  questions_beside_.insert(questions_beside_.end(), beside.rbegin(), beside.rend());
}

std::optional<FlipBranch> Fallback::question(const State& state) {
  judge_last_question(state);
  if (hard_ && due_ != 0) return std::nullopt;
  hard_ = false;
  while (!questions_beside_.empty()) {
    const FlipBranch next = questions_beside_.back();
    questions_beside_.pop_back();
    const Tree& tree = state.tree;
    if (tree.side(next.node, next.side).state != SideState::Open ||
        state.covered[tree.site(next.node).first + next.side])
      continue;
    asked(next);
    return next;
  }
  return std::nullopt;
}

void Fallback::asked(const Step& step) {
  evolved_ = false;
  ++in_vain_;
  if (const auto* flip = std::get_if<FlipBranch>(&step)) last_ = *flip;
}

bool Fallback::start(const State& state) {
  if (!started_) {
    started_ = true;
    evolving_.begin(state, options_);
    for (const Input& input : std::exchange(notable_, {})) evolving_.seed(input);
  }
  return evolving_.possible();
}

bool Fallback::patient() const {
  if (evolving_.evaluations() == 0) return true;
  const std::uint64_t slopes = evolving_.sloping(), plains = evolving_.targets() - slopes;
  const std::uint64_t usual = std::min(slopes * work_for_a_slope + plains * work_for_a_plain, most_work);
  // Where the solver had its time in vain, evolution may have as much of it.
  const std::uint64_t more = std::uint64_t{failures_} * after_a_failure_ * population();
  return evolving_.work_in_vain() < usual + (slopes == 0 ? 0 : more);
}

void Fallback::judge_last_question(const State& state) {
  if (!last_ || options_.iterations != 0) return;  // runs are few: those of the solver reach further
  const FlipBranch question = *last_;
  last_.reset();
  // What is unknown because the path is approximate did not take long.
  if (state.tree.side(question.node, question.side).state != SideState::Unknown ||
      !state.tree.exact(question.node))
    return;
  ++failures_;
  due_ = std::max(due_, (patient() ? after_a_failure_ : after_a_failure_ / 4) * population());
  hard_ = true;
}

bool Fallback::is_due(const State& state) {
  if (options_.iterations != 0) return false;
  if (in_vain_ >= enough_) {
    if (evolving_.evaluations() != 0)
      enough_ = brought_ ? std::max(enough_ / 2, least_enough) : std::min(enough_ * 2, most_enough);
    brought_ = false;
    in_vain_ = 0;
    ++failures_;
    due_ = std::max(due_, (patient() ? turn : turn / 8) * population());
  }
  if (due_ == 0) return false;
  if (has_goals(state) && start(state)) return true;
  due_ = 0;
  return false;
}

bool Fallback::is_last_resort(const State& state) {
  return has_gaps(state.tree) && has_goals(state) && start(state) && patient();
}

std::vector<Input> Fallback::generation(const State& state, Rng& rng) {
  const std::uint64_t before = evolving_.work();
  std::vector<Input> news = evolving_.generation(state, rng);
  evolved_ = true;
  brought_ |= !news.empty();
  hard_ &= news.empty();
  due_ -= std::min(due_, std::max<std::uint64_t>(evolving_.work() - before, 1));
  return news;
}

}  // namespace espalier::search
