#include "solve/layer.h"

#include <cassert>

namespace espalier::solve {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

// An answer is counted where it was settled: an answer passed on unchanged belongs to the layer
// below, so that the counts of all layers add up to the number of queries.
Answer Layer::solve(const Query& query) {
  const Clock::time_point start = Clock::now();
  ++statistics_.queries;
  below_ = 0;
  answer_below_ = std::variant_npos;
  Answer answer = decide(query);
  if (answer.index() != answer_below_) {
    if (std::holds_alternative<Sat>(answer)) ++statistics_.sat;
    if (std::holds_alternative<Unsat>(answer)) ++statistics_.unsat;
    if (std::holds_alternative<Unknown>(answer)) ++statistics_.unknown;
  }
  statistics_.seconds += seconds_since(start) - below_;
  return answer;
}

Answer Layer::ask_next(const Query& query) {
  assert(next_ && "a back end has nobody to ask");
  const Clock::time_point start = Clock::now();
  Answer answer = next_->solve(query);
  below_ += seconds_since(start);
  answer_below_ = answer.index();
  return answer;
}

void Layer::collect(Statistics& into) const {
  into.emplace_back(name_, statistics_);
  if (next_) next_->collect(into);
}

}  // namespace espalier::solve
