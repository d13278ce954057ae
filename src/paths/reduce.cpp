#include "paths/reduce.h"

#include <limits>
#include <utility>

namespace espalier::paths {
namespace {

constexpr Vertex kNone = std::numeric_limits<Vertex>::max();

/// Vertices in the order of a depth-first walk.  Neighbours in the graph become neighbours in
/// the tables, which is where drawing spends its time.
std::vector<Vertex> reachable(const Graph& graph, Vertex from) {
  std::vector<bool> seen(graph.vertices(), false);
  std::vector<Vertex> order;
  std::vector<Vertex> stack{from};
  while (!stack.empty()) {
    const Vertex v = stack.back();
    stack.pop_back();
    if (seen[v]) continue;
    seen[v] = true;
    order.push_back(v);
    for (EdgeId slot = graph.end_out(v); slot-- > graph.first_out(v);)
      if (!seen[graph.to(slot)]) stack.push_back(graph.to(slot));
  }
  return order;
}

Graph reversed(const Graph& graph) {
  std::vector<Edge> edges = graph.list();
  for (Edge& edge : edges) std::swap(edge.from, edge.to);
  return {graph.vertices(), edges};
}

/// Collects edges by ascending vertex of departure, so that their place in the list is their slot.
struct Builder {
  std::vector<Edge> edges{};
  std::vector<EdgeId> origin{};

  void add(const Edge& edge, EdgeId from_slot) {
    edges.push_back(edge);
    origin.push_back(from_slot);
  }
  Reduced finish(Vertex vertices, Vertex start, Vertex end) {
    return {.graph = Graph(vertices, edges), .start = start, .end = end, .origin = std::move(origin)};
  }
};

}  // namespace

Reduced with_rest(const Graph& graph, Vertex start, Vertex end, std::uint64_t rest_weight) {
  const Vertex rest = graph.vertices();
  std::vector<Edge> edges = graph.list();
  edges.push_back({.from = end, .to = rest});
  edges.push_back({.from = rest, .to = rest, .weight = rest_weight});
  Graph extended(rest + 1, edges);

  // The slots behind those of `end` moved by one; the rest's own edges come from nowhere.
  std::vector<EdgeId> origin;
  for (EdgeId slot = 0, old = 0; slot < extended.edges(); ++slot)
    origin.push_back(extended.given(slot) < graph.edges() ? old++ : kNone);
  return {.graph = std::move(extended), .start = start, .end = rest, .origin = std::move(origin)};
}

Reduced trim(const Graph& graph, Vertex start, Vertex end) {
  std::vector<bool> reaches_end(graph.vertices(), false);
  for (const Vertex v : reachable(reversed(graph), end)) reaches_end[v] = true;

  std::vector<Vertex> kept;
  std::vector<Vertex> number(graph.vertices(), kNone);
  const auto keep = [&](Vertex v) {
    if (number[v] != kNone) return;
    number[v] = static_cast<Vertex>(kept.size());
    kept.push_back(v);
  };
  keep(start);
  for (const Vertex v : reachable(graph, start))
    if (reaches_end[v]) keep(v);
  keep(end);

  Builder builder;
  for (const Vertex v : kept) {
    if (!reaches_end[v]) continue;  // the start, when there is no path at all
    for (const EdgeId slot : graph.out(v)) {
      const Vertex to = number[graph.to(slot)];
      if (to == kNone || !reaches_end[graph.to(slot)]) continue;
      builder.add(
          {.from = number[v], .to = to, .length = graph.length(slot), .weight = graph.weight(slot)}, slot);
    }
  }
  return builder.finish(static_cast<Vertex>(kept.size()), number[start], number[end]);
}

Reduced contract_chains(const Reduced& trimmed) {
  const Graph& graph = trimmed.graph;
  const auto stays = [&](Vertex v) {
    return v == trimmed.start || v == trimmed.end || graph.out_degree(v) != 1 ||
           graph.weight(graph.first_out(v)) != 1;
  };
  std::vector<Vertex> number(graph.vertices(), kNone);
  Vertex vertices = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v)
    if (stays(v)) number[v] = vertices++;

  // Where the chain through a vertex ends, and after how many steps.  Every vertex of a trimmed
  // graph reaches the end, so a chain cannot run in a circle.
  struct Exit {
    Vertex vertex = kNone;
    std::uint32_t steps = 0;
  };
  std::vector<Exit> exits(graph.vertices());
  std::vector<Vertex> chain;
  const auto exit_of = [&](Vertex v) {
    chain.clear();
    while (!stays(v) && exits[v].vertex == kNone) {
      chain.push_back(v);
      v = graph.to(graph.first_out(v));
    }
    Exit exit = stays(v) ? Exit{.vertex = v, .steps = 0} : exits[v];
    for (; !chain.empty(); chain.pop_back()) {
      ++exit.steps;
      exits[chain.back()] = exit;
    }
    return exit;
  };

  Builder builder;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!stays(v)) continue;
    for (const EdgeId slot : graph.out(v)) {
      const Exit exit = exit_of(graph.to(slot));
      builder.add({.from = number[v],
                   .to = number[exit.vertex],
                   .length = exit.steps + 1,
                   .weight = graph.weight(slot)},
                  slot);
    }
  }
  return builder.finish(vertices, number[trimmed.start], number[trimmed.end]);
}

}  // namespace espalier::paths
