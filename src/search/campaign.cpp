// The loop: run an input, learn its path, let the strategy pick what to try next, solve for it.
#include "search/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <set>

#include "base/result.h"
#include "execute/import.h"
#include "search/failure.h"
#include "search/strategy.h"
#include "search/tree.h"
#include "search/verdict.h"

namespace espalier::search {
namespace {

using Clock = std::chrono::steady_clock;

/// Stands for a run that stopped before its own end, so that nothing is known of what follows.
const char* cut_reason(const execute::Run& run) {
  switch (run.status) {
    case ESP_STEPS:
      return "step budget";
    case ESP_MEMORY:
      return "memory budget";
    case ESP_STACK:
      return "stack limit";
    case ESP_TIMEOUT:
      return "time-out of a run";
    case ESP_DIED:
      return "the process died in a run";
    default:
      break;
  }
  if ((run.cut & ESP_CUT_STALE) != 0) return "memory was changed by code that is not instrumented";
  if ((run.cut & ESP_CUT_KILLED) != 0) return "a run was killed by a signal";
  if ((run.cut & ESP_CUT_NODES) != 0) return "node limit of a run";
  if ((run.cut & ESP_CUT_DEPTH) != 0) return "trace limit of a run";
  return nullptr;
}

class Campaign {
 public:
  Campaign(const Engine& engine, const Options& options, const std::atomic<bool>& interrupted)
      : engine_(engine),
        options_(options),
        interrupted_(interrupted),
        tree_(engine.program, options.depth),
        importer_(engine.pool, engine.program),
        strategy_(make_strategy(options.strategy)),
        rng_(options.seed),
        edges_seen_(engine.program.edge_count()),
        state_{tree_, engine.program, edges_seen_},
        covered_(engine.criterion.goals().size()),
        covered_unharmed_(covered_.size()),
        perhaps_covered_(covered_.size()),
        uncovered_(covered_.size()) {
    if (strategy_ == nullptr) {
      std::string known;
      for (const StrategyEntry& entry : strategies()) known += fmt::format(" {}", entry.name);
      throw UserError(ExitCode::Usage,
                      fmt::format("unknown strategy '{}'; use one of:{}", options.strategy, known));
    }
  }

  Outcome run() {
    execute(Input{});
    while (!stopped()) {
      const std::optional<Step> step = strategy_->propose(state_, rng_);
      if (!step) {
        outcome_.stopped_by = tree_.count(SideState::Open) == 0 ? "exhausted" : "strategy";
        break;
      }
      std::visit([this](const auto& chosen) { take(chosen); }, *step);
    }
    if (outcome_.stopped_by == "goals") probe_failures();
    finish();
    return std::move(outcome_);
  }

 private:
  bool stopped() {
    outcome_.stopped_by = uncovered_ == 0 && !options_.exhaustive ? "goals" : limit_reached();
    return !outcome_.stopped_by.empty();
  }

  [[nodiscard]] std::string limit_reached() const {
    if (interrupted_.load(std::memory_order_relaxed)) return "interrupted";
    if (options_.iterations != 0 && outcome_.iterations >= options_.iterations) return "iterations";
    return Clock::now() - start_ >= options_.budget ? "budget" : "";
  }

  /// All goals are covered, yet some operation that can fail (a division) was never seen to, or the harness
  /// never made a choice it has (null).  Each such place gets a few questions, shortest prefixes first,
  /// since a failure is what users want to know of.
  void probe_failures() {
    constexpr int enough = 8;
    std::unordered_map<model::EdgeId, int> asked;
    for (NodeId node = 0; node < tree_.size() && limit_reached().empty(); ++node) {
      const model::Site& site = tree_.site(node);
      const bool choice = site.kind == model::SiteKind::Branch && site.function == options_.root;
      for (std::uint32_t side = 0; side < site.count; ++side) {
        const model::EdgeId edge = site.first + side;
        if (edges_seen_[edge] || !(choice || (site.kind == model::SiteKind::Check && side == 0))) continue;
        if (tree_.side(node, side).state == SideState::Open && ++asked[edge] <= enough)
          take(FlipBranch{node, side});
      }
    }
  }

  void take(const TryInputs& step) {
    for (const Input& input : step.inputs) {
      if (stopped()) return;
      execute(input);
    }
  }

  void take(const FollowPath&) {
    assert(false && "forced runs do not exist yet, so no strategy may ask for one");
  }

  void take(const FlipBranch& step) {
    assert(tree_.side(step.node, step.side).state == SideState::Open && "only open sides are worth solving");
    const model::Site& site = tree_.site(step.node);
    constraints_.clear();
    tree_.prefix(engine_.pool, step.node, constraints_);
    constraints_.push_back(execute::side_constraint(engine_.pool, site, tree_.value(step.node), step.side));

    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(options_.budget - (Clock::now() - start_));
    const auto budget = std::clamp(options_.query_budget, std::chrono::milliseconds{1},
                                   std::max(left, std::chrono::milliseconds{1}));
    ++outcome_.solver_calls;
    const solve::Answer answer = engine_.solver.solve({constraints_, inputs_[tree_.seed(step.node)], budget});
    if (const auto* sat = std::get_if<solve::Sat>(&answer)) {
      follow(step, sat->input);
    } else if (const auto* unknown = std::get_if<solve::Unknown>(&answer)) {
      give_up(step, "solver: " + unknown->reason);
      if (solver_gave_up_.empty()) solver_gave_up_ = "solver: " + unknown->reason;
    } else if (tree_.exact(step.node)) {
      tree_.set_state(step.node, step.side, SideState::Infeasible);
    } else {
      give_up(step, approximation_text(engine_.program, tree_.approximated_at(step.node)));
    }
  }

  /// Runs a solution, and sees whether it went where it should: a node stands for its whole prefix,
  /// so the side is Taken now exactly if the run followed the prefix and left it there.
  void follow(const FlipBranch& step, const Input& input) {
    const bool judgeable = execute(input);
    if (tree_.side(step.node, step.side).state == SideState::Taken) return;
    const bool exact = tree_.exact(step.node);
    give_up(step, exact ? "the run of a solved input went elsewhere"
                        : approximation_text(engine_.program, tree_.approximated_at(step.node)));
    if (exact && judgeable) {
      const model::Site& site = tree_.site(step.node);
      mismatch(fmt::format(
          "{}:{}:{}: an input solved for side {} of this branch went elsewhere; the condition is {}",
          site.location.file, site.location.line, site.location.column, step.side,
          to_text(engine_.pool, constraints_.back())));
    }
  }

  void give_up(const FlipBranch& step, const std::string& reason) {
    tree_.set_state(step.node, step.side, SideState::Unknown);
    reasons_.emplace(tree_.site(step.node).first + step.side, reason);
  }

  /// One iteration.  False when the run's path was cut or is unusable, so that it proves nothing.
  bool execute(const Input& input) {
    const execute::Run run = engine_.run(input);
    ++outcome_.iterations;
    auto [path, problem] = importer_.import(run, input);
    const char* const cut = cut_reason(run);
    if (cut != nullptr) {
      path.cut = true;
      if (cut_by_.empty()) cut_by_ = cut;
    }

    if (run.status != ESP_REJECTED) observe(run, input, path);
    if (!problem.empty()) {
      // A process that was killed may leave half a record behind; that is no bug.
      if (run.status == ESP_TIMEOUT || run.status == ESP_DIED)
        tree_.note_cut();
      else
        mismatch(problem);
      return false;
    }

    const Tree::Insertion insertion = tree_.insert(path, static_cast<std::uint32_t>(inputs_.size()));
    if (insertion.first_new != no_node) inputs_.push_back(input);
    if (insertion.contradiction != no_node) {
      const model::Site& site = tree_.site(insertion.contradiction);
      mismatch(fmt::format("{}:{}:{}: runs with the same exact path differ from here on", site.location.file,
                           site.location.line, site.location.column));
    }
    if (insertion.new_path && run.status != ESP_REJECTED) ++outcome_.paths;
    strategy_->added(state_, insertion);
    return cut == nullptr;
  }

  /// Coverage, and whether the run is worth keeping.
  void observe(const execute::Run& run, const Input& input, const execute::Path& path) {
    note_edges(run.coverage);
    const bool unharmed = run.status == ESP_OK;
    std::vector<coverage::GoalId> goals = engine_.criterion.covered(run.coverage, unharmed);
    bool keep = outcome_.candidates.empty();
    for (const coverage::GoalId goal : goals) {
      if (!covered_[goal]) --uncovered_;
      keep |= !covered_[goal] || (unharmed && !covered_unharmed_[goal]);
      covered_[goal] = true;
      if (unharmed) covered_unharmed_[goal] = true;
    }
    if (uncovered_ != 0)
      for (const coverage::GoalId goal : engine_.criterion.perhaps_covered(run.coverage))
        perhaps_covered_[goal] = true;
    if (!unharmed) keep |= failures_.insert(failure_of(run)).second;
    if (!keep) return;
    outcome_.candidates.push_back({input,
                                   run.status,
                                   run.detail,
                                   run.address,
                                   run.pc,
                                   {run.frames.begin(), run.frames.end()},
                                   run.message,
                                   {run.outputs.begin(), run.outputs.end()},
                                   std::move(goals),
                                   path.steps});
  }

  /// Most runs bring no new edge: eight bytes at a time tell.
  void note_edges(std::span<const std::uint8_t> coverage) {
    const std::size_t count = std::min<std::size_t>(coverage.size(), edges_seen_.size());
    edge_bytes_.resize(edges_seen_.size(), 0);
    const auto note = [&](std::size_t edge) {
      if (coverage[edge] == 0) return;
      edges_seen_[edge] = true;
      edge_bytes_[edge] = 0xff;
    };
    std::size_t edge = 0;
    for (; edge + 8 <= count; edge += 8) {
      std::uint64_t now = 0, seen = 0;
      std::memcpy(&now, coverage.data() + edge, 8);
      std::memcpy(&seen, edge_bytes_.data() + edge, 8);
      if ((now & ~seen) == 0) continue;
      for (std::size_t i = edge; i < edge + 8; ++i) note(i);
    }
    for (; edge < count; ++edge) note(edge);
  }

  void mismatch(const std::string& text) {
    constexpr std::size_t enough = 100;  // one bug shows in every run
    if (outcome_.mismatches.size() < enough) outcome_.mismatches.push_back(text);
  }

  void finish() {
    const bool sound = outcome_.iterations > 0 && outcome_.mismatches.empty();
    outcome_.exhausted = sound && tree_.count(SideState::Open) == 0;
    outcome_.verdicts = judge({engine_.program, engine_.criterion.goals(), covered_, perhaps_covered_, tree_,
                               options_, outcome_.stopped_by, sound, reasons_, solver_gave_up_, cut_by_});
    engine_.solver.collect(outcome_.solver);
    outcome_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  }

  const Engine& engine_;
  const Options& options_;
  const std::atomic<bool>& interrupted_;
  const Clock::time_point start_ = Clock::now();
  Tree tree_;
  execute::Importer importer_;
  std::unique_ptr<Strategy> strategy_;
  Rng rng_;
  std::vector<bool> edges_seen_;  // by EdgeId
  std::vector<std::uint8_t> edge_bytes_;  // the same as 0 or 0xff, for speed
  State state_;
  std::vector<bool> covered_;  // by GoalId, like the two below
  std::vector<bool> covered_unharmed_;  // by a run that did not fail
  std::vector<bool> perhaps_covered_;
  std::size_t uncovered_;
  std::set<Failure> failures_;
  std::vector<Input> inputs_;  // those that brought new nodes; Tree::seed indexes them
  std::vector<expr::Expr> constraints_;  // of the query being solved
  std::unordered_map<model::EdgeId, std::string> reasons_;
  std::string solver_gave_up_;
  std::string cut_by_;
  Outcome outcome_;
};

}  // namespace

Outcome explore(const Engine& engine, const Options& options, const std::atomic<bool>& interrupted) {
  return Campaign(engine, options, interrupted).run();
}

}  // namespace espalier::search
