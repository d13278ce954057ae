// The options of `espalier generate`.
#include "generate_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/result.h"
#include "commands.h"
#include "evolve_options.h"
#include "search/pruning.h"
#include "search/strategy.h"
#include "suite/suite.h"

namespace espalier::tools {
namespace {

void check_formats(GenerateOptions& options) {
  std::string known;
  for (const suite::Format& format : suite::formats())
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  for (const std::string& name : options.formats)
    if (name != "all" &&
        !std::ranges::any_of(suite::formats(), [&](const auto& f) { return f.name == name; }))
      throw UserError(ExitCode::Usage,
                      fmt::format("--format: '{}' is unknown; choose from {}, or all", name, known));
  if (std::ranges::find(options.formats, "all") == options.formats.end()) return;
  options.formats.clear();
  for (const suite::Format& format : suite::formats()) options.formats.emplace_back(format.name);
}

void check_names(const GenerateOptions& options) {
  check_search(options);
  for (const std::string& rule : options.search.prune) {
    if (rule.starts_with("call-depth") && options.whole)
      throw UserError(ExitCode::Usage,
                      "--prune: call-depth leaves out what --whole asks for; give one of the two");
    if (rule.starts_with("look-ahead") && options.search.exhaustive)
      throw UserError(ExitCode::Usage,
                      "--prune: look-ahead leaves out what --exhaustive asks for; give one of the two");
  }
  if (options.criterion != "branch" && options.criterion != "statement")
    throw UserError(ExitCode::Usage, fmt::format("--criterion: '{}' is unknown; choose branch or statement",
                                                 options.criterion));
}

/// "p=n" or "function:p=n".
frontend::ParameterHint hint_for(const std::string& option, const std::string& text, std::string& value) {
  const auto equals = text.find('=');
  const auto colon = text.substr(0, equals).find(':');
  frontend::ParameterHint hint;
  if (colon != std::string::npos) hint.function = text.substr(0, colon);
  const auto start = colon == std::string::npos ? 0 : colon + 1;
  if (equals == std::string::npos || equals == start || equals + 1 == text.size())
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: '{}' is not of the form PARAMETER=VALUE; write for example {} p={}",
                                option, text, option, option == "--type" ? "int" : "n"));
  hint.parameter = text.substr(start, equals - start);
  value = text.substr(equals + 1);
  return hint;
}

/// --length 60, without a parameter: of the paths that --strategy draw draws.
void draw_length(GenerateOptions& options, const std::string& text) {
  constexpr std::uint32_t most = 100'000;
  options.search.draw.length = text.size() > 6 ? most + 1 : static_cast<std::uint32_t>(std::stoul(text));
  if (options.search.draw.length > most)
    throw UserError(ExitCode::Usage,
                    fmt::format("--length: {} is too long for a path; give {} at most", text, most));
  options.length_given = true;
}

/// A drawn suite is what was drawn, whatever it covers.
void settle_draw(GenerateOptions& options) {
  if (options.search.strategy == "draw") {
    options.search.exhaustive = true;
    options.keep_all = true;
  } else if (const search::DrawOptions& draw = options.search.draw;
             options.length_given || draw.tests != 0 || draw.unfold != 0 || draw.without_replacement ||
             draw.call_depth != search::DrawOptions{}.call_depth) {
    throw UserError(ExitCode::Usage,
                    "--length N, --tests, --unfold, --without-replacement, --call-depth: they are about "
                    "drawing paths; give "
                    "--strategy draw");
  }
}

void add_hints(GenerateOptions& options) {
  std::string value;
  for (const auto& text : options.lengths) {
    if (!text.empty() && text.find_first_not_of("0123456789") == text.npos) {
      draw_length(options, text);
      continue;
    }
    options.harness.hints.push_back(hint_for("--length", text, value));
    options.harness.hints.back().length = value;
  }
  for (const auto& text : options.types) {
    options.harness.hints.push_back(hint_for("--type", text, value));
    options.harness.hints.back().type = value;
  }
}

void add_draw_options(CLI::App& app, search::DrawOptions& draw) {
  app.add_option("--tests", draw.tests,
                 "with --strategy draw: feasible paths to draw; 0: each once, until none is left")
      ->capture_default_str()
      ->check(natural_number());
  app.add_flag("--without-replacement", draw.without_replacement, "with --tests: no path is drawn twice");
  app.add_option("--call-depth", draw.call_depth,
                 "with --strategy draw: calls within each other whose paths are told apart")
      ->capture_default_str()
      ->check(CLI::Range(0u, 1'000u));
  app.add_option("--unfold", draw.unfold,
                 "with --strategy draw: before drawing, find all infeasible prefixes of so many edges")
      ->capture_default_str()
      ->check(natural_number());
}

}  // namespace

void add_options(CLI::App& app, GenerateOptions& o) {
  app.add_option("TARGET", o.target, "FILE.c:FUNCTION, or FILE.c for every function of the file")->required();
  app.add_option("-p", o.build_dir, "build directory with compile_commands.json");
  app.add_option("--out", o.out, "where the results go: DIR/<function>")->capture_default_str();
  app.add_option("--format", o.formats,
                 help_of("what to write, separated by commas; `all`", suite::formats()))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("gtest");
  add_search_options(app, o);
  app.add_option("--criterion", o.criterion, "what to cover: branch or statement")->capture_default_str();
  app.add_option("--array-length", o.harness.array_length, "elements behind a pointer that is indexed")
      ->capture_default_str()
      ->check(CLI::Range(1u, 100'000u));
  app.add_option("--stub", o.stubs, "functions that are stubs although they are defined: time,rand")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--max-stub-calls", o.harness.max_stub_calls,
                 "calls of a function without a body that answer freely; later ones answer zero")
      ->capture_default_str()
      ->check(CLI::Range(0u, 1'000u));
  app.add_option("--contracts", o.contracts, "C file with functions espalier_pre_F and espalier_post_F");
  app.add_flag("--globals", o.harness.globals, "global variables are inputs, and compared after the call");
  app.add_flag("--failing-malloc", o.harness.failing_malloc,
               "each of the first 8 allocations may return null");
  app.add_option("--max-string", o.harness.max_string, "characters of a string at most")
      ->capture_default_str()
      ->check(CLI::Range(1u, 100'000u));
  app.add_option("--max-objects", o.harness.max_objects, "objects of one structure type at most")
      ->capture_default_str()
      ->check(CLI::Range(1u, 100u));
  app.add_option("--length", o.lengths,
                 "P=N: parameter N counts the elements behind pointer P (or FUNCTION:P=N).\n"
                 "N, with --strategy draw: blocks of a path at most (60)")
      ->allow_extra_args(false);
  add_draw_options(app, o.search.draw);
  add_evolve_options(app, o);
  app.add_option("--type", o.types, "P=TYPE: what the `void *` P points to (or FUNCTION:P=TYPE)")
      ->allow_extra_args(false);
  CLI::Option* whole = app.add_flag("--whole", o.whole, "goals of the functions it calls count, too");
  app.add_flag("--unit", o.unit, "only goals of the function itself count (the default)")->excludes(whole);
  app.add_flag("--keep-all", o.keep_all, "keep tests that cover nothing new, too");
  app.add_flag("--update", o.update,
               "try the tests of the earlier suite first, keep what still serves, fill the gaps");
  app.add_flag("--no-verify", o.no_verify, "do not compile and run the tests afterwards");
  app.add_flag("--no-sanitize", o.no_sanitize, "do not run the tests with the sanitizers");
  app.add_flag("--check-undefined", o.check_undefined, "signed overflow and bad shifts are findings, too");
  app.add_flag("--dump-ir", o.dump_ir, "keep the instrumented LLVM IR beside the harness");
  app.add_option("--fail-under", o.fail_under,
                 "exit with 4 when fewer percent of the goals are covered or proved infeasible")
      ->check(CLI::Range(0.0, 100.0));
  app.footer(
      "Examples:\n"
      "  espalier generate triangle.c:classify\n"
      "  espalier generate -p build src/parse.c:parse_header --budget 10s\n"
      "  espalier generate file.c --criterion statement -- -Iinclude -DN=4");
}

void settle(GenerateOptions& options) {
  settle_search(options);
  check_names(options);
  check_formats(options);
  add_hints(options);
  settle_draw(options);
  settle_evolve(options);
}

}  // namespace espalier::tools
