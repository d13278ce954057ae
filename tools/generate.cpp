// espalier generate: from a C file to a checked test suite.
#include "generate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>

#include "base/files.h"
#include "commands.h"
#include "config.h"
#include "frontend/contract.h"
#include "frontend/environment.h"
#include "frontend/line_directives.h"
#include "interrupt.h"
#include "suite/report/report.h"

namespace espalier::tools {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The functions to test; those we cannot make inputs for are skipped, or an error if one was named.
void plan(Generated& result, const Target& target, const GenerateOptions& options) {
  const std::string file = target.file;
  if (!target.function.empty() && !result.source.find(target.function))
    throw UserError(ExitCode::Usage, fmt::format("{}: no function '{}' is defined here; see espalier list {}",
                                                 file, target.function, file));
  for (const frontend::SourceFunction& function : result.source.functions) {
    const bool wanted = target.function.empty() ? function.in_main_file && function.name != "main" &&
                                                      !function.name.starts_with("espalier_")
                                                : function.name == target.function;
    if (!wanted) continue;
    auto unit = frontend::plan_unit(result.source, function, options.harness);
    if (unit) {
      result.units.push_back(std::move(*unit));
    } else if (!target.function.empty()) {
      throw UserError(ExitCode::Usage, fmt::format("{}:{}: {}", file, function.line, unit.error()));
    } else {
      result.skipped.push_back({function.name, unit.error()});
    }
  }
  if (result.units.empty())
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: no function here can be tested; see espalier list {}", file, file));
}

/// The harness renames the user's main; in what we report it is main again.
void restore_main(model::Program& program) {
  const std::string renamed = "espalier_user_main";
  for (model::Function& function : program.functions) {
    if (function.name == renamed) function.name = "main";
    for (model::Block& block : function.blocks)
      for (std::string& callee : block.calls)
        if (callee == renamed) callee = "main";
  }
}

std::vector<model::FunctionId> goal_functions(const model::Program& program, const std::string& name,
                                              bool whole) {
  const model::FunctionId id = program.id_of(name);
  if (id == model::no_function) return {};
  if (!whole) return {id};
  auto functions = model::reachable_functions(program, id);
  std::erase_if(functions, [&](auto f) { return program.functions[f].name.starts_with("espalier_"); });
  return functions;
}

/// Infeasible means: for every input that the harness can make.  This says where that is less than C allows.
std::string harness_bounds(const frontend::Unit& unit, const model::Program& program, model::FunctionId root,
                           bool check_undefined) {
  std::string bounds;
  for (const std::string& bound : unit.bounds) bounds += (bounds.empty() ? ", for " : ", ") + bound;
  if (check_undefined) bounds += ", without undefined behaviour (--check-undefined)";
  bounds += frontend::environment_bounds(unit);
  if (root == model::no_function || unit.allocations > 0) return bounds;
  for (const model::FunctionId id : model::reachable_functions(program, root))
    for (const model::Block& block : program.functions[id].blocks)
      for (const std::string& callee : block.calls)
        if (callee == "malloc" || callee == "calloc" || callee == "realloc")
          return bounds + ", while " + callee + " succeeds";
  return bounds;
}

/// What C leaves undefined could lead anywhere; we say it leads nowhere.
bool ends_at_memory_error(const search::Candidate& run) {
  return run.status == ESP_BOUNDS || run.status == ESP_FREED || run.status == ESP_DOUBLE_FREE ||
         run.status == ESP_BAD_FREE;
}

/// A choice stands for a condition: "p is null" is `p == NULL`.
std::vector<expr::CName> names_in_c(const frontend::Unit& unit) {
  constexpr std::string_view null = " is null";
  std::vector<expr::CName> names;
  for (const frontend::InputVariable& variable : unit.variables) {
    const bool choice = variable.kind == frontend::InputVariable::Kind::Choice;
    std::string text = variable.name;
    const bool is_null = choice && text.ends_with(null);
    if (is_null) text.replace(text.size() - null.size(), null.size(), " == NULL");
    names.push_back({std::move(text), variable.is_signed, is_null});
  }
  return names;
}

void explore_unit(Generated& result, std::uint32_t index, execute::Subject& subject,
                  const model::Program& program, const frontend::Toolchain& toolchain,
                  const std::filesystem::path& binary, const GenerateOptions& options) {
  const frontend::Unit& unit = result.units[index];
  const auto functions = goal_functions(program, unit.name, options.whole);
  const auto criterion = coverage::make_criterion(options.criterion, program, functions, result.source);
  const auto branches = coverage::branch_criterion(program, functions, result.source);
  if (branches->goals().empty() && !unit.function->conditions.empty()) {
    result.progress->clear();
    fmt::print(stderr,
               "{}:{}: the conditions of '{}' were not found in the compiled code, so they are no goals; "
               "remove #line directives from the headers it comes from\n",
               unit.function->file, unit.function->line, unit.name);
  }
  search::Options search = options.search;
  if (!search.solver.record_file.empty() && result.units.size() > 1) {  // one file for each function
    std::filesystem::path file = search.solver.record_file;
    search.solver.record_file =
        file.replace_filename(file.stem().string() + "." + unit.name + file.extension().string()).string();
  }
  search.root = program.id_of(fmt::format("espalier_unit_{}", index));
  search.unit = program.id_of(unit.name);
  search.names = names_in_c(unit);
  search.picture = 100'000;
  if (options.update) {
    search.seeds = earlier_inputs(result.earlier, unit);
    search.earlier = search.seeds.size();
    search.seeds.emplace_back();  // and what comes first without them
  }
  result.progress->begin(unit.name, index, result.units.size(), criterion->goals(), search);
  search.progress = [&](const search::Progress& progress) { result.progress->update(progress); };
  search.evolve.genome = evolve::genome_of(unit.variables);
  auto outcome = search::explore(subject, index, program, *criterion, search, interrupted);
  const bool ends_early = std::ranges::any_of(outcome.candidates, ends_at_memory_error);
  for (auto& verdict : outcome.verdicts) {
    if (verdict.verdict != search::Verdict::Infeasible) continue;
    if (unit.shortfalls.empty())
      verdict.why += harness_bounds(unit, program, search.root, options.check_undefined) +
                     (ends_early ? ", when runs end at their first memory error" : "");
    else
      verdict = {search::Verdict::Unknown,
                 fmt::format("no input reaches it with {}", fmt::join(unit.shortfalls, ", "))};
  }
  result.explained[&unit] = explain(outcome.pruned_subtrees, program, branches->goals());
  result.suite.units.push_back(suite::assemble({.source = result.source,
                                                .unit = unit,
                                                .goals = criterion->goals(),
                                                .branches = branches->goals(),
                                                .binary = binary,
                                                .symbolizer = toolchain.symbolizer,
                                                .keep_all = options.keep_all},
                                               std::move(outcome)));
  suite::UnitSuite& made = result.suite.units.back();
  made.picture = suite::picture_of(program, functions, branches->goals(), made);
}

double covered_percent(const suite::Suite& suite) {
  std::size_t total = 0, missed = 0;
  for (const auto& unit : suite.units) {
    total += unit.goals.size();
    for (const auto& verdict : unit.verdicts) missed += verdict.verdict == search::Verdict::Unknown;
  }
  return total == 0 ? 100 : 100.0 * static_cast<double>(total - missed) / static_cast<double>(total);
}

ExitCode verdict_of(const Generated& result, const GenerateOptions& options) {
  if (print_mismatches(result)) return ExitCode::Internal;
  std::size_t findings = 0;
  for (const auto& unit : result.suite.units) findings += unit.findings.size();
  if (options.fail_on_findings && findings > 0) return ExitCode::Findings;
  if (covered_percent(result.suite) < options.fail_under) return ExitCode::GoalMissed;
  return ExitCode::Done;
}

/// Writes the harness and builds the subject from it.  Ctrl-C here leaves nothing worth keeping.
model::Program build(Generated& result, const frontend::Toolchain& toolchain,
                     const std::filesystem::path& binary, const GenerateOptions& options) {
  const auto start = Clock::now();
  const auto harness = result.out / "harness.c";
  auto flags = result.source.flags;
  if (result.source.has_line_directives) {
    result.source.copy = result.out / "source.c";
    const auto text = read_file(result.source.path);
    if (text) write_file(result.source.copy, frontend::without_line_directives(*text, result.source.path));
    flags.push_back("-iquote" + result.source.path.parent_path().string());
  }
  write_file(harness, frontend::harness_text(result.source, result.units));
  const UserError stopped(ExitCode::Interrupted, "espalier: interrupted before the search; no tests written");
  try {
    frontend::build_subject(toolchain, {.harness = harness,
                                        .output = binary,
                                        .flags = flags,
                                        .dump_ir = options.dump_ir,
                                        .instrument = true,
                                        .check_undefined = options.check_undefined,
                                        .cancelled = &interrupted});
  } catch (const UserError&) {
    if (interrupted) throw stopped;
    throw;
  }
  if (interrupted) throw stopped;
  auto program = model::read_program(binary);
  if (!program) throw std::runtime_error(program.error());
  restore_main(*program);
  result.build_seconds = seconds_since(start);
  return std::move(*program);
}

/// Messages about files in the staging directory are about those that the user gets.
void rename_in(std::vector<std::string>& texts, const std::string& from, const std::string& to) {
  for (std::string& text : texts)
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
}

/// A report is worth having, but no reason to lose the tests.
void write_page(const std::filesystem::path& directory, Generated& result) {
  try {
    suite::write_report(directory);
    result.report = result.out / "report.html";
  } catch (const UserError& error) {
    result.no_report = error.what();
  }
}

/// What is checked is what was generated, even where the user has edited the files of an earlier run: it
/// is written to a directory of its own first.
void write_and_verify(Generated& result, const GenerateOptions& options) {
  const auto start = Clock::now();
  const ScratchDirectory staging;
  suite::export_all(result.suite, staging.path());
  write_page(staging.path(), result);
  result.published = suite::publish(staging.path(), result.out);
  if (options.no_verify) return;
  result.verification = suite::verify(result.suite, staging.path(),
                                      {.frameworks = true,
                                       .sanitize = !options.no_sanitize,
                                       .check_undefined = options.check_undefined,
                                       .symbolizer = {},
                                       .cancelled = &interrupted});
  result.verified = !result.verification.interrupted;
  write_page(staging.path(), result);
  result.published = suite::publish(staging.path(), result.out);
  for (auto* texts :
       {&result.verification.failures, &result.verification.differences, &result.verification.notes})
    rename_in(*texts, staging.path().string(), result.out.string());
  result.verify_seconds = seconds_since(start);
}

ExitCode generate(GenerateOptions options, const CompilerFlags& compiler) {
  const Target target = parse_target(options.target);
  settle(options);
  catch_interrupts();

  Generated result;
  result.source =
      frontend::parse_source(target.file, compiler_flags(compiler, options.build_dir, target.file),
                             {options.stubs.begin(), options.stubs.end()});
  check_hints(options, result.source);
  frontend::read_contracts(result.source, options.contracts);
  plan(result, target, options);
  result.name = target.function.empty() ? result.source.path.stem().string() : target.function;
  result.out = std::filesystem::absolute(std::filesystem::path(options.out) / result.name);
  make_writable_directory(result.out);
  if (options.update) result.earlier = read_earlier(result.out);
  result.suite = {.source = &result.source,
                  .units = {},
                  .criterion = options.criterion,
                  .strategy = options.search.strategy,
                  .seed = options.search.seed,
                  .formats = options.formats};

  const frontend::Toolchain toolchain = frontend::find_toolchain();
  result.progress = std::make_unique<ProgressDisplay>(!options.quiet);
  result.progress->stage("building " + result.name);
  const auto binary = result.out / "subject";
  const model::Program program = build(result, toolchain, binary, options);

  execute::Subject subject(binary, options.limits, options.isolate);
  subject.end_runs_when(interrupted);
  for (std::uint32_t i = 0; i < result.units.size() && !interrupted; i++) {
    try {
      explore_unit(result, i, subject, program, toolchain, binary, options);
    } catch (const UserError& unsuited) {  // the strategy cannot do this one of many
      result.skipped.push_back({result.units[i].name, unsuited.what()});
      if (i + 1 == result.units.size() && result.suite.units.empty()) throw;
    }
  }
  result.restarts = subject.restarts();

  result.progress->stage("verifying " + result.name);
  write_and_verify(result, options);
  result.progress->clear();
  if (options.update) result.update = compare_suites(result.earlier, read_earlier(result.out));
  if (options.json)
    print_json(result);
  else if (!options.quiet)
    print_summary(result, options);
  return verdict_of(result, options);
}

}  // namespace

Action add_generate(CLI::App& app, const CompilerFlags& compiler) {
  auto options = std::make_shared<GenerateOptions>();
  add_options(app, *options);
  return [options, &compiler, &app] {
    apply_config(find_config(parse_target(options->target).file), app, *options);
    return generate(*options, compiler);
  };
}

}  // namespace espalier::tools
