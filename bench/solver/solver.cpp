// The solver stack on queries of real campaigns: which layer answers how many, how fast, and how the
// whole compares with plain Z3, one fresh solver for each query.
//
// Each family is explored once by the engine with --record-queries; the streams are then replayed.
#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "coverage/criterion.h"
#include "../experiment.h"
#include "../kernel.h"
#include "model/model.h"
#include "search/campaign.h"
#include "solve/record.h"
#include "solve/solver.h"

namespace espalier::bench {
namespace {

struct Family {
  const char* name;
  const char* file;
  const char* function;
  bool floats = false;
};

constexpr Family families[] = {
    {"triangle", "triangle.c", "triangle"},
    {"tcas", "tcas.c", "tcas"},
    {"bubble sort 8", "bubble_sort.c", "bubble_sort"},
    {"binary search 16", "binary_search.c", "binary_search"},
    {"square 3x3", "squares.c", "square_3"},
    {"square 4x4", "squares.c", "square_4"},
    {"gcd", "gcd.c", "gcd"},
    {"calendar", "calendar.c", "calendar"},
    {"parser 16", "parser.c", "parser"},
    {"crc", "hashes.c", "crc"},
    {"hash chain", "hashes.c", "chain"},
    {"quadratic", "quadratic.c", "quadratic"},
    {"double quadratic", "doubles.c", "roots", true},
    {"newton", "doubles.c", "newton", true},
    {"cubic", "doubles.c", "cubic", true},
};

// The time that a query takes of a loaded machine is its processor time.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  rusage children{};  // a back end may run in a process of its own
  getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) +
         seconds(children.ru_utime) + seconds(children.ru_stime);
}

/// The queries of one campaign, at most `most` of them.
void record(const Family& family, const std::filesystem::path& file, std::uint64_t runs) {
  const auto source = bench_file(std::string("solver/programs/") + family.file);
  Kernel kernel(source, family.function);
  auto program = model::read_program(kernel.binary);
  if (!program) throw std::runtime_error(program.error());
  const auto criterion =
      coverage::branch_criterion(*program, {program->id_of(family.function)}, kernel.source);
  search::Options options;
  options.exhaustive = true;
  options.iterations = runs;
  options.budget = std::chrono::seconds(20);
  options.query_budget = std::chrono::milliseconds(1000);
  options.solver.record_file = file.string();
  const std::atomic<bool> interrupted{false};
  (void)search::explore(*kernel.subject, 0, *program, *criterion, options, interrupted);
}

struct Measured {
  double seconds = 0;
  std::uint64_t sat = 0, unsat = 0, unknown = 0;
  solve::Statistics layers;
};

Measured replay(const std::filesystem::path& file, std::size_t most, bool plain_z3) {
  expr::Pool pool;
  const auto queries = solve::read_queries(file, pool);
  if (!queries) throw std::runtime_error(queries.error());
  Measured measured;
  const auto solver = plain_z3 ? solve::plain_z3(pool) : solve::make_solver(pool);
  // Evenly spread over the campaign, so that late queries count as much as early ones.
  const std::size_t stride = plain_z3 ? std::max<std::size_t>(1, queries->size() / most) : 1;
  std::size_t asked = 0;
  const double start = cpu_seconds();
  for (std::size_t i = 0; i < queries->size(); i += stride) {
    const solve::RecordedQuery& query = (*queries)[i];
    const auto answer = solver->solve({query.constraints, query.seed, query.budget});
    ++asked;
    measured.sat += std::holds_alternative<solve::Sat>(answer);
    measured.unsat += std::holds_alternative<solve::Unsat>(answer);
    measured.unknown += std::holds_alternative<solve::Unknown>(answer);
  }
  measured.seconds = cpu_seconds() - start;
  if (plain_z3 && asked > 0)  // as if it had been asked all of them
    measured.seconds *= static_cast<double>(queries->size()) / static_cast<double>(asked);
  solver->collect(measured.layers);
  return measured;
}

void run(const Settings& settings) {
  const std::uint64_t runs = settings.quick ? 60 : 1500;
  const std::size_t most_for_z3 = settings.quick ? 10 : 150;
  print_header(
      "solver: the stack against one fresh Z3 for each query, on recorded campaigns (processor time)");
  ScratchDirectory scratch;
  Table table(
      {"family", "queries", "sat", "unsat", "unknown", "us/query", "Z3 us/query", "ratio", "Z3 unknown"});
  std::map<std::string, solve::LayerStatistics> layers;
  std::vector<std::string> order;
  double integers = 0, integers_z3 = 0, worst = 1e9, floats_ms = 0;
  std::uint64_t sat = 0, sat_by_backend = 0;
  for (const Family& family : families) {
    const auto file = scratch.path() / (std::string(family.function) + ".queries");
    record(family, file, runs);
    const Measured ours = replay(file, most_for_z3, false);
    const Measured z3 = replay(file, most_for_z3, true);
    const auto queries = static_cast<double>(ours.sat + ours.unsat + ours.unknown);
    if (queries == 0) continue;
    const double ratio = z3.seconds / std::max(ours.seconds, 1e-9);
    table.add({family.name, fmt::format("{}", static_cast<std::uint64_t>(queries)),
               fmt::format("{}", ours.sat), fmt::format("{}", ours.unsat), fmt::format("{}", ours.unknown),
               fmt::format("{:.1f}", ours.seconds * 1e6 / queries),
               fmt::format("{:.0f}", z3.seconds * 1e6 / queries), fmt::format("{:.1f}", ratio),
               fmt::format("{}", z3.unknown)});
    worst = std::min(worst, ratio);
    if (family.floats) {
      floats_ms = std::max(floats_ms, ours.seconds * 1e3 / queries);
    } else {
      integers += ours.seconds;
      integers_z3 += z3.seconds;
    }
    for (const auto& [name, statistics] : ours.layers) {
      if (!layers.contains(name)) order.push_back(name);
      auto& sum = layers[name];
      sum.queries += statistics.queries;
      sum.sat += statistics.sat;
      sum.unsat += statistics.unsat;
      sum.unknown += statistics.unknown;
      sum.seconds += statistics.seconds;
      if (name == "bits" || name == "z3") sat_by_backend += statistics.sat;
    }
    sat += ours.sat;
  }
  table.print();
  table.write_csv(settings.out, "solver");

  print_header("solver: what each layer settles, all families together");
  Table by_layer({"layer", "asked", "sat", "unsat", "own time us/query", "us/answer"});
  for (const std::string& name : order) {
    const auto& s = layers[name];
    const double answers = static_cast<double>(s.sat + s.unsat);
    by_layer.add(
        {name, fmt::format("{}", s.queries), fmt::format("{}", s.sat), fmt::format("{}", s.unsat),
         fmt::format("{:.2f}", s.queries == 0 ? 0 : s.seconds * 1e6 / static_cast<double>(s.queries)),
         answers == 0 ? "-" : fmt::format("{:.2f}", s.seconds * 1e6 / answers)});
  }
  by_layer.print();
  by_layer.write_csv(settings.out, "solver-layers");

  print_figure("integer families, Z3 / stack", integers_z3 / std::max(integers, 1e-9), "x", ">= 20",
               integers_z3 >= 20 * integers);
  print_figure("worst family, Z3 / stack", worst, "x", ">= 0.91", worst >= 0.91);
  const double without =
      100 - 100.0 * static_cast<double>(sat_by_backend) / std::max<double>(1, static_cast<double>(sat));
  print_figure("sat without a back end", without, "%", ">= 90", without >= 90);
  print_figure("slowest floating-point family", floats_ms, "ms/query", "<= 10", floats_ms <= 10);
}

const Experiment entry{"solver", "layers and back ends on recorded queries, against plain Z3", run};

}  // namespace
}  // namespace espalier::bench
