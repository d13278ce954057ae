#include "model/distances.h"

#include <algorithm>

namespace espalier::model {

Distances::Distances(const Program& program, FunctionId root)
    : flow_(program, root),
      is_side_(flow_.size()),
      first_(flow_.size() + 1),
      from_(flow_.arcs().size()),
      distance_(flow_.size(), infinite) {
  for (const Site& site : program.sites)
    if (site.kind == SiteKind::Branch || site.kind == SiteKind::Switch)
      for (EdgeId edge = site.first; edge < site.first + site.count; ++edge)
        if (flow_.side(edge) != no_vertex) is_side_[flow_.side(edge)] = true;
  for (const Arc& arc : flow_.arcs()) ++first_[arc.to + 1];
  for (std::size_t v = 0; v < flow_.size(); ++v) first_[v + 1] += first_[v];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Arc& arc : flow_.arcs()) from_[next[arc.to]++] = arc.from;
}

// Backwards from the targets, breadth first: all vertices of one distance before those one farther.
void Distances::measure(const std::vector<Vertex>& targets) {
  std::ranges::fill(distance_, infinite);
  near_.clear();
  for (const Vertex target : targets)
    if (distance_[target] != 0) {
      distance_[target] = 0;
      near_.push_back(target);
    }
  for (std::uint32_t distance = 0; !near_.empty(); ++distance) {
    far_.clear();
    for (std::size_t i = 0; i < near_.size(); ++i) {
      const Vertex to = near_[i];
      if (distance_[to] != distance) continue;  // a nearer way was found meanwhile
      const std::uint32_t there = distance + (is_side_[to] ? 1 : 0);
      for (std::uint32_t arc = first_[to]; arc < first_[to + 1]; ++arc) {
        const Vertex from = from_[arc];
        if (distance_[from] <= there) continue;
        distance_[from] = there;
        (there == distance ? near_ : far_).push_back(from);
      }
    }
    std::swap(near_, far_);
  }
}

}  // namespace espalier::model
