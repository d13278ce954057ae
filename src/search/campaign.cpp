// The loop: run an input, learn its path, let the strategy pick what to try next, solve for it.
#include "search/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/result.h"
#include "execute/import.h"
#include "search/allowance.h"
#include "search/forced.h"
#include "search/picture.h"
#include "search/probe.h"
#include "search/pruning.h"
#include "search/record.h"
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
  if ((run.cut & ESP_CUT_STALE) != 0)
    return "memory was changed by code that is not instrumented, or a function called as one of another type";
  if ((run.cut & ESP_CUT_BEFORE) != 0) return "code that ran before main, unseen";
  if ((run.cut & ESP_CUT_KILLED) != 0) return "a run was killed by a signal";
  if ((run.cut & ESP_CUT_NODES) != 0) return "node limit of a run";
  if ((run.cut & ESP_CUT_DEPTH) != 0) return "a run with more choices than are recorded of one";
  return nullptr;
}

/// Not rejected, and no failure before what it was going to do.
bool came_to_its_end(esp_status status) {
  return status == ESP_OK || status == ESP_EXIT || status == ESP_ABORT || status == ESP_ASSERT ||
         status == ESP_POSTCONDITION;
}

class Campaign {
 public:
  Campaign(const Engine& engine, const Options& options, const std::atomic<bool>& interrupted)
      : engine_(engine),
        options_(options),
        interrupted_(interrupted),
        tree_(engine.program, options.depth),
        importer_(engine.pool, engine.program, options.depth),
        strategy_(make_strategy(options.strategy)),
        rng_(options.seed),
        record_(engine.criterion, engine.program.edge_count(),
                strategy_ != nullptr && strategy_->keeps_runs()),
        state_{tree_,
               engine.program,
               record_.edges(),
               importer_.contexts(),
               importer_.stretches(),
               record_.gain(),
               last_,
               engine.criterion.goals(),
               record_.covered(),
               &engine.pool,
               &inputs_,
               engine.batch ? &engine.batch : nullptr},
        rules_(options.prune, {engine.program, engine.criterion.goals(), importer_.contexts(),
                               options.root == model::no_function ? 0u : 1u}) {
    if (strategy_ == nullptr) {
      std::string known;
      for (const StrategyEntry& entry : strategies()) known += fmt::format(" {}", entry.name);
      throw UserError(ExitCode::Usage,
                      fmt::format("unknown strategy '{}'; use one of:{}", options.strategy, known));
    }
  }

  Outcome run() {
    strategy_->begin(state_, options_);
    if (options_.seeds.empty()) execute(Input{});
    for (const Input& seed : options_.seeds) {
      if (!limit_reached().empty()) break;
      execute(seed);
    }
    while (!stopped()) {
      const std::optional<Step> step = strategy_->propose(state_, rng_);
      if (step) {
        if (!left_out(*step)) std::visit([this](const auto& chosen) { take(chosen); }, *step);
      } else if (!reopen()) {
        outcome_.stopped_by = tree_.count(SideState::Open) == 0 ? "exhausted" : "strategy";
        break;
      }
    }
    if (outcome_.stopped_by == "goals" || outcome_.stopped_by == "exhausted") probe_failures();
    finish();
    return std::move(outcome_);
  }

 private:
  /// A pruning rule does not want what the strategy proposes.
  bool left_out(const Step& step) {
    const auto* flip = std::get_if<FlipBranch>(&step);
    return flip != nullptr && rules_.leaves_out(state_, {flip->node, flip->side}, tree_);
  }

  /// Nothing is left to try: a rule may give way.
  bool reopen() {
    const std::vector<NodeId> nodes = rules_.relent(state_, tree_);
    for (const NodeId node : nodes) strategy_->reopened(state_, node);
    return !nodes.empty() || ask_again();
  }

  /// Questions that were given up for lack of time have it now.
  bool ask_again() {
    for (const FlipBranch& side : again_)  // the strategy does not want them
      if (tree_.side(side.node, side.side).state == SideState::Open)
        tree_.set_state(side.node, side.side, SideState::Unknown);
    again_ = allowance_.ask_again();
    std::erase_if(again_, [this](const FlipBranch& side) {
      return tree_.side(side.node, side.side).state != SideState::Unknown;  // a run went there
    });
    for (const FlipBranch& side : again_) tree_.reopen(side.node, side.side);
    for (const FlipBranch& side : again_) strategy_->reopened(state_, side.node);
    return !again_.empty();
  }

  bool stopped() {
    outcome_.stopped_by = record_.uncovered() == 0 && !options_.exhaustive ? "goals" : limit_reached();
    return !outcome_.stopped_by.empty();
  }

  [[nodiscard]] std::string limit_reached() const {
    if (interrupted_.load(std::memory_order_relaxed)) return "interrupted";
    if (options_.iterations != 0 && outcome_.iterations + strategy_->evaluations() >= options_.iterations)
      return "iterations";
    if (options_.tree != 0 && tree_.size() >= options_.tree) return "tree";
    return Clock::now() - start_ >= options_.budget ? "budget" : "";
  }

  void probe_failures() {
    const auto known = static_cast<NodeId>(tree_.size());
    FailureProbe probe(state_);
    while (limit_reached().empty()) {
      const std::optional<FlipBranch> step = probe.next();
      if (!step) break;
      take(*step);
    }
    // What these runs opened lies below sides that the rules had closed: it is theirs to close again.
    for (NodeId node = known; node < tree_.size(); ++node)
      for (auto side = tree_.open_side(node); side; side = tree_.open_side(node, *side + 1))
        rules_.leaves_out(state_, {node, *side}, tree_);
  }

  void take(const TryInputs& step) {
    // Evolution may go on for long after the last question: those that were too hard come back in between.
    constexpr int patience = 128;
    generations_in_vain_ =
        step.inputs.empty() && tree_.count(SideState::Open) == 0 ? generations_in_vain_ + 1 : 0;
    if (generations_in_vain_ >= patience) {
      generations_in_vain_ = 0;
      ask_again();
    }
    for (const Input& input : step.inputs) {
      if (stopped()) return;
      execute(input);
    }
  }

  void take(const FollowPath& step) {
    strategy_->followed(state_,
                        engine_.force ? force(step, inputs_[tree_.seed(step.from)]) : execute::Path{});
  }

  /// The path of a forced run, with what is known of it; empty when it tells nothing.  The seed is a copy:
  /// running the solution moves the inputs.
  execute::Path force(const FollowPath& step, const Input seed) {
    const execute::Run run = engine_.force(seed, step.edges);
    ++outcome_.iterations;
    auto [path, problem] = importer_.import(run, seed, execute::Manner::Forced);
    const bool killed = run.status == ESP_TIMEOUT || run.status == ESP_DIED;
    if (!problem.empty() && !killed) mismatch(problem);
    if (!problem.empty() || cut_reason(run) != nullptr) return {};
    // What failed on wrong values says nothing; but if it was a check, an input may be asked for that passes
    // it.
    const bool through = came_to_its_end(run.status) || run.status == ESP_ASTRAY;
    if (!through && !pass_last_check(engine_.program, path)) return {};
    if (path.impossible_at) return std::move(path);

    const Predicate predicate = predicate_of(engine_.pool, engine_.program, path);
    const solve::Answer answer =
        ask({.constraints = predicate.constraints, .seed = seed, .budget = options_.query_budget});
    if (const auto* sat = std::get_if<solve::Sat>(&answer)) execute(sat->input);
    if (const auto* unsat = std::get_if<solve::Unsat>(&answer)) {
      path.impossible_at = 0;
      for (const std::size_t i : unsat->core)
        path.impossible_at = std::max(*path.impossible_at, predicate.steps[i]);
    }
    return std::move(path);
  }

  /// No longer than the search may take.
  solve::Answer ask(solve::Query query) {
    const Clock::time_point asked = Clock::now();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(options_.budget - (asked - start_));
    constexpr std::chrono::milliseconds least{1};
    query.budget = std::clamp(query.budget, least, std::max(left, least));
    ++outcome_.solver_calls;
    solve::Answer answer = engine_.solver.solve(query);
    answered_in_ = Clock::now() - asked;
    progress_.solver_seconds += std::chrono::duration<double>(answered_in_).count();
    return answer;
  }

  void take(const FlipBranch& step) {
    assert((tree_.side(step.node, step.side).state == SideState::Open ||
            tree_.side(step.node, step.side).state == SideState::Pruned) &&
           "what is known is not worth solving");
    const model::Site& site = tree_.site(step.node);
    constraints_.clear();
    tree_.prefix(engine_.pool, step.node, constraints_);
    constraints_.push_back(execute::side_constraint(engine_.pool, site, tree_.value(step.node), step.side));
    const model::EdgeId edge = site.first + step.side;
    const std::uint64_t open = tree_.count(SideState::Open);
    const Allowance::Time allowed = allowance_.of(edge, open);
    // The seed's own run came by here, and all that it recorded was seen to be true on it.
    const solve::Answer answer = ask({.constraints = constraints_,
                                      .seed = inputs_[tree_.seed(step.node)],
                                      .budget = allowed,
                                      .seed_keeps_prefix = true,
                                      .hurried = allowance_.hurries(open)});
    if (const auto* sat = std::get_if<solve::Sat>(&answer)) {
      follow(step, sat->input);
    } else if (const auto* unknown = std::get_if<solve::Unknown>(&answer)) {
      give_up(step, "solver: " + unknown->reason);
      allowance_.gave_up(step, edge, std::chrono::duration_cast<Allowance::Time>(answered_in_), allowed,
                         unknown->hurried);
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
    importer_.import(run, input, imported_);
    auto& [path, problem] = imported_;
    const char* const cut = cut_reason(run);
    if (cut != nullptr) {
      path.cut = true;
      if (outcome_.cut_by.empty()) outcome_.cut_by = cut;
    }

    last_ = {outcome_.iterations, came_to_its_end(run.status), &input};
    if (run.status == ESP_REJECTED)
      record_.ignore();
    else
      observe(run, input, path);
    if (options_.progress) tell_progress();
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
    rules_.added(state_, insertion, tree_);
    strategy_->added(state_, insertion);
    return cut == nullptr;
  }

  void observe(const execute::Run& run, const Input& input, const execute::Path& path) {
    const std::size_t before = record_.candidates().size();
    note_covered(record_.observe(run, input, path, last_.number));
    if (options_.kept && record_.candidates().size() != before) options_.kept(record_.candidates().back());
  }

  void note_covered(const std::vector<coverage::GoalId>& goals) {
    for (const coverage::GoalId goal : goals) rules_.covered(goal);
    if (goals.empty()) return;
    progress_.covered += goals.size();
    progress_.last_goal = goals.back();
    outcome_.timeline.push_back({outcome_.iterations, seconds(), progress_.covered});
  }

  void tell_progress() {
    progress_.iterations = outcome_.iterations;
    progress_.goals = engine_.criterion.goals().size();
    progress_.seconds = seconds();
    options_.progress(progress_);
  }

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  void mismatch(const std::string& text) {
    constexpr std::size_t enough = 100;  // one bug shows in every run
    if (outcome_.mismatches.size() < enough) outcome_.mismatches.push_back(text);
  }

  void finish() {
    engine_.solver.collect(outcome_.solver);
    for (const auto& [name, layer] : outcome_.solver)
      for (const std::string& complaint : layer.complaints) mismatch(complaint);
    const bool sound = outcome_.iterations > 0 && outcome_.mismatches.empty();
    outcome_.exhausted = sound && tree_.count(SideState::Open) == 0;
    outcome_.nodes = tree_.size();
    outcome_.candidates = record_.take_candidates();
    for (Candidate& candidate : outcome_.candidates) candidate.given = candidate.run <= options_.earlier;
    if (!options_.names.empty())
      tell_conditions(engine_.pool, engine_.program, options_.names, outcome_.candidates);
    if (options_.picture != 0) outcome_.picture = picture_of(tree_, options_.picture);
    outcome_.edges = record_.edges();
    strategy_->report(outcome_);
    outcome_.evaluations = strategy_->evaluations();
    outcome_.pruned = rules_.summary(tree_, options_.depth);
    if (options_.explain) outcome_.pruned_subtrees = pruned_subtrees(tree_);
    outcome_.verdicts = judge({engine_.program, engine_.criterion.goals(), record_.covered(),
                               record_.perhaps_covered(), tree_, outcome_.pruned, options_,
                               outcome_.stopped_by, sound, reasons_, solver_gave_up_, outcome_.cut_by});
    outcome_.seconds = seconds();
  }

  const Engine& engine_;
  const Options& options_;
  const std::atomic<bool>& interrupted_;
  const Clock::time_point start_ = Clock::now();
  Tree tree_;
  execute::Importer importer_;
  execute::Importer::Outcome imported_;  // of the last run
  std::unique_ptr<Strategy> strategy_;
  Rng rng_;
  Record record_;
  LastRun last_;
  State state_;
  PruningRules rules_;
  Allowance allowance_{options_.budget, options_.query_budget};
  Clock::duration answered_in_{};  // the last question
  std::vector<FlipBranch> again_;  // open once more
  int generations_in_vain_ = 0;
  std::vector<Input> inputs_;  // those that brought new nodes; Tree::seed indexes them
  std::vector<expr::Expr> constraints_;  // of the query being solved
  std::unordered_map<model::EdgeId, std::string> reasons_;
  std::string solver_gave_up_;
  Progress progress_;
  Outcome outcome_;
};

}  // namespace

Outcome explore(const Engine& engine, const Options& options, const std::atomic<bool>& interrupted) {
  return Campaign(engine, options, interrupted).run();
}

}  // namespace espalier::search
