#include "paths/space.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace espalier::paths {
namespace {

/// The name of the edges to and on the vertex of rest, which users never see.
constexpr EdgeId kRest = std::numeric_limits<EdgeId>::max();

Reduced as_given(const Graph& graph, const Question& question) {
  if (question.bound == Bound::AtMost) return with_rest(graph, question.start, question.end);
  return {.graph = graph, .start = question.start, .end = question.end, .origin = {}};
}

void subtract(Limb* from, std::size_t width, const Limb* number, std::size_t number_width) {
  mpn_sub(from, from, static_cast<mp_size_t>(width), number, static_cast<mp_size_t>(number_width));
}

}  // namespace

PathSpace::PathSpace(const Graph& graph, const Question& question)
    : PathSpace(question, as_given(graph, question), graph.edges()) {}

PathSpace::PathSpace(const Question& question, const Reduced& extended, EdgeId user_edges)
    : PathSpace(question, extended, trim(extended.graph, extended.start, extended.end), user_edges) {}

PathSpace::PathSpace(const Question& question, const Reduced& extended, const Reduced& trimmed,
                     EdgeId user_edges)
    : length_(question.length + (question.bound == Bound::AtMost ? 1 : 0)),
      has_rest_(question.bound == Bound::AtMost),
      steps_(steps(extended, trimmed, user_edges)),
      core_(contract_chains(trimmed)),
      counts_(core_.graph, core_.end, length_) {}

std::vector<PathSpace::Step> PathSpace::steps(const Reduced& extended, const Reduced& trimmed,
                                              EdgeId user_edges) {
  std::vector<Step> steps;
  steps.reserve(trimmed.origin.size());
  for (EdgeId slot = 0; slot < trimmed.graph.edges(); ++slot) {
    const EdgeId given = extended.graph.given(trimmed.origin[slot]);
    steps.push_back({.name = given < user_edges ? given : kRest,
                     .next = trimmed.graph.first_out(trimmed.graph.to(slot))});
  }
  return steps;
}

/// Appends the user's edges of a chain.
void PathSpace::append(EdgeId slot, Path& path) const {
  EdgeId at = core_.origin[slot];
  for (std::uint32_t left = core_.graph.length(slot); left > 0; --left) {
    const Step step = steps_[at];
    if (step.name == kRest) return;
    path.push_back(step.name);
    at = step.next;
  }
}

/// How many of `edges` agree with the chain: all of either, or the chain is not theirs and it is 0.
std::size_t PathSpace::match(EdgeId slot, std::span<const EdgeId> edges) const {
  EdgeId at = core_.origin[slot];
  const std::size_t common = std::min<std::size_t>(core_.graph.length(slot), edges.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (steps_[at].name != edges[i]) return 0;
    at = steps_[at].next;
  }
  return common;
}

Path PathSpace::draw(Rng& rng) const {
  Limbs rank(width());
  draw_below(size_limbs(), rng, rank);
  return path(std::move(rank));
}

// With l steps left at v, the ranks below f(v, l) are shared out among the edges of v in their
// order.  Find the edge whose share holds the rank, and go on there with the place within
// that share.  The last edge needs no look at its share: the rank must lie in it.
Path PathSpace::path(Limbs rank) const {
  const Graph& graph = core_.graph;
  Path path;
  path.reserve(length_);
  Vertex v = core_.start;
  std::uint32_t left = length_;
  while (left > 0 && !(has_rest_ && v == core_.end)) {
    EdgeId slot = graph.first_out(v);
    for (const EdgeId last = graph.end_out(v) - 1; slot != last; ++slot) {
      if (graph.length(slot) > left) continue;
      const std::uint32_t after = left - graph.length(slot);
      const Limb* share = counts_.at(graph.to(slot), after);
      if (less(rank.data(), counts_.width(left), share, counts_.width(after))) break;
      subtract(rank.data(), counts_.width(left), share, counts_.width(after));
    }
    append(slot, path);
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  return path;
}

std::size_t PathSpace::common_prefix(Limbs lower, Limbs higher) const {
  const Graph& graph = core_.graph;
  Vertex v = core_.start;
  std::uint32_t left = length_;
  while (left > 0) {
    EdgeId slot = graph.first_out(v);
    for (;; ++slot) {
      assert(slot != graph.end_out(v) && "ranks lie below the size of the space");
      if (graph.length(slot) > left) continue;
      const std::uint32_t after = left - graph.length(slot);
      const Limb* share = counts_.at(graph.to(slot), after);
      const std::size_t width = counts_.width(left);
      if (less(lower.data(), width, share, counts_.width(after))) {
        if (!less(higher.data(), width, share, counts_.width(after))) return length_ - left;
        break;
      }
      subtract(lower.data(), width, share, counts_.width(after));
      subtract(higher.data(), width, share, counts_.width(after));
    }
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  return length_;
}

std::optional<RankInterval> PathSpace::starting_with(std::span<const EdgeId> prefix) const {
  if (std::ranges::find(prefix, kRest) != prefix.end()) return std::nullopt;
  return follow(prefix);
}

std::optional<RankInterval> PathSpace::only(std::span<const EdgeId> path) const {
  if (path.size() > length_ || std::ranges::find(path, kRest) != path.end()) return std::nullopt;
  Path whole(path.begin(), path.end());
  whole.resize(length_, kRest);
  return follow(whole);
}

// The inverse of path(): what lies before the prefix adds up to its first rank.  A prefix may stop within a
// chain; it then means the same paths as the whole chain.
std::optional<RankInterval> PathSpace::follow(std::span<const EdgeId> prefix) const {
  if (prefix.size() > length_) return std::nullopt;
  const Graph& graph = core_.graph;
  Limbs first(width(), 0);
  Vertex v = core_.start;
  std::uint32_t left = length_;
  while (!prefix.empty()) {
    std::size_t matched = 0;
    EdgeId slot = graph.first_out(v);
    for (; slot != graph.end_out(v); ++slot) {
      if (graph.length(slot) > left) continue;
      matched = match(slot, prefix);
      if (matched > 0) break;
      const std::uint32_t after = left - graph.length(slot);
      mpn_add(first.data(), first.data(), static_cast<mp_size_t>(first.size()),
              counts_.at(graph.to(slot), after), static_cast<mp_size_t>(counts_.width(after)));
    }
    if (matched == 0) return std::nullopt;
    prefix = prefix.subspan(matched);
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  Limbs size(counts_.at(v, left), counts_.at(v, left) + counts_.width(left));
  if (is_zero(size)) return std::nullopt;
  size.resize(width(), 0);
  return RankInterval{.first = std::move(first), .size = std::move(size)};
}

}  // namespace espalier::paths
