#include "paths/course.h"

#include <algorithm>

namespace espalier::paths {

Reduced with_bound(const Graph& graph, const Question& question) {
  if (question.bound == Bound::AtMost) return with_rest(graph, question.start, question.end, question.rest_weight);
  return {.graph = graph, .start = question.start, .end = question.end, .origin = {}};
}

std::uint32_t length_with_bound(const Question& question) {
  return question.length + (question.bound == Bound::AtMost ? 1 : 0);
}

Course::Course(const Graph& graph, const Question& question)
    : Course(question, with_bound(graph, question), graph.edges()) {}

Course::Course(const Question& question, const Reduced& extended, EdgeId user_edges)
    : Course(question, extended, trim(extended.graph, extended.start, extended.end), user_edges) {}

Course::Course(const Question& question, const Reduced& extended, const Reduced& trimmed, EdgeId user_edges)
    : length(length_with_bound(question)),
      has_rest(question.bound == Bound::AtMost),
      core(contract_chains(trimmed)) {
  steps.reserve(trimmed.origin.size());
  for (EdgeId slot = 0; slot < trimmed.graph.edges(); ++slot) {
    const EdgeId given = extended.graph.given(trimmed.origin[slot]);
    steps.push_back({.name = given < user_edges ? given : kRest,
                     .next = trimmed.graph.first_out(trimmed.graph.to(slot))});
  }
}

void Course::append(EdgeId slot, Path& path) const {
  EdgeId at = core.origin[slot];
  for (std::uint32_t left = core.graph.length(slot); left > 0; --left) {
    const Step step = steps[at];
    if (step.name == kRest) return;
    path.push_back(step.name);
    at = step.next;
  }
}

std::size_t Course::match(EdgeId slot, std::span<const EdgeId> edges) const {
  EdgeId at = core.origin[slot];
  const std::size_t common = std::min<std::size_t>(core.graph.length(slot), edges.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (steps[at].name != edges[i]) return 0;
    at = steps[at].next;
  }
  return common;
}

}  // namespace espalier::paths
