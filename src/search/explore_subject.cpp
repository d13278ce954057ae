#include "execute/subject.h"
#include "search/campaign.h"
#include "search/strategy.h"

namespace espalier::search {

Outcome explore(execute::Subject& subject, std::uint32_t unit, const model::Program& program,
                const coverage::Criterion& criterion, const Options& options,
                const std::atomic<bool>& interrupted) {
  expr::Pool pool;
  const std::unique_ptr<solve::Solver> solver = solve::make_solver(pool, options.solver);
  const std::unique_ptr<Strategy> strategy = make_strategy(options.strategy);
  const esp_telling telling = strategy != nullptr ? strategy->telling() : ESP_TELL_NOTHING;
  const Engine engine{
      [&](const Input& input) { return subject.run(unit, input, ESP_MODE_CONCOLIC, telling); },
      pool,
      *solver,
      program,
      criterion,
      [&](const Input& input, std::span<const model::EdgeId> edges) {
        return subject.force(unit, input, edges);
      },
      [&](std::span<const std::uint64_t> values, std::uint32_t width,
          const execute::BatchQuestion& question) { return subject.batch(unit, values, width, question); }};
  const execute::Subject::Burst burst(subject);
  return explore(engine, options, interrupted);
}

}  // namespace espalier::search
