#include "paths/space.h"

#include <algorithm>
#include <cassert>

namespace espalier::paths {
namespace {

void subtract(Limb* from, std::size_t width, const Limb* number, std::size_t number_width) {
  mpn_sub(from, from, static_cast<mp_size_t>(width), number, static_cast<mp_size_t>(number_width));
}

}  // namespace

Path PathSpace::draw(Rng& rng) const {
  Limbs rank(width());
  draw_below(size_limbs(), rng, rank);
  return path(std::move(rank));
}

// With l steps left at v, the ranks below f(v, l) are shared out among the edges of v in their
// order.  Find the edge whose share holds the rank, and go on there with the place within
// that share.  The last edge needs no look at its share: the rank must lie in it.
Path PathSpace::path(Limbs rank) const {
  const Graph& graph = course_.core.graph;
  Path path;
  path.reserve(course_.length);
  Vertex v = course_.core.start;
  std::uint32_t left = course_.length;
  while (!course_.finished(v, left)) {
    EdgeId slot = graph.first_out(v);
    for (const EdgeId last = graph.end_out(v) - 1; slot != last; ++slot) {
      if (graph.length(slot) > left) continue;
      const std::uint32_t after = left - graph.length(slot);
      const Limb* share = counts_.at(graph.to(slot), after);
      if (less(rank.data(), counts_.width(left), share, counts_.width(after))) break;
      subtract(rank.data(), counts_.width(left), share, counts_.width(after));
    }
    course_.append(slot, path);
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  return path;
}

std::size_t PathSpace::common_prefix(Limbs lower, Limbs higher) const {
  const Graph& graph = course_.core.graph;
  Vertex v = course_.core.start;
  std::uint32_t left = course_.length;
  while (left > 0) {
    EdgeId slot = graph.first_out(v);
    for (;; ++slot) {
      assert(slot != graph.end_out(v) && "ranks lie below the size of the space");
      if (graph.length(slot) > left) continue;
      const std::uint32_t after = left - graph.length(slot);
      const Limb* share = counts_.at(graph.to(slot), after);
      const std::size_t width = counts_.width(left);
      if (less(lower.data(), width, share, counts_.width(after))) {
        if (!less(higher.data(), width, share, counts_.width(after))) return course_.length - left;
        break;
      }
      subtract(lower.data(), width, share, counts_.width(after));
      subtract(higher.data(), width, share, counts_.width(after));
    }
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  return course_.length;
}

std::optional<RankInterval> PathSpace::starting_with(std::span<const EdgeId> prefix) const {
  if (std::ranges::find(prefix, Course::kRest) != prefix.end()) return std::nullopt;
  return follow(prefix);
}

std::optional<RankInterval> PathSpace::only(std::span<const EdgeId> path) const {
  if (path.size() > course_.length || std::ranges::find(path, Course::kRest) != path.end())
    return std::nullopt;
  Path whole(path.begin(), path.end());
  whole.resize(course_.length, Course::kRest);
  return follow(whole);
}

// The inverse of path(): what lies before the prefix adds up to its first rank.  A prefix may stop within a
// chain; it then means the same paths as the whole chain.
std::optional<RankInterval> PathSpace::follow(std::span<const EdgeId> prefix) const {
  if (prefix.size() > course_.length) return std::nullopt;
  const Graph& graph = course_.core.graph;
  Limbs first(width(), 0);
  Vertex v = course_.core.start;
  std::uint32_t left = course_.length;
  while (!prefix.empty()) {
    std::size_t matched = 0;
    EdgeId slot = graph.first_out(v);
    for (; slot != graph.end_out(v); ++slot) {
      if (graph.length(slot) > left) continue;
      matched = course_.match(slot, prefix);
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
