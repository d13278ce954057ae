// espalier bench: the experiments are a program of their own, so that users of `generate` do not
// carry them; this hands over to it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "commands.h"

namespace espalier::tools {
namespace {

struct BenchOptions {
  std::vector<std::string> names;
  bool quick = false;
  unsigned seeds = 0;  // 0: as many as the experiment usually takes
  unsigned first_seed = 1;
  bool resume = false;
  std::string out = "bench-out";
  std::string queries;
  std::string only;
};

std::vector<std::string> arguments_of(const BenchOptions& options) {
  if (options.names.empty()) return {"--list"};
  std::vector<std::string> arguments;
  if (options.names != std::vector<std::string>{"all"}) arguments = options.names;
  if (options.quick) arguments.push_back("--quick");
  if (options.seeds != 0) arguments.insert(arguments.end(), {"--seeds", std::to_string(options.seeds)});
  arguments.insert(arguments.end(), {"--first-seed", std::to_string(options.first_seed)});
  if (options.resume) arguments.push_back("--resume");
  arguments.insert(arguments.end(), {"--out", options.out});
  if (!options.queries.empty()) arguments.insert(arguments.end(), {"--queries", options.queries});
  if (!options.only.empty()) arguments.insert(arguments.end(), {"--only", options.only});
  return arguments;
}

ExitCode hand_over(const BenchOptions& options) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = (self.parent_path() / "espalier_bench").string();
  std::vector<std::string> words{program};
  for (const std::string& argument : arguments_of(options)) words.push_back(argument);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::fflush(stdout);
  execv(program.c_str(), argv.data());
  throw UserError(
      ExitCode::Usage,
      fmt::format("{}: the experiments are not there; build all of Espalier, or install it again", program));
}

}  // namespace

Action add_bench(CLI::App& app) {
  auto o = std::make_shared<BenchOptions>();
  app.add_option("NAME", o->names, "experiments to run; 'all' for every one; none: list them");
  app.add_flag("--quick", o->quick, "small versions, in seconds");
  app.add_option("--seeds", o->seeds, "repetitions of whatever depends on the seed")
      ->check(CLI::Range(1u, 1'000u));
  app.add_option("--first-seed", o->first_seed, "strategies, context: seeds count from here")
      ->capture_default_str();
  app.add_flag("--resume", o->resume,
               "strategies, context: go on with what this build left in the directory");
  app.add_option("--out", o->out, "directory for CSV files and plots")->capture_default_str();
  app.add_option("--queries", o->queries,
                 "solver: ask the queries of this file, written by generate --record-queries");
  app.add_option("--only", o->only, "strategies, context, scale: these programs and strategies, a,b,...");
  return [o] { return hand_over(*o); };
}

}  // namespace espalier::tools
