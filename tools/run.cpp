// espalier run: explores a whole program built with espalier-cc.
#include "run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "commands.h"
#include "interrupt.h"
#include "program/corpus.h"
#include "progress.h"

namespace espalier::tools {
namespace {
namespace fs = std::filesystem;

constexpr std::uint32_t most_bytes = 65'535;

void add_run_options(CLI::App& app, RunOptions& o) {
  app.add_option("PROGRAM", o.program, "a program that was built with CC=espalier-cc")->required();
  app.add_option("--stdin", o.stdin_bytes, "so many bytes at most on standard input are symbolic")
      ->check(CLI::Range(0u, most_bytes));
  app.add_option("--arg", o.arguments, "a symbolic argument of so many characters at most; may be repeated")
      ->allow_extra_args(false)
      ->check(CLI::Range(0u, most_bytes));
  app.add_option("--file", o.files, "NAME:BYTES, a symbolic file in the program's directory; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--env", o.environment, "NAME:BYTES, a symbolic environment variable; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--bytes", o.bytes, "so many bytes at most for LLVMFuzzerTestOneInput")
      ->check(CLI::Range(0u, most_bytes));
  app.add_flag("--from-main", o.from_main,
               "begin every execution with main, and not where it first looks at an input");
  app.add_option("--seeds", o.seeds,
                 "directory of inputs to begin with, for standard input, the file or the bytes");
  app.add_option("--out", o.out, "where inputs go: DIR/<program>/queue, crashes, hangs")
      ->capture_default_str();
  add_search_options(app, o);
  app.footer(
      "What follows -- are the program's own arguments; @@ stands for the symbolic file, @arg for the next\n"
      "symbolic argument (those left over come last).\n"
      "Examples:\n"
      "  CC=espalier-cc ./configure && make\n"
      "  espalier run src/prog --stdin 16\n"
      "  espalier run src/prog --file in.txt:64 --arg 4 --seeds corpus -- -v @arg @@");
}

/// A second one of a name could only contradict the first.
void check_names(const std::string& option, const std::vector<std::string>& texts) {
  std::set<std::string> names;
  for (const std::string& text : texts)
    if (const std::string name = text.substr(0, text.rfind(':')); !names.insert(name).second)
      throw UserError(ExitCode::Usage, fmt::format("{}: {} is given twice; leave one out", option, name));
}

program::Source named(esp_source_kind kind, const std::string& option, const std::string& text) {
  const auto colon = text.rfind(':');
  std::uint32_t size = 0;
  const char* const begin = text.data() + (colon == std::string::npos ? text.size() : colon + 1);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), size);
  if (colon == std::string::npos || error != std::errc() || end != text.data() + text.size())
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: '{}' is not of the form NAME:BYTES; write for example {} in:16", option,
                                text, option));
  return {kind, size, text.substr(0, colon)};
}

std::vector<program::Source> sources_of(const RunOptions& o) {
  check_names("--file", o.files);
  check_names("--env", o.environment);
  std::vector<program::Source> sources;
  if (o.stdin_bytes > 0) sources.push_back({ESP_SOURCE_STDIN, o.stdin_bytes});
  for (const auto& text : o.files) sources.push_back(named(ESP_SOURCE_FILE, "--file", text));
  if (o.bytes > 0) sources.push_back({ESP_SOURCE_BYTES, o.bytes});
  for (const auto size : o.arguments) sources.push_back({ESP_SOURCE_ARGUMENT, size});
  for (const auto& text : o.environment) sources.push_back(named(ESP_SOURCE_ENVIRONMENT, "--env", text));
  return sources;
}

/// Seeds that are longer than the input make room for themselves; without a place to go they are an error.
void read_seeds(const RunOptions& options, program::Request& request) {
  if (options.seeds.empty()) return;
  request.seeds = program::read_seeds(options.seeds);
  const auto stream = std::ranges::find_if(request.sources, [](const program::Source& source) {
    return source.kind == ESP_SOURCE_STDIN || source.kind == ESP_SOURCE_FILE ||
           source.kind == ESP_SOURCE_BYTES;
  });
  if (stream == request.sources.end())
    throw UserError(ExitCode::Usage, "--seeds: no input takes them; give --stdin, --file or --bytes");
  for (const std::string& seed : request.seeds) {
    if (seed.size() > most_bytes)
      throw UserError(ExitCode::Usage, fmt::format("--seeds: a file of {} bytes; an input has {} at most, so "
                                                   "shorten it or leave it out",
                                                   seed.size(), most_bytes));
    stream->size = std::max(stream->size, static_cast<std::uint32_t>(seed.size()));
  }
}

ExitCode run(RunOptions options, const std::vector<std::string>& arguments) {
  check_search(options);
  settle_search(options);
  if (options.search.strategy == "draw")
    throw UserError(ExitCode::Usage,
                    "--strategy: draw is for single functions; choose another for a program");
  std::error_code error;
  if (!fs::is_regular_file(options.program, error))
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: no such program; build it with CC=espalier-cc", options.program));
  if (access(options.program.c_str(), X_OK) != 0)
    throw UserError(ExitCode::Usage, fmt::format("{}: not executable; chmod +x it", options.program));
  program::Request request{.binary = options.program,
                           .arguments = arguments,
                           .sources = sources_of(options),
                           .search = options.search,
                           .limits = options.limits,
                           .isolate = options.isolate,
                           .early = !options.from_main};
  read_seeds(options, request);

  Ran ran;
  ran.name = request.binary.filename().string();
  ran.out = request.out = fs::absolute(fs::path(options.out) / ran.name);
  catch_interrupts();
  {
    ProgressDisplay display(!options.quiet);
    const std::vector<coverage::Goal> unnamed;  // they are known inside only
    display.begin(ran.name, 0, 1, unnamed, request.search);
    request.search.progress = [&](const search::Progress& progress) { display.update(progress); };
    ran.explored = program::explore(request, interrupted);
  }
  if (options.json)
    print_run_json(ran, options);
  else if (!options.quiet)
    print_run(ran);
  if (!ran.explored.unwritten.empty()) throw UserError(ExitCode::Usage, ran.explored.unwritten);
  for (const std::string& text : ran.explored.outcome.mismatches)
    fmt::print(stderr, "espalier: NOT CONFIRMED: {}: self-check failed: {}\n", ran.name, text);
  if (!ran.explored.outcome.mismatches.empty()) return ExitCode::Internal;
  return options.fail_on_findings && !ran.explored.findings.empty() ? ExitCode::Findings : ExitCode::Done;
}

}  // namespace

Action add_run(CLI::App& app, const CompilerFlags& arguments) {
  auto options = std::make_shared<RunOptions>();
  add_run_options(app, *options);
  return [options, &arguments] { return run(*options, arguments.flags); };
}

}  // namespace espalier::tools
