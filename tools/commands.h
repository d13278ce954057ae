#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace espalier::tools {

/// A command adds its options to `app` and returns what to do when it was the one that was typed.
using Action = std::function<ExitCode()>;

/// What follows `--`, for the compiler or the program; filled before any action runs.
struct CompilerFlags {
  std::vector<std::string> flags;
};

Action add_generate(CLI::App& app, const CompilerFlags& compiler);
/// What follows `--` are the program's arguments.
Action add_run(CLI::App& app, const CompilerFlags& arguments);
Action add_list(CLI::App& app, const CompilerFlags& compiler);
Action add_paths(CLI::App& app);
Action add_bench(CLI::App& app);
Action add_replay(CLI::App& app);
Action add_report(CLI::App& app);
/// `whole`: the application with all its commands, which is what these two tell of.
Action add_manual(CLI::App& app, CLI::App& whole);
Action add_completion(CLI::App& app, CLI::App& whole);

/// `file.c:function` or `file.c`.
struct Target {
  std::string file;
  std::string function;  ///< empty: all
};
Target parse_target(const std::string& text);

/// The flags to compile `file` with: those after `--`, and those of -p DIR.
std::vector<std::string> compiler_flags(const CompilerFlags& compiler, const std::string& build_dir,
                                        const std::string& file);

/// A duration as people write it: 500ms, 30s, 2m, 1h; a bare number is seconds.  UserError(Usage) otherwise.
std::chrono::milliseconds parse_duration(const std::string& text, const std::string& option);

/// CLI11 reads "-1", and a number of 65 bits, as the largest unsigned number.
CLI::Validator natural_number();

}  // namespace espalier::tools
