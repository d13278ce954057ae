#include "paths/graph.h"

#include <algorithm>
#include <cassert>

namespace espalier::paths {

// A counting sort by the vertex of departure; it keeps the order of the list among the edges of
// one vertex, which is the order in which paths are numbered.
Graph::Graph(Vertex vertices, std::span<const Edge> edges)
    : first_(vertices + std::size_t{1}, 0), to_(edges.size()), length_(edges.size()), given_(edges.size()) {
  for (const Edge& edge : edges) {
    assert(edge.from < vertices && edge.to < vertices && "an edge joins vertices of its graph");
    assert(edge.length > 0 && "a path makes progress with every edge");
    ++first_[edge.from + 1];
  }
  for (Vertex v = 0; v < vertices; ++v) first_[v + 1] += first_[v];

  if (std::ranges::any_of(edges, [](const Edge& edge) { return edge.weight != 1; }))
    weight_.resize(edges.size());
  std::vector<EdgeId> free_slot(first_.begin(), first_.end() - 1);
  for (EdgeId i = 0; i < edges.size(); ++i) {
    const EdgeId slot = free_slot[edges[i].from]++;
    to_[slot] = edges[i].to;
    length_[slot] = edges[i].length;
    given_[slot] = i;
    if (weighted()) weight_[slot] = edges[i].weight;
  }
}

std::vector<Edge> Graph::list() const {
  std::vector<Edge> edges(to_.size());
  for (Vertex v = 0; v < vertices(); ++v)
    for (const EdgeId slot : out(v))
      edges[given_[slot]] = {.from = v, .to = to_[slot], .length = length_[slot], .weight = weight(slot)};
  return edges;
}

}  // namespace espalier::paths
