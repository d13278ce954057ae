#include "measure.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <stdexcept>

#include "base/cpu_time.h"

namespace espalier::bench {
namespace {

double subject_time(const execute::Subject& subject) {
  return std::chrono::duration<double>(subject.cpu_time()).count();
}

}  // namespace

EvolutionSubject::EvolutionSubject(const std::string& file, const std::string& function)
    : kernel_(bench_file(file), function),
      program_(*model::read_program(kernel_.binary)),
      unit_(program_.id_of(function)),
      criterion_(coverage::branch_criterion(program_, model::reachable_functions(program_, unit_),
                                            kernel_.source)) {}

Measured EvolutionSubject::run(search::Options options, unsigned repetitions, bool evolves) {
  options.root = program_.id_of("espalier_unit_0");
  options.unit = unit_;
  if (evolves) options.evolve.genome = evolve::genome_of(kernel_.units[0].variables);
  execute::Limits limits;
  limits.trace = options.depth;
  kernel_.subject->set_limits(limits);
  Measured mean;
  const std::atomic<bool> never{false};
  for (unsigned i = 1; i <= repetitions; ++i) {
    options.seed = i;
    const double driver = process_cpu_seconds(), subject = subject_time(*kernel_.subject);
    const search::Outcome outcome =
        search::explore(*kernel_.subject, 0, program_, *criterion_, options, never);
    if (!outcome.mismatches.empty()) throw std::runtime_error(outcome.mismatches.front());
    const double percent = 100.0 / static_cast<double>(outcome.verdicts.size()) / repetitions;
    for (std::size_t goal = 0; goal < outcome.verdicts.size(); ++goal) {
      const search::GoalVerdict& verdict = outcome.verdicts[goal];
      if (verdict.verdict == search::Verdict::Covered) mean.covered += percent;
      if (verdict.verdict != search::Verdict::Unknown) mean.decided += percent;
      if (verdict.verdict == search::Verdict::Unknown)
        mean.unknown =
            fmt::format("line {}: {} {}: {}", criterion_->goals()[goal].location.line,
                        criterion_->goals()[goal].text, criterion_->goals()[goal].side, verdict.why);
    }
    mean.seconds += outcome.seconds / repetitions;
    mean.driver_seconds += (process_cpu_seconds() - driver) / repetitions;
    mean.subject_seconds += (subject_time(*kernel_.subject) - subject) / repetitions;
    mean.evaluations += static_cast<double>(outcome.evaluations) / repetitions;
  }
  return mean;
}

}  // namespace espalier::bench
