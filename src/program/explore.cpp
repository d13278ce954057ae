#include "program/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <set>
#include <tuple>

#include "base/cpu_time.h"
#include "base/files.h"
#include "base/result.h"
#include "frontend/toolchain.h"
#include "program/corpus.h"
#include "search/failure.h"

namespace espalier::program {
namespace {
namespace fs = std::filesystem;

/// What programs get to see of the environment: what they need to work, and the locale that our models are
/// of.
std::vector<std::string> small_environment(const fs::path& scratch) {
  std::vector<std::string> environment;
  for (const char* name : {"PATH", "USER", "LD_LIBRARY_PATH"})
    if (const char* value = std::getenv(name)) environment.push_back(fmt::format("{}={}", name, value));
  environment.push_back("HOME=" + scratch.string());
  environment.push_back("TMPDIR=" + scratch.string());
  environment.emplace_back("LC_ALL=C");
  return environment;
}

std::vector<Input> seeds_of(const Request& request, const Layout& layout) {
  std::vector<Input> inputs;
  const auto stream = std::ranges::find_if(layout.sources, is_stream);
  if (stream == layout.sources.end()) return inputs;
  for (const std::string& bytes : request.seeds) {
    Input input;
    set_bytes(*stream, bytes, input);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<Approximation> approximations_of(const model::Program& program, const std::vector<bool>& edges) {
  std::set<std::tuple<std::string, std::uint32_t, std::string>> found;
  for (const model::Site& site : program.sites) {
    if (site.kind != model::SiteKind::Approximation || site.first >= edges.size() || !edges[site.first])
      continue;
    found.emplace(site.location.file, site.location.line, site.what);
  }
  std::vector<Approximation> result;
  for (const auto& [file, line, what] : found) result.push_back({{file, line, 0}, what});
  return result;
}

bool is_finding(const search::Candidate& run) {
  return run.status != ESP_OK && run.status != ESP_EXIT && run.status != ESP_REJECTED;
}

/// The main that we link to a target of fuzzers has no place in a source, and nobody else reads the bytes.
void check_bytes(const Request& request, const model::Program& program) {
  const bool is_target = program.functions[program.id_of("main")].location.file.empty();
  const bool has_bytes = std::ranges::count(request.sources, ESP_SOURCE_BYTES, &Source::kind) != 0;
  if (is_target && !has_bytes)
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: a target of fuzzers; give --bytes N", request.binary.string()));
  if (has_bytes && !is_target)
    throw UserError(
        ExitCode::Usage,
        fmt::format("--bytes: {} has a main of its own, and its bytes are read by none; give --stdin, "
                    "--arg or --file, or link it without that main",
                    request.binary.string()));
}

}  // namespace

model::Program read_instrumented(const fs::path& binary) {
  auto program = model::read_program(binary);
  if (!program)
    throw UserError(ExitCode::Usage, fmt::format("{}; build it with CC=espalier-cc", program.error()));
  if (program->id_of("main") == model::no_function)
    throw UserError(
        ExitCode::Usage,
        fmt::format("{}: its main is not instrumented; compile all its files with espalier-cc, without "
                    "-fPIC",
                    binary.string()));
  return std::move(*program);
}

// Models of library functions have no place in a source.
std::vector<model::FunctionId> own_functions(const model::Program& program) {
  std::vector<model::FunctionId> functions;
  for (model::FunctionId id = 0; id < program.functions.size(); ++id)
    if (!program.functions[id].location.file.empty()) functions.push_back(id);
  return functions;
}

struct RunningProgram::State {
  ScratchDirectory scratch{"/dev/shm"};
  std::unique_ptr<execute::Subject> subject;
};

RunningProgram::RunningProgram(const Request& request, Layout& layout) : state_(std::make_unique<State>()) {
  execute::Launch launch;
  launch.arguments = place_arguments(request.arguments, layout);
  launch.scratch = state_->scratch.path();
  launch.environment = small_environment(launch.scratch);
  launch.sources = layout.sources;
  launch.stream_first = layout.stream_first;
  launch.early = request.early;
  state_->subject = std::make_unique<execute::Subject>(fs::absolute(request.binary), request.limits,
                                                       request.isolate, std::move(launch));
}
RunningProgram::~RunningProgram() = default;
execute::Subject& RunningProgram::subject() { return *state_->subject; }

Explored explore(const Request& request, const std::atomic<bool>& interrupted) {
  Explored result;
  result.program = read_instrumented(request.binary);
  check_bytes(request, result.program);
  result.layout = lay_out(request.sources);
  result.criterion = coverage::compiled_branch_criterion(result.program, own_functions(result.program));
  search::Options options = request.search;
  options.root = options.unit = result.program.id_of("main");
  options.seeds = seeds_of(request, result.layout);

  const double children = children_cpu_seconds(), driver = thread_cpu_seconds();
  {
    RunningProgram running(request, result.layout);
    assert(!request.out.empty() && "the inputs have to go somewhere");
    Corpus corpus(request.out, result.layout.sources);
    options.kept = [&corpus](const search::Candidate& run) { corpus.add(run); };
    running.subject().end_runs_when(interrupted);
    result.confined = running.subject().confined();
    result.isolated = running.subject().isolated();
    result.outcome =
        search::explore(running.subject(), 0, result.program, *result.criterion, options, interrupted);
    result.taken_back = running.subject().taken_back();
    // The seeds may be an earlier search's, and those that did not get their turn are only there.
    const bool all_seeds_ran = result.outcome.iterations >= options.seeds.size();
    result.unwritten = corpus.problem();
    if (all_seeds_ran && result.unwritten.empty() && !interrupted) corpus.remove_earlier();
    result.inputs = corpus.files();
  }  // its process has ended
  result.program_cpu_seconds = children_cpu_seconds() - children;
  result.cpu_seconds = thread_cpu_seconds() - driver + result.program_cpu_seconds;

  for (search::GoalVerdict& verdict : result.outcome.verdicts)
    if (verdict.verdict == search::Verdict::Infeasible)
      verdict.why += ", for these arguments, symbolic inputs up to their sizes, and this environment";

  result.approximations = approximations_of(result.program, result.outcome.edges);
  for (const search::Candidate& run : result.outcome.candidates)
    result.tests.push_back({fmt::format("run_{}", run.run), run, run.goals, "", ""});
  assert(result.inputs.size() == result.tests.size() && "each was told when it was kept");
  result.findings = suite::findings_of(result.tests, request.binary, frontend::find_toolchain().symbolizer);
  std::set<search::Failure> known;  // many inputs may lead to one failure
  std::erase_if(result.findings, [&](const suite::Finding& finding) {
    const search::Candidate& run = result.tests[finding.test].run;
    return !is_finding(run) || !known.insert(search::failure_of(run)).second;
  });
  return result;
}

}  // namespace espalier::program
