#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/input.h"
#include "coverage/criterion.h"
#include "evolve/genome.h"
#include "evolve/judge.h"
#include "evolve/settings.h"
#include "execute/import.h"
#include "execute/subject.h"
#include "expr/c_text.h"
#include "expr/expr.h"
#include "model/model.h"
#include "solve/solver.h"

namespace espalier::search {

/// When a drawn path is solved for as a whole, by a forced run.
enum class Forcing : std::uint8_t {
  WhenLikely,  ///< when only some paths are wanted, and a fair share of those drawn so far was feasible
  Always,
  Never,
};

/// What --strategy draw is told.
struct DrawOptions {
  std::uint32_t length = 60;       ///< blocks on a path at most
  std::uint64_t tests = 0;         ///< feasible paths to draw; 0: each once, until none is left
  std::uint32_t call_depth = 3;    ///< calls within each other that are told apart
  std::uint32_t unfold = 0;        ///< first find all infeasible prefixes of so many edges
  bool without_replacement = false;  ///< no path twice, even when a number of tests is given
  bool eliminate = true;           ///< what is known to be infeasible is not drawn again
  std::uint64_t drawings = 0;      ///< of any path, at most; 0: no limit
  Forcing forcing = Forcing::WhenLikely;
};

/// What --strategy cgs is told.
struct ContextOptions {
  std::uint32_t start = 1;  ///< branches of a context in the first traversal
  std::uint32_t max = 5;    ///< and in the last one; then follows what is left, breadth first
  std::uint32_t fixed = 0;  ///< one traversal with contexts of this length instead; 0: growing ones
  bool dominators = true;   ///< branches that every path goes through are left out of contexts
};

/// How far a campaign is.
struct Progress {
  std::uint64_t iterations = 0;
  std::size_t covered = 0, goals = 0;
  double seconds = 0, solver_seconds = 0;
  coverage::GoalId last_goal = 0;  ///< covered most recently, when `covered` is not 0
};

/// The execution tree as it was at the end, for people to look at.
struct TreePicture {
  struct Node {
    std::uint32_t parent = 0;       ///< position in `nodes`; of the root its own
    std::uint32_t parent_side = 0;
    model::EdgeId edge = 0;         ///< the first of its site
    /// One letter a side: o(pen), t(aken), i(nfeasible), u(nknown), d(etermined); pruned: A and on, the
    /// position in Outcome::pruned.
    std::string sides{};
  };
  std::vector<Node> nodes;          ///< parents first
  std::uint64_t all = 0;            ///< nodes of the tree: there may be more than in the picture
};

/// What --strategy evolve is told.
struct EvolveOptions {
  evolve::Settings settings{};
  evolve::Genome genome{};         ///< of the unit's inputs; empty: nothing can be evolved
  std::uint32_t path_rounds = 60;  ///< shortest paths to each goal that are solved; 0: none
  bool reduce = true;              ///< domains shrink to what the paths of a goal have in common
};

/// A run worth keeping.
struct Candidate {
  Input input;
  esp_status status = ESP_OK;
  std::int32_t detail = 0;
  std::uint64_t address = 0;
  std::uint64_t pc = 0;
  std::vector<std::uint64_t> frames{};  ///< call stack of a failure, innermost first
  std::string message;
  std::vector<esp_output> outputs;
  std::vector<coverage::GoalId> goals;  ///< all goals it covers
  /// Its steps; empty after a mismatch.  The terms are those of the pool that the campaign used.
  std::vector<execute::Step> path;
  std::uint64_t run = 0;  ///< its number, from 1
  bool given = false;  ///< its input is of an earlier suite: Options::earlier
  /// With Options::names: what each step of the path asks of the input, in C; shorter than the path when that
  /// is long.
  std::vector<std::string> conditions{};
};

struct Options {
  std::string strategy = "dfs";
  std::uint64_t seed = 1;
  std::chrono::milliseconds budget{60'000};
  std::uint64_t iterations = 0;  ///< 0: no limit
  std::uint32_t depth = 256;  ///< choice points on a path that are flipped; 0: no limit
  std::uint64_t tree = 8'000'000;  ///< nodes of the execution tree at most; 0: no limit
  std::chrono::milliseconds query_budget{2'000};
  solve::StackOptions solver{};  ///< for the solver that `explore` makes itself
  bool exhaustive = false;  ///< go on after every goal is covered
  std::vector<std::string> prune{};  ///< rules of pruning/ as the user types them: "call-depth=2"
  bool explain = false;  ///< list every pruned subtree
  /// The function that every run starts in, if known: goals in functions it cannot call are infeasible.
  model::FunctionId root = model::no_function;
  model::FunctionId unit = model::no_function;  ///< the function under test, which `root` calls
  DrawOptions draw{};
  ContextOptions context{};
  EvolveOptions evolve{};
  std::vector<Input> seeds{};  ///< run before anything else; none: all inputs zero
  std::size_t earlier = 0;  ///< so many seeds, the first ones, are tests of an earlier suite
  std::function<void(const Progress&)> progress{};  ///< called after every run; must be quick
  std::function<void(const Candidate&)>
      kept{};  ///< called for each of Outcome::candidates, in their order, as soon as its run is over
  std::vector<expr::CName> names{};  ///< of the input variables; with them conditions are told in C
  std::size_t picture = 0;  ///< nodes of the tree to keep for Outcome::picture
};

enum class Verdict : std::uint8_t { Covered, Infeasible, Unknown };

struct GoalVerdict {
  Verdict verdict = Verdict::Unknown;
  std::string why;  ///< Infeasible: the proof; Unknown: the reason
};

/// What a pruning rule did in a campaign; the depth bound counts as one.
struct PrunedBy {
  std::string rule;  ///< as the user typed it; "depth bound 256"
  std::string why;  ///< the end of "pruned by look-ahead: ..."
  std::uint64_t subtrees = 0;  ///< closed by it at the end
  std::uint64_t asked = 0;  ///< sides it was asked about
  double seconds = 0;  ///< its own time
  bool proves = false;  ///< what it leaves out cannot hold a goal that is still uncovered
};

/// A part of the execution tree that was not explored.
struct PrunedSubtree {
  std::vector<model::EdgeId> path;  ///< the choices that lead to it; the last one is the side not taken
  std::size_t rule = 0;  ///< position in Outcome::pruned
};

/// What --strategy draw found out about the paths of a unit.  Numbers of paths are exact, in decimal.
struct Drawing {
  std::uint32_t length = 0;
  std::string paths;  ///< of at most that length, in the control-flow graph
  std::uint64_t vertices = 0;  ///< of that graph
  std::string unfolded;  ///< paths that unfolding left; empty without
  std::uint64_t unfolding_calls = 0;  ///< questions to the solver that unfolding took
  std::uint64_t drawn = 0;  ///< feasible, infeasible and undecided ones, and one that was not settled
  std::uint64_t feasible = 0;  ///< draws of a feasible path
  std::uint64_t distinct = 0;  ///< different ones among them
  std::uint64_t infeasible = 0;  ///< draws of an infeasible one
  std::uint64_t undecided = 0;  ///< draws of which neither is known
  std::string infeasible_paths;  ///< killed by infeasible prefixes
  std::string undecided_paths;
  std::string alive;  ///< left to draw, feasible ones that stay drawable included
  std::string most_killed;  ///< paths killed by one prefix
  std::uint64_t structure = 0;  ///< intervals that hold what was eliminated
  std::uint64_t saved = 0;  ///< turns that need no check, because an eliminated prefix shares them
  bool complete = false;  ///< there are no more feasible paths up to the length
  /// The turns of each distinct feasible path drawn, in that order: the sides taken in the unit.
  std::vector<std::vector<model::EdgeId>> sides;
  std::vector<std::uint64_t> runs;  ///< the run that followed it: Candidate::run
};

struct Outcome {
  /// Every run that covered a goal first (or first without failing), or failed in a new way, and the
  /// first run of all that was not rejected.
  std::vector<Candidate> candidates;
  std::vector<GoalVerdict> verdicts;  ///< by GoalId
  std::uint64_t iterations = 0;
  std::uint64_t evaluations = 0;  ///< executions in batches, of which only the distance is known
  std::uint64_t solver_calls = 0;
  std::uint64_t paths = 0;  ///< distinct ones, rejected inputs left out
  std::uint64_t nodes = 0;  ///< of the execution tree
  double seconds = 0;
  bool exhausted = false;  ///< the tree has no open side left
  /// "goals", "exhausted", "budget", "iterations", "tree", "interrupted"; "strategy": it has nothing to
  /// propose although open sides are left
  std::string stopped_by;
  std::vector<PrunedBy> pruned;  ///< [0]: the depth bound, then the rules as given
  std::vector<PrunedSubtree> pruned_subtrees;  ///< with Options::explain
  std::optional<Drawing> drawing;  ///< with --strategy draw
  /// Each run that covered something first: how many goals were covered then.
  struct Milestone {
    std::uint64_t run = 0;
    double seconds = 0;
    std::size_t covered = 0;
  };
  std::vector<Milestone> timeline;
  std::vector<bool> edges;  ///< by EdgeId: some run took it
  TreePicture picture;  ///< with Options::picture
  std::vector<std::string> mismatches;  ///< self-check failures: bugs of ours
  std::string cut_by;  ///< why runs were not followed to their end; empty: all were
  solve::Statistics solver;

  /// Subtrees left out by all rules.
  [[nodiscard]] std::uint64_t left_out() const {
    std::uint64_t sum = 0;
    for (const PrunedBy& by : pruned) sum += by.subtrees;
    return sum;
  }
  /// What "exhausted" means here, for people.
  [[nodiscard]] const char* what_was_explored() const {
    if (!cut_by.empty()) return "every path explored as far as runs were followed";
    return left_out() == 0 ? "every path explored" : "every path explored or left out";
  }
};

/// Runs the unit on one input; the answer is valid until the next call.
using Runner = std::function<execute::Run(const Input&)>;

/// The same along given sides (execute::Subject::force).
using ForcedRunner = std::function<execute::Run(const Input&, std::span<const model::EdgeId>)>;

/// What a campaign works with.  Nothing here knows of processes, so tests can simulate programs.
struct Engine {
  Runner run;
  expr::Pool& pool;
  solve::Solver& solver;  ///< over the same pool
  const model::Program& program;
  const coverage::Criterion& criterion;
  ForcedRunner force{};  ///< empty: what asks for it learns nothing
  evolve::Evaluate batch{};  ///< many inputs at once; empty: not possible
};

/// Explores one unit.  `interrupted` may be set from a signal handler; what was found is kept.
/// UserError(Usage) when options.strategy or one of options.prune is unknown.
Outcome explore(const Engine& engine, const Options& options, const std::atomic<bool>& interrupted);

/// The same on a running subject, with a pool and the default solver of its own.
Outcome explore(execute::Subject& subject, std::uint32_t unit, const model::Program& program,
                const coverage::Criterion& criterion, const Options& options,
                const std::atomic<bool>& interrupted);

}  // namespace espalier::search
