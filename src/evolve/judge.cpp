#include "evolve/judge.h"

#include <algorithm>

namespace espalier::evolve {

bool Judge::ask(const Population& population, const execute::BatchQuestion& question, Judgement& into) {
  const std::size_t width = population.width();
  into.objectives = question.objectives;
  into.results.assign(population.size(), {.status = ESP_DIED, .news = 0, .covered = 0});
  into.fitness.assign(population.size() * into.objectives, ESP_NO_FITNESS);
  std::size_t done = 0;
  while (done < population.size() && !gave_up()) {
    const execute::Batch batch =
        evaluate_(population.values().subspan(done * width), static_cast<std::uint32_t>(width), question);
    const std::size_t count = std::min(batch.results.size(), population.size() - done);
    std::copy_n(batch.results.begin(), count, into.results.begin() + static_cast<std::ptrdiff_t>(done));
    std::copy_n(batch.fitness.begin(), std::min(count * into.objectives, batch.fitness.size()),
                into.fitness.begin() + static_cast<std::ptrdiff_t>(done * into.objectives));
    evaluations_ += count;
    steps_ += batch.steps;
    done += count;
    if (done == population.size()) break;
    if (count == 0 || batch.results.size() < population.size() - done) {  // the next one killed it
      ++deaths_;
      ++done;
      ++evaluations_;
    }
  }
  return !gave_up();
}

}  // namespace espalier::evolve
