#include "paths/course.h"

#include <algorithm>

namespace espalier::paths {

Reduced with_bound(const Graph& graph, const Question& question) {
  if (question.bound == Bound::AtMost)
    return with_rest(graph, question.start, question.end, question.rest_weight);
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
  const Graph& chains = trimmed.graph;
  spelled_from_.reserve(core.graph.edges() + std::size_t{1});
  for (EdgeId slot = 0; slot < core.graph.edges(); ++slot) {
    spelled_from_.push_back(static_cast<std::uint32_t>(spelling_.size()));
    EdgeId at = core.origin[slot];
    for (std::uint32_t left = core.graph.length(slot); left > 0; --left) {
      const EdgeId given = extended.graph.given(trimmed.origin[at]);
      if (given < user_edges) spelling_.push_back(given);
      at = chains.first_out(chains.to(at));  // in a chain, the only one
    }
  }
  spelled_from_.push_back(static_cast<std::uint32_t>(spelling_.size()));
  spelling_.resize(spelling_.size() + kSlack);
}

std::size_t Course::match(EdgeId slot, std::span<const EdgeId> edges) const {
  const std::size_t common = std::min<std::size_t>(core.graph.length(slot), edges.size());
  const std::size_t spelled = spelled_from_[slot + 1] - spelled_from_[slot];
  for (std::size_t i = 0; i < common; ++i)
    if (edges[i] != (i < spelled ? spelling_[spelled_from_[slot] + i] : kRest)) return 0;
  return common;
}

}  // namespace espalier::paths
