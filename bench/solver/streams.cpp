#include "streams.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "../kernel.h"
#include "base/cpu_time.h"
#include "coverage/criterion.h"
#include "model/model.h"
#include "search/campaign.h"
#include "solve/record.h"

namespace espalier::bench {
namespace {

// The time that a query takes of a loaded machine is its processor time.
double cpu_seconds() {
  return thread_cpu_seconds() + children_cpu_seconds();  // a back end may run in a process of its own
}

std::string name_of(const solve::Answer& answer) {
  if (std::holds_alternative<solve::Sat>(answer)) return "sat";
  if (std::holds_alternative<solve::Unsat>(answer)) return "unsat";
  return "unknown: " + std::get<solve::Unknown>(answer).reason;
}

void note_slow(std::vector<Replayed::Slow>& slowest, Replayed::Slow slow) {
  constexpr std::size_t most = 10;
  const auto place = std::find_if(slowest.begin(), slowest.end(),
                                  [&](const Replayed::Slow& other) { return other.wall < slow.wall; });
  slowest.insert(place, std::move(slow));
  if (slowest.size() > most) slowest.pop_back();
}

}  // namespace

void record_stream(const Family& family, const std::filesystem::path& file, std::uint64_t runs) {
  const auto source = bench_file(std::string("solver/programs/") + family.file);
  Kernel kernel(source, family.function, {"-fwrapv"});
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

Replayed replay_stream(const std::filesystem::path& file, Asked whom, std::size_t stride) {
  using Clock = std::chrono::steady_clock;
  expr::Pool pool;
  const auto queries = solve::read_queries(file, pool);
  if (!queries) throw std::runtime_error(queries.error());
  const auto solver = whom == Asked::PlainZ3 ? solve::plain_z3(pool) : solve::make_solver(pool);
  Replayed replayed;
  double before = cpu_seconds();
  for (std::size_t i = 0; i < queries->size(); i += stride) {
    const solve::RecordedQuery& query = (*queries)[i];
    const Clock::time_point start = Clock::now();
    const auto answer = solver->solve({query.constraints, query.seed, query.budget, query.seed_keeps_prefix});
    const double wall = std::chrono::duration<double>(Clock::now() - start).count();
    const double now = cpu_seconds();
    const double taken = now - before;
    before = now;
    ++replayed.queries;
    replayed.seconds += taken;
    const double budget = std::chrono::duration<double>(query.budget).count();
    replayed.overtime = std::max(replayed.overtime, wall / budget - 1);
    note_slow(replayed.slowest, {i, wall, name_of(answer)});
    if (std::holds_alternative<solve::Sat>(answer)) {
      ++replayed.sat;
      replayed.sat_seconds += taken;
    } else if (std::holds_alternative<solve::Unsat>(answer)) {
      ++replayed.unsat;
      replayed.unsat_slowest = std::max(replayed.unsat_slowest, taken);
    } else {
      ++replayed.unknown;
    }
  }
  solver->collect(replayed.layers);
  return replayed;
}

}  // namespace espalier::bench
