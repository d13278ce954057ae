// Best first with exact estimates.
//
// How far every place is from the end is measured first, backwards (Dijkstra).  Then a partial path's length
// plus that is the length of the shortest path that begins with it, so the first partial path to arrive is
// the shortest path of all, the second the next, and so on.  Of equals the longer partial path goes on
// first: otherwise all of the exponentially many beginnings of one length would grow side by side.
//
// "Through an edge" is a second copy of the graph that is entered by that edge only.
#include "paths/k_shortest.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace espalier::paths {

bool ShortestPaths::Waiting::operator<(const Waiting& o) const {
  if (whole != o.whole) return whole > o.whole;
  if (edges != o.edges) return edges < o.edges;
  return partial > o.partial;
}

ShortestPaths::ShortestPaths(const Graph& graph, std::span<const std::uint32_t> costs, Vertex start,
                             Vertex end, std::span<const EdgeId> through)
    : graph_(graph),
      costs_(costs),
      is_through_(graph.edges(), through.empty()),
      end_(graph.vertices() + end) {
  if (!through.empty()) {
    std::vector<bool> given(graph.edges());
    for (const EdgeId edge : through) given[edge] = true;
    for (EdgeId slot = 0; slot < graph.edges(); ++slot) is_through_[slot] = given[graph.given(slot)];
  }
  measure(end);
  partials_.push_back({});
  const Place first = through.empty() ? graph.vertices() + start : start;
  if (rest_[first] == unreachable) return;
  partials_.push_back({.before = 0, .slot = 0, .place = first, .length = {0, 0}});
  waiting_.push({rest_[first], 0, 1});
}

ShortestPaths::Place ShortestPaths::after(Place place, EdgeId slot) const {
  const bool behind = place >= graph_.vertices() || is_through_[slot];
  return graph_.to(slot) + (behind ? graph_.vertices() : 0);
}

ShortestPaths::Length ShortestPaths::step(const Length& from, EdgeId slot) const {
  return {from.cost + costs_[graph_.given(slot)], from.edges + 1};
}

void ShortestPaths::measure(Vertex end) {
  const Vertex n = graph_.vertices();
  struct Arc {
    Place from;
    EdgeId slot;
  };
  std::vector<std::vector<Arc>> into(2 * std::size_t{n});
  for (Place from = 0; from < 2 * n; ++from)
    for (const EdgeId slot : graph_.out(from % n)) into[after(from, slot)].push_back({from, slot});
  rest_.assign(2 * std::size_t{n}, unreachable);
  using Entry = std::pair<Length, Place>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> nearest;
  rest_[n + end] = {0, 0};
  nearest.push({rest_[n + end], n + end});
  while (!nearest.empty()) {
    const auto [length, place] = nearest.top();
    nearest.pop();
    if (length != rest_[place]) continue;
    for (const Arc& arc : into[place])
      if (const Length to = step(length, arc.slot); to < rest_[arc.from]) {
        rest_[arc.from] = to;
        nearest.push({to, arc.from});
      }
  }
}

std::optional<std::vector<EdgeId>> ShortestPaths::next() {
  while (!waiting_.empty()) {
    const std::uint32_t at = waiting_.top().partial;
    waiting_.pop();
    const Partial partial = partials_[at];
    for (const EdgeId slot : graph_.out(partial.place % graph_.vertices())) {
      const Place place = after(partial.place, slot);
      if (rest_[place] == unreachable) continue;
      const Length length = step(partial.length, slot);
      const Length whole{length.cost + rest_[place].cost, length.edges + rest_[place].edges};
      partials_.push_back({at, slot, place, length});
      waiting_.push({whole, length.edges, static_cast<std::uint32_t>(partials_.size() - 1)});
    }
    if (partial.place != end_) continue;
    cost_ = partial.length.cost;
    std::vector<EdgeId> path;
    for (std::uint32_t p = at; partials_[p].before != 0; p = partials_[p].before)
      path.push_back(graph_.given(partials_[p].slot));
    std::ranges::reverse(path);
    return path;
  }
  return std::nullopt;
}

}  // namespace espalier::paths
