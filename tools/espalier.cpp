// The command line: espalier COMMAND ...
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>

#include "commands.h"

namespace {

using namespace espalier;

/// What follows `--` is for the compiler or the program, whatever it looks like.
std::vector<std::string> split_compiler_flags(std::vector<std::string>& arguments) {
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    if (*it != "--") continue;
    std::vector<std::string> flags(it + 1, arguments.end());
    arguments.erase(it, arguments.end());
    return flags;
  }
  return {};
}

int run(std::vector<std::string> arguments) {
  CLI::App app{
      "Espalier generates tests for C functions: it covers their branches, proves which ones cannot be\n"
      "reached, and reports crashes and hangs on the way.",
      "espalier"};
  app.set_version_flag("--version", "espalier 0.1.0");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done; 1 findings (--fail-on-findings), or tests that fail (replay); 2 usage;\n"
      "3 the code under test does not build;\n"
      "4 goal missed (--fail-under); 70 a bug of Espalier; 130 interrupted before the search.");

  tools::CompilerFlags compiler;
  compiler.flags = split_compiler_flags(arguments);
  std::map<CLI::App*, tools::Action> actions;
  CLI::App* generate =
      app.add_subcommand("generate", "generate tests for a function, or for every function of a file");
  actions[generate] = tools::add_generate(*generate, compiler);
  CLI::App* run = app.add_subcommand("run", "explore a whole program that was built with CC=espalier-cc");
  actions[run] = tools::add_run(*run, compiler);
  CLI::App* list = app.add_subcommand("list", "list the functions of a file with their inputs and goals");
  actions[list] = tools::add_list(*list, compiler);
  CLI::App* replay = app.add_subcommand("replay", "run a suite again on the source as it is now");
  actions[replay] = tools::add_replay(*replay);
  CLI::App* report = app.add_subcommand("report", "write the HTML report of a suite anew");
  actions[report] = tools::add_report(*report);
  CLI::App* paths = app.add_subcommand("paths", "count, draw or list the paths of any graph");
  actions[paths] = tools::add_paths(*paths);
  CLI::App* bench = app.add_subcommand("bench", "rerun the experiments; without a name, list them");
  actions[bench] = tools::add_bench(*bench);

  CLI::App* manual = app.add_subcommand("manual", "print the manual page");
  actions[manual] = tools::add_manual(*manual, app);
  CLI::App* completion = app.add_subcommand("completion", "print the completion of a shell");
  actions[completion] = tools::add_completion(*completion, app);

  if (!arguments.empty() && arguments.front().rfind('-', 0) != 0 &&
      std::none_of(actions.begin(), actions.end(),
                   [&](const auto& known) { return known.first->get_name() == arguments.front(); }))
    throw UserError(ExitCode::Usage,
                    fmt::format("espalier: '{}' is not a command; see espalier --help", arguments.front()));
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    fmt::print(stderr, "espalier: {}; see espalier --help\n", error.what());
    return static_cast<int>(ExitCode::Usage);
  }
  for (CLI::App* chosen : app.get_subcommands()) return static_cast<int>(actions.at(chosen)());
  return static_cast<int>(ExitCode::Usage);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const espalier::UserError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "espalier: internal error: {}; please report it\n", error.what());
    return static_cast<int>(espalier::ExitCode::Internal);
  }
}
