// property_programs: does the engine tell the truth about random programs?
//
// Makes programs, runs each natively on all its inputs, explores it with the engine, and compares
// covered goals, infeasible goals and the number of paths.  A contradiction is shrunk and printed.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/files.h"
#include "base/rng.h"
#include "property/programs/check.h"
#include "property/programs/generate.h"
#include "property/programs/print.h"
#include "property/programs/shrink.h"

using namespace espalier;
using namespace espalier::property;

namespace {

struct Options {
  std::uint64_t programs = 200;
  std::uint64_t seed = 1;
  std::uint64_t batch = 10;
  int path_limit = 400;
  unsigned shrink_attempts = 200;
  std::uint64_t stop_after = 3;
  std::filesystem::path keep;
  Manner manner;
};

struct Totals {
  std::uint64_t checked = 0, discarded = 0, failed = 0;
  std::uint64_t paths = 0, goals = 0, reachable = 0, solver_calls = 0;
  Times times;
};

class Session {
 public:
  explicit Session(Options options) : options_(std::move(options)) {
    if (!options_.keep.empty()) make_writable_directory(options_.keep);
  }

  int run() {
    for (std::uint64_t batch = 0; totals_.checked < options_.programs && totals_.failed < options_.stop_after;
         ++batch)
      run_batch(batch);
    fmt::print("{} programs agree, {} do not, {} discarded (too many paths)\n",
               totals_.checked - totals_.failed, totals_.failed, totals_.discarded);
    fmt::print("{} paths, {} of {} goals reachable, {} solver calls\n", totals_.paths, totals_.reachable,
               totals_.goals, totals_.solver_calls);
    fmt::print("judging {:.1f} s, building {:.1f} s, searching {:.1f} s\n", totals_.times.judging,
               totals_.times.building, totals_.times.searching);
    return totals_.failed == 0 ? 0 : 1;
  }

 private:
  // Every batch has its own generator, so that a failure is reproduced without the batches before.
  void run_batch(std::uint64_t batch) {
    const std::uint64_t seed = options_.seed + batch;
    options_.manner.enumerates = seed % 2 == 0;
    Rng rng(seed);
    std::vector<Program> programs;
    for (std::uint64_t i = 0; i < options_.batch; ++i)
      programs.push_back(generate_program(rng, fmt::format("f{}", i)));
    const auto results =
        check(programs, scratch_.path(), options_.path_limit, options_.manner, totals_.times);
    for (std::size_t i = 0; i < programs.size(); ++i) {
      const Checked& result = results[i];
      if (!result.worth_running) {
        ++totals_.discarded;
        continue;
      }
      ++totals_.checked;
      totals_.paths += static_cast<std::uint64_t>(std::max(result.paths, 0));
      totals_.goals += result.goals;
      totals_.reachable += result.reachable;
      totals_.solver_calls += result.solver_calls;
      if (!result.failure) continue;
      ++totals_.failed;
      if (totals_.failed <= options_.stop_after) show(programs[i], *result.failure, seed);
    }
  }

  std::optional<Failure> failure_of(const Program& program) {
    Times unused;
    return check({program}, scratch_.path(), options_.path_limit, options_.manner, unused).front().failure;
  }

  void show(const Program& program, const Failure& failure, std::uint64_t seed) {
    const Program small = shrink(
        program,
        [&](const Program& candidate) {
          const auto again = failure_of(candidate);
          return again && again->kind == failure.kind;
        },
        options_.shrink_attempts);
    const auto again = failure_of(small);
    const std::string text = print({small}).plain;
    fmt::print("\n{} (seed {}, unit {}): {}\n", failure.kind, seed, program.unit().name, failure.detail);
    fmt::print("shrunk to {}:\n{}", again ? again->detail : "nothing that fails alone", text);
    fmt::print("again: property_programs --seed {} --programs {}\n\n", seed, options_.batch);
    std::fflush(stdout);
    if (options_.keep.empty()) return;
    const auto file = options_.keep / fmt::format("seed{}_{}.c", seed, program.unit().name);
    write_file(file, fmt::format("// {}: {}\n", failure.kind, again ? again->detail : failure.detail) + text);
  }

  Options options_;
  ScratchDirectory scratch_;
  Totals totals_;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Compares the engine with exhaustive native runs of random programs.");
  app.add_option("--programs", options.programs, "programs to check")->capture_default_str();
  app.add_option("--seed", options.seed, "of the first batch; the next batches count on")
      ->capture_default_str();
  app.add_option("--batch", options.batch, "programs per compilation")->capture_default_str();
  app.add_option("--path-limit", options.path_limit, "discard programs with more paths")
      ->capture_default_str();
  app.add_option("--shrink", options.shrink_attempts, "attempts to make a failing program smaller")
      ->capture_default_str();
  app.add_option("--stop-after", options.stop_after, "failures")->capture_default_str();
  app.add_option("--strategy", options.manner.strategy, "of the engine")->capture_default_str();
  app.add_option("--prune", options.manner.prune, "the engine's rules: then fewer paths may be explored")
      ->allow_extra_args(false);
  app.add_flag("--check-unsat", options.manner.check_unsat,
               "the engine asks a second solver about every proof");
  app.add_option("--keep", options.keep, "directory for the shrunk programs");
  CLI11_PARSE(app, argc, argv);
  try {
    return Session(options).run();
  } catch (const std::exception& problem) {
    fmt::print(stderr, "property_programs: {}\n", problem.what());
    return 1;
  }
}
