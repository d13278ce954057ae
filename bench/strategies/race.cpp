// One search on one program, and when it covered what.
#include "race.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <limits>
#include <stdexcept>

#include "search/strategy.h"
#include "synthetic.h"

namespace espalier::bench {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Of this process and of all its children that are over.  The subject runs on and is counted apart.
double own_cpu() {
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) / 1e9 +
         seconds(children.ru_utime) + seconds(children.ru_stime);
}

}  // namespace

std::uint64_t Race::covered_by(std::uint64_t iteration) const {
  return static_cast<std::uint64_t>(std::ranges::upper_bound(news, iteration) - news.begin());
}

std::optional<std::uint64_t> Race::iterations_to(std::uint64_t count) const {
  if (count == 0) return 0;
  if (count > news.size()) return std::nullopt;
  return news[count - 1];
}

double Race::cpu_of(std::uint64_t iteration) const {
  const std::uint64_t sample = (iteration + cpu_stride - 1) / cpu_stride;
  return sample == 0 || sample > cpu_at.size() ? cpu_seconds : cpu_at[sample - 1];
}

Arena::Arena(std::string name, const std::filesystem::path& file, const std::string& function)
    : name_(std::move(name)), kernel_(file, function) {
  auto program = model::read_program(kernel_.binary);
  if (!program) throw std::runtime_error(program.error());
  program_ = std::move(*program);
  root_ = program_.id_of("espalier_unit_0");
  unit_ = program_.id_of(function);
  criterion_ =
      coverage::branch_criterion(program_, model::reachable_functions(program_, unit_), kernel_.source);
}

Race Arena::run(search::Options options, const std::function<void(std::uint64_t)>& watch) {
  options.root = root_;
  options.unit = unit_;
  options.depth = race_depth;
  options.budget = std::chrono::hours(1);
  execute::Limits limits;
  limits.trace = race_depth;
  kernel_.subject->set_limits(limits);

  Race race;
  const auto cpu = [&] {
    return own_cpu() + std::chrono::duration<double>(kernel_.subject->cpu_time()).count();
  };
  const double start = cpu();
  expr::Pool pool;
  const auto solver = solve::make_solver(pool, options.solver);
  const esp_telling telling = search::make_strategy(options.strategy)->telling();
  std::uint64_t runs = 0;
  const auto run = [&](const Input& input) {
    if (runs != 0 && runs % Race::cpu_stride == 0) race.cpu_at.push_back(cpu() - start);
    if (watch) watch(runs);
    ++runs;
    return kernel_.subject->run(0, input, ESP_MODE_CONCOLIC, telling);
  };
  const std::atomic<bool> never{false};
  const execute::Subject::Burst burst(*kernel_.subject);
  const search::Outcome outcome =
      search::explore({run, pool, *solver, program_, *criterion_}, options, never);
  race.cpu_seconds = cpu() - start;
  if (!outcome.mismatches.empty()) throw std::runtime_error(name_ + ": " + outcome.mismatches.front());

  race.iterations = outcome.iterations;
  race.solver_calls = outcome.solver_calls;
  race.paths = outcome.paths;
  race.nodes = outcome.nodes;
  race.stopped_by = outcome.stopped_by;
  // Whatever covered a goal first is a candidate.
  std::vector<std::uint64_t> first(goals(), std::numeric_limits<std::uint64_t>::max());
  for (const search::Candidate& candidate : outcome.candidates)
    for (const coverage::GoalId goal : candidate.goals) first[goal] = std::min(first[goal], candidate.run);
  for (const std::uint64_t iteration : first)
    if (iteration != std::numeric_limits<std::uint64_t>::max()) race.news.push_back(iteration);
  std::ranges::sort(race.news);
  return race;
}

namespace {

struct Place {
  std::string name;
  unsigned lines;  // of a made-up program; 0: a file of this folder
  bool quick;
};
const std::vector<Place> places{{"replace", 0, true},    {"keyboard", 0, true},  {"player", 0, false},
                                {"disk", 0, false},      {"tp300", 300, true},   {"tp600", 600, false},
                                {"tp1k", 1'000, false},  {"tp2k", 2'000, false}, {"tp5k", 5'000, false},
                                {"tp10k", 10'000, false}};

std::vector<std::string> place_names() {
  std::vector<std::string> names;
  for (const Place& place : places) names.push_back(place.name);
  return names;
}

}  // namespace

void check_only(const Settings& settings, const std::vector<std::string>& strategies) {
  std::vector<std::string> known = place_names();
  known.insert(known.end(), strategies.begin(), strategies.end());
  for (const std::string& name : settings.only)
    if (std::ranges::find(known, name) == known.end())
      throw std::runtime_error(
          fmt::format("--only: '{}' is neither a program nor a strategy here; choose from {}", name,
                      fmt::join(known, ", ")));
}

void for_each_arena(const Settings& settings, const std::function<void(Arena&)>& visit) {
  const ScratchDirectory scratch;
  for (const auto& [name, lines, quick] : places) {
    if ((settings.quick && !quick) || !settings.wants(name, place_names())) continue;
    std::filesystem::path file = bench_file("strategies/" + name + ".c");
    if (lines != 0) {
      file = scratch.path() / (name + ".c");
      write_file(file, synthetic_program({.lines = lines}));
    }
    Arena arena(name, file, lines == 0 ? name : "synthetic");
    visit(arena);
  }
}

}  // namespace espalier::bench
