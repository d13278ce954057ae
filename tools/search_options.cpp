// The options that all commands which search have.
#include "search_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/result.h"
#include "commands.h"
#include "search/pruning.h"
#include "search/strategy.h"

namespace espalier::tools {

namespace {

std::string solver_layers() { return fmt::format("{}", fmt::join(solve::layer_names(), ",")); }

void add_context_options(CLI::App& app, search::ContextOptions& context) {
  constexpr std::uint32_t many = 1'000;
  app.add_option("--context-start", context.start, "with --strategy cgs: branches of the first contexts")
      ->capture_default_str()
      ->check(CLI::Range(1u, many));
  app.add_option("--context-max", context.max,
                 "with --strategy cgs: branches of the longest contexts; then all that is left is tried")
      ->capture_default_str()
      ->check(CLI::Range(1u, many));
  app.add_option("--context-fixed", context.fixed,
                 "with --strategy cgs: contexts of so many branches only; 0: growing ones")
      ->capture_default_str()
      ->check(CLI::Range(0u, many));
  app.add_flag("!--no-dominators", context.dominators,
               "with --strategy cgs: contexts hold branches that every path goes through, too");
}

void check_context(const search::Options& search) {
  const search::ContextOptions& context = search.context;
  const search::ContextOptions usual;
  const bool given = context.start != usual.start || context.max != usual.max ||
                     context.fixed != usual.fixed || !context.dominators;
  if (given && search.strategy != "cgs")
    throw UserError(
        ExitCode::Usage,
        "--context-start, --context-max, --context-fixed, --no-dominators: they are about contexts; "
        "give --strategy cgs");
  if (context.start > context.max)
    throw UserError(ExitCode::Usage,
                    fmt::format("--context-start: {} is more than --context-max, which is {}; raise that",
                                context.start, context.max));
}

}  // namespace

void add_search_options(CLI::App& app, SearchOptions& o) {
  app.add_option("--strategy", o.search.strategy, help_of("what to try next", search::strategies()))
      ->capture_default_str();
  app.add_option(
         "--prune", o.search.prune,
         help_of("rules that leave out parts of the search; may be repeated", search::pruning_rules()))
      ->allow_extra_args(false);
  app.add_flag("--explain", o.search.explain,
               "list every subtree that was left out, and the rule that did it");
  app.add_option("--seed", o.search.seed, "same seed, same result")
      ->capture_default_str()
      ->check(natural_number());
  app.add_option("--budget", o.budget, "time for the search of one function: 500ms, 30s, 2m")
      ->capture_default_str();
  app.add_option("--iterations", o.search.iterations, "executions at most; 0: no limit")
      ->capture_default_str()
      ->check(natural_number());
  app.add_option("--depth", o.search.depth, "choice points of a path that are explored; 0: no limit")
      ->capture_default_str()
      ->check(natural_number());
  app.add_option("--max-tree", o.search.tree,
                 "nodes of the execution tree, 250 to 1,000 bytes each; then the search ends; 0: no limit")
      ->capture_default_str()
      ->check(natural_number());
  app.add_option("--timeout", o.timeout, "wall clock for one execution")->capture_default_str();
  app.add_option("--steps", o.limits.steps, "loop iterations and calls of one execution; more is a hang")
      ->capture_default_str()
      ->check(natural_number());
  app.add_option("--memory", o.limits.memory, "bytes that one execution may allocate")
      ->capture_default_str()
      ->check(natural_number());
  app.add_option("--max-cells", o.limits.cells,
                 "elements that an access at an address of the input may choose from; more: approximate")
      ->capture_default_str()
      ->check(CLI::Range(1u, 4096u));
  add_context_options(app, o.search.context);
  app.add_flag("--exhaustive", o.search.exhaustive, "explore every path even when all goals are covered");
  app.add_option("--solver-layers", o.search.solver.layers,
                 "use only these layers of the solver: " + solver_layers())
      ->delimiter(',');
  app.add_flag("--check-unsat", o.search.solver.check_unsat, "let Z3 confirm every proof of infeasibility");
  app.add_option("--record-queries", o.search.solver.record_file,
                 "write what the solver is asked to FILE; as SMT-LIB 2 if it ends in .smt2");
  app.add_flag("--isolate", o.isolate, "a process of its own for each execution");
  app.add_flag("--json", o.json, "print one JSON object");
  app.add_flag("--quiet", o.quiet, "print nothing but errors");
  app.add_flag("--fail-on-findings", o.fail_on_findings, "exit with 1 when something was found");
}

void check_search(const SearchOptions& options) {
  const std::vector<std::string> layers = solve::layer_names();
  for (const std::string& layer : options.search.solver.layers)
    if (std::find(layers.begin(), layers.end(), layer) == layers.end())
      throw UserError(ExitCode::Usage, fmt::format("--solver-layers: '{}' is unknown; choose from {}", layer,
                                                   solver_layers()));
  if (!search::make_strategy(options.search.strategy)) {
    std::string known;
    for (const auto& entry : search::strategies())
      known += (known.empty() ? "" : ", ") + std::string(entry.name);
    throw UserError(ExitCode::Usage, fmt::format("--strategy: '{}' is unknown; choose one of {}",
                                                 options.search.strategy, known));
  }
  search::check_pruning(options.search.prune);
}

void settle_search(SearchOptions& options) {
  options.search.budget = parse_duration(options.budget, "--budget");
  options.limits.wall_clock = parse_duration(options.timeout, "--timeout");
  if (options.search.depth > 0) options.limits.trace = options.search.depth;
  check_context(options.search);
}

}  // namespace espalier::tools
