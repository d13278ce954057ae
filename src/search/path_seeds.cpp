#include "search/path_seeds.h"

#include <algorithm>
#include <set>

#include "base/result.h"
#include "execute/import.h"
#include "search/follow.h"

namespace espalier::search {
namespace {

constexpr std::uint32_t length = 400;             // edges of a path at most
constexpr std::uint32_t call_depth = 1;           // calls within each other that are told apart
constexpr std::uint32_t questions_of_a_path = 64;
constexpr std::uint64_t most_work = 20'000'000;   // edges of all searches for paths together

/// Conditions on the way along some turns, as far as the tree knows it.
class Trail {
 public:
  Trail(const State& state, const FlowGraph& flow, std::span<const Turn> turns)
      : state_(state), flow_(flow), turns_(turns) {
    if (state.tree.size() > 0) walk(0, 0);
  }
  [[nodiscard]] const std::vector<expr::Expr>& conditions() const { return best_; }
  /// The condition of the last turn is among them.
  [[nodiscard]] bool complete() const { return reached_ == turns_.size(); }

 private:
  /// Along nodes that are nobody's turn any way may be the one; the one that gets farthest is taken.
  void walk(NodeId node, std::size_t taken) {
    if (++visited_ > patience) return;
    const std::size_t kept = now_.size();
    const model::Site& site = state_.tree.site(node);
    const InstanceId owner = flow_.owner(site, state_.tree.context(node), state_.contexts);
    if (owner == no_instance) {
      for (std::uint32_t side = 0; side < site.count && !complete(); ++side)
        if (const Tree::Side& there = state_.tree.side(node, side);
            there.state == SideState::Taken && there.child != no_node)
          walk(there.child, taken);
    } else if (taken < turns_.size() && turns_[taken].instance == owner && turns_[taken].edge >= site.first &&
               turns_[taken].edge < site.first + site.count) {
      const std::uint32_t side = turns_[taken].edge - site.first;
      if (state_.tree.is_choice(node))
        now_.push_back(execute::side_constraint(*state_.pool, site, state_.tree.value(node), side));
      if (taken + 1 > reached_) {
        reached_ = taken + 1;
        best_ = now_;
      }
      const Tree::Side& there = state_.tree.side(node, side);
      if (there.state == SideState::Taken && there.child != no_node) walk(there.child, taken + 1);
    }
    now_.resize(kept);
  }

  static constexpr std::uint32_t patience = 2'000;
  const State& state_;
  const FlowGraph& flow_;
  std::span<const Turn> turns_;
  std::vector<expr::Expr> now_, best_;
  std::size_t reached_ = 0;
  std::uint32_t visited_ = 0;
};

}  // namespace

void PathSeeds::begin(const State& state, const Options& options) {
  if (options.unit == model::no_function || options.root == model::no_function) return;
  try {
    flow_.emplace(state.program, options.root, options.unit, length, call_depth);
  } catch (const UserError&) {  // computed jumps, or too large: then it goes without
    return;
  }
  graph_.emplace(flow_->vertices(), flow_->edges());
  for (paths::EdgeId edge = 0; edge < flow_->edges().size(); ++edge)
    costs_.push_back(flow_->turn(edge) ? 1 : 0);
}

PathSeeds::Wanted& PathSeeds::wanted(const State& state, coverage::GoalId goal) {
  const auto [entry, fresh] = wanted_.try_emplace(goal);
  Wanted& wanted = entry->second;
  if (!fresh) return wanted;
  std::vector<paths::EdgeId> through;
  if (wanted_.size() * costs_.size() < most_work)
    for (paths::EdgeId edge = 0; edge < costs_.size(); ++edge)
      if (const auto turn = flow_->turn(edge);
          turn && std::ranges::count(state.goals[goal].edges, turn->edge) != 0)
        through.push_back(edge);
  if (through.empty())
    wanted.over = true;
  else
    wanted.paths =
        std::make_unique<paths::ShortestPaths>(*graph_, costs_, flow_->start(), flow_->end(), through);
  return wanted;
}

void PathSeeds::begin_round(const State& state) {
  round_.clear();
  asked_ = 0;
  exhausted_ = true;
  if (!possible()) return;
  for (coverage::GoalId goal = 0; goal < state.goals.size(); ++goal) {
    if (state.covered_goals[goal]) continue;
    Wanted& wanted = this->wanted(state, goal);
    if (wanted.over) continue;
    const auto path = wanted.paths->next();
    if (!path) {
      wanted.over = true;
      continue;
    }
    std::vector<Turn> turns;
    const std::vector<model::EdgeId>& ends = state.goals[goal].edges;
    for (const paths::EdgeId edge : *path)
      if (const auto turn = flow_->turn(edge)) {
        turns.push_back(*turn);
        if (std::ranges::find(ends, turn->edge) != ends.end()) break;
      }
    exhausted_ = false;
    // Paths that differ behind the goal only are one.
    if (std::ranges::find(wanted.turns, turns) != wanted.turns.end()) continue;
    wanted.turns.push_back(std::move(turns));
    round_.push_back(goal);
  }
  std::ranges::reverse(round_);  // taken from the back
}

std::optional<FlipBranch> PathSeeds::next(const State& state) {
  for (; !round_.empty(); round_.pop_back(), asked_ = 0) {
    if (state.covered_goals[round_.back()] || asked_ >= questions_of_a_path) continue;
    const Followed followed = follow(state, *flow_, wanted_.at(round_.back()).turns.back(), false);
    if (followed.state != Followed::State::Open) continue;
    ++asked_;
    return followed.next;
  }
  return std::nullopt;
}

PathSeeds::Known PathSeeds::known(const State& state, coverage::GoalId goal) const {
  Known known{.common = {}, .any = {}, .complete = true};
  const auto found = wanted_.find(goal);
  if (found == wanted_.end() || found->second.turns.empty()) return {};
  std::set<expr::Expr> any;
  bool first = true;
  for (const std::vector<Turn>& turns : found->second.turns) {
    const Trail trail(state, *flow_, turns);
    known.complete &= trail.complete();
    std::set<expr::Expr> conditions(trail.conditions().begin(), trail.conditions().end());
    any.insert(conditions.begin(), conditions.end());
    if (first)
      known.common = trail.conditions();
    else
      std::erase_if(known.common, [&](expr::Expr e) { return !conditions.contains(e); });
    first = false;
  }
  known.any.assign(any.begin(), any.end());
  return known;
}

}  // namespace espalier::search
