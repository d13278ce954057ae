// Draws paths of the unit's control-flow graph uniformly at random, and eliminates infeasible prefixes.
//
// After the tools Rukia and Auguste, which separate drawing and solving as we do.  A drawn path is looked up
// in the execution tree.  Where the tree leaves it at an open side, that side is solved for and run, and so
// on until a run follows the path or no side is open.  Then the turn where every way ends is the last one of
// the shortest infeasible prefix: no path that begins so is drawn again, and the others stay uniform.  When
// the path is likely to be feasible, a run is forced along it first, which gives the conditions of all its
// turns at once.
//
// What the tree knows is not asked again.  A question adds a run to the tree or closes a side for good, and a
// side closes at most one prefix: so drawing until nothing is left takes at most one question for each drawn
// path.
#include <algorithm>
#include <cassert>
#include <map>
#include <set>

#include "base/result.h"
#include "paths/drawer.h"
#include "search/campaign.h"
#include "search/failure.h"
#include "search/follow.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

using paths::Count;

class Draw final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override { return ESP_TELL_TRACE; }
  [[nodiscard]] bool keeps_runs() const override { return true; }

  void begin(const State& state, const Options& options) override {
    options_ = options.draw;
    if (options.unit == model::no_function || options.root == model::no_function)
      throw UserError(
          ExitCode::Usage,
          "--strategy draw: the function was not found in the compiled code; use another strategy");
    flow_.emplace(state.program, options.root, options.unit, options_.length, options_.call_depth);
    space_.emplace(paths::Graph(flow_->vertices(), flow_->edges()),
                   paths::Question{.start = flow_->start(),
                                   .end = flow_->end(),
                                   .length = options_.length,
                                   .bound = paths::Bound::AtMost});
    drawer_.emplace(*space_);
    if (options_.unfold > 0) unfolding_.emplace(*space_);
  }

  void added(const State& state, const Tree::Insertion& insertion) override {
    if (state.last.completed) runs_.try_emplace(turns_of(state, *flow_, insertion), state.last.number);
  }
  void reopened(const State&, NodeId) override {}

  void followed(const State& state, const execute::Path& forced) override {
    if (const auto turn = stuck_turn(forced, current_->turns, state.program, *flow_, state.contexts))
      current_->stuck = turn;
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (unfolding_) {
      if (const auto step = unfold(state)) {
        ++result_.unfolding_calls;
        return step;
      }
      unfolding_.reset();
      unfolded_ = drawer_->alive().get_str();
      most_killed_ = 0;
    }
    constexpr int a_while = 1'000;
    for (int i = 0; i < a_while; ++i) {
      if (!current_ && !draw(rng)) return std::nullopt;
      if (const auto step = decide(state)) return step;
    }
    return TryInputs{};  // lets the campaign look at its limits
  }

  void report(Outcome& outcome) const override {
    Drawing drawing = result_;
    drawing.length = options_.length;
    drawing.paths = space_->size().get_str();
    drawing.vertices = flow_->vertices();
    drawing.unfolded = unfolded_;

    drawing.infeasible_paths = infeasible_.get_str();
    drawing.undecided_paths = undecided_.get_str();
    drawing.alive = drawer_->alive().get_str();
    drawing.most_killed = most_killed_.get_str();
    drawing.structure = drawer_->intervals();
    drawing.complete = drawer_->alive() == 0 && undecided_ == 0;
    keep_tests(drawing, outcome.candidates);
    outcome.drawing = std::move(drawing);
  }

 private:
  /// A path, or the beginning of one, and which of its edges are turns.
  struct Wanted {
    paths::Path edges;
    std::vector<Turn> turns{};
    std::vector<std::size_t> places{};  ///< of the turns among the edges
    NodeId forced_from = no_node;  ///< where the last run that was forced along it left the tree
    std::optional<std::size_t> stuck{};  ///< and proved that no input takes this turn
  };
  [[nodiscard]] Wanted wanted(paths::Path edges) const {
    Wanted path{.edges = std::move(edges)};
    for (std::size_t i = 0; i < path.edges.size(); ++i)
      if (const auto turn = flow_->turn(path.edges[i])) {
        path.turns.push_back(*turn);
        path.places.push_back(i);
      }
    return path;
  }

  [[nodiscard]] bool replaces() const { return options_.tests != 0 && !options_.without_replacement; }

  /// A forced run takes one question for a feasible path.  For an infeasible one flipping is better: it finds
  /// the shortest prefix, where the solver's core may end later; and it leaves proofs in the tree.
  [[nodiscard]] bool forces() const {
    if (options_.forcing != Forcing::WhenLikely) return options_.forcing == Forcing::Always;
    return options_.tests != 0 && result_.infeasible <= 8 + 4 * result_.feasible;
  }

  /// False when there is nothing to draw, or enough was drawn.
  bool draw(Rng& rng) {
    const std::uint64_t found = options_.eliminate ? result_.feasible : result_.distinct;
    if (options_.tests != 0 && found >= options_.tests) return false;
    if (options_.drawings != 0 && result_.drawn >= options_.drawings) return false;
    auto drawn = drawer_->draw(rng);
    if (!drawn) return false;
    ++result_.drawn;
    current_ = wanted(std::move(drawn->path));
    result_.saved += static_cast<std::uint64_t>(
        std::ranges::count_if(current_->places, [&](std::size_t place) { return place < drawn->known; }));
    return true;
  }

  /// What to run for the current path; nothing when it is known what it is.
  std::optional<Step> decide(const State& state) {
    if (const auto run = runs_.find(current_->turns); run != runs_.end()) {
      found(run->second);
      return std::nullopt;
    }
    if (current_->stuck) {
      infeasible(*current_->stuck);
      return std::nullopt;
    }
    const Followed followed = follow(state, *flow_, current_->turns, true);
    switch (followed.state) {
      case Followed::State::Open:
        if (current_->forced_from == followed.next->node || !forces()) return *followed.next;
        current_->forced_from = followed.next->node;
        return FollowPath{edges_of(current_->turns), followed.next->node};
      case Followed::State::Infeasible:
        infeasible(followed.stuck);
        return std::nullopt;
      case Followed::State::Reached:
        assert(false && "of a whole path that is told by a run");
        [[fallthrough]];
      case Followed::State::Undecided:
        ++result_.undecided;
        eliminate(*current_, followed.stuck, undecided_);
        break;
    }
    current_.reset();
    return std::nullopt;
  }

  void infeasible(std::size_t turn) {
    ++result_.infeasible;
    if (options_.eliminate) eliminate(*current_, turn, infeasible_);
    current_.reset();
  }

  static std::vector<model::EdgeId> edges_of(std::span<const Turn> turns) {
    std::vector<model::EdgeId> edges;
    for (const Turn& turn : turns) edges.push_back(turn.edge);
    return edges;
  }

  void found(std::uint64_t run) {
    ++result_.feasible;
    if (known_.insert(run).second) {
      ++result_.distinct;
      result_.runs.push_back(run);
      result_.sides.push_back(edges_of(current_->turns));
    }
    if (options_.eliminate && !replaces()) drawer_->eliminate_path(current_->edges);
    current_.reset();
  }

  /// What begins like this path up to a turn, that one included, is not drawn again.
  void eliminate(const Wanted& path, std::size_t turn, Count& sum) {
    const Count killed = turn < path.turns.size()
                             ? drawer_->eliminate_prefix(std::span(path.edges).first(path.places[turn] + 1))
                             : drawer_->eliminate_path(path.edges);
    sum += killed;
    most_killed_ = std::max(most_killed_, killed);
  }

  /// Goes through all beginnings of paths, in order, and eliminates the infeasible ones.  What it still has
  /// to go through is another drawer over the same paths.
  std::optional<Step> unfold(const State& state) {
    while (const auto first = unfolding_->remaining(0)) {
      paths::Path edges = first->path;
      const bool whole = edges.size() <= options_.unfold;
      if (!whole) edges.resize(options_.unfold);
      const Wanted beginning = wanted(edges);
      const Followed followed = follow(state, *flow_, beginning.turns, false);
      if (followed.state == Followed::State::Open) return *followed.next;
      if (followed.state == Followed::State::Infeasible) {
        eliminate(beginning, followed.stuck, infeasible_);
        unfolding_->eliminate_prefix(std::span(edges).first(beginning.places[followed.stuck] + 1));
      } else if (whole) {
        unfolding_->eliminate_path(edges);
      } else {
        unfolding_->eliminate_prefix(edges);
      }
    }
    return std::nullopt;
  }

  /// The runs of the drawn paths, in the order of drawing; then whatever covers goals that they do not, or
  /// fails.
  void keep_tests(const Drawing& drawing, std::vector<Candidate>& candidates) const {
    std::map<std::uint64_t, std::size_t> order;
    for (const std::uint64_t run : drawing.runs) order.emplace(run, order.size());
    std::set<coverage::GoalId> covered;
    std::vector<Candidate> drawn(order.size()), others;
    for (Candidate& candidate : candidates) {
      const auto place = order.find(candidate.run);
      if (place == order.end()) continue;
      covered.insert(candidate.goals.begin(), candidate.goals.end());
      drawn[place->second] = std::move(candidate);
      candidate.run = 0;
    }
    std::set<Failure> failures;
    for (Candidate& candidate : candidates) {
      if (candidate.run == 0) continue;
      bool keep = candidate.status != ESP_OK && failures.insert(failure_of(candidate)).second;
      for (const coverage::GoalId goal : candidate.goals) keep |= covered.insert(goal).second;
      if (keep) others.push_back(std::move(candidate));
    }
    candidates = std::move(drawn);
    std::ranges::move(others, std::back_inserter(candidates));
  }

  DrawOptions options_;
  std::optional<FlowGraph> flow_;
  std::optional<paths::PathSpace> space_;
  std::optional<paths::Drawer> drawer_;
  std::optional<paths::Drawer> unfolding_;
  std::string unfolded_;
  std::map<std::vector<Turn>, std::uint64_t> runs_;  // the first run that took these turns and no others
  std::optional<Wanted> current_;
  std::set<std::uint64_t> known_;
  Drawing result_;
  Count infeasible_ = 0;
  Count undecided_ = 0;
  Count most_killed_ = 0;
};

const Registered<Draw> entry{"draw", "paths of at most --length blocks, uniformly at random"};

}  // namespace
}  // namespace espalier::search
