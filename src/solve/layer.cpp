#include "solve/layer.h"

#include <cassert>

namespace espalier::solve {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

// An answer is counted where it was settled: an answer passed on unchanged belongs to the layer
// below, so that the counts of all layers add up to the number of queries.  Time is taken with the layers
// below, which are taken off when somebody asks: looking at the clock costs as much as a cheap layer.
Answer Layer::solve(const Query& query) {
  const Clock::time_point start = Clock::now();
  ++statistics_.queries;
  answer_below_ = std::variant_npos;
  Answer answer = decide(query);
  if (answer.index() != answer_below_) {
    if (std::holds_alternative<Sat>(answer)) ++statistics_.sat;
    if (std::holds_alternative<Unsat>(answer)) ++statistics_.unsat;
    if (std::holds_alternative<Unknown>(answer)) ++statistics_.unknown;
  }
  statistics_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return answer;
}

Answer Layer::ask_next(const Query& query) {
  assert(next_ && "a back end has nobody to ask");
  Answer answer = next_->solve(query);
  answer_below_ = answer.index();
  return answer;
}

void Layer::collect(Statistics& into) const {
  const std::size_t here = into.size();
  into.emplace_back(name_, statistics_);
  if (next_) next_->collect(into);
  for (std::size_t below = here + 1; below < into.size(); ++below)
    into[here].second.seconds -= into[below].second.seconds;
}

}  // namespace espalier::solve
