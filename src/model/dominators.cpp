#include "model/dominators.h"

#include <algorithm>

namespace espalier::model {
namespace {

using Pair = std::pair<Vertex, Vertex>;

/// The ends of arcs, row by row.
struct Rows {
  Rows(std::size_t vertices, std::span<const Pair> arcs, bool backwards)
      : first(vertices + 1), to(arcs.size()) {
    for (const auto& [a, b] : arcs) ++first[(backwards ? b : a) + 1];
    for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const auto& [a, b] : arcs) to[next[backwards ? b : a]++] = backwards ? a : b;
  }
  [[nodiscard]] std::span<const Vertex> of(Vertex v) const {
    return std::span(to).subspan(first[v], first[v + 1] - first[v]);
  }
  std::vector<std::uint32_t> first;
  std::vector<Vertex> to;
};

/// Vertices that can be reached, each after all that it leads to, but for cycles.
std::vector<Vertex> postorder(const Rows& successors, std::size_t vertices, Vertex start) {
  std::vector<Vertex> order;
  std::vector<bool> seen(vertices);
  std::vector<std::pair<Vertex, std::size_t>> stack{{start, 0}};
  seen[start] = true;
  while (!stack.empty()) {
    auto& [v, next] = stack.back();
    const auto row = successors.of(v);
    while (next < row.size() && seen[row[next]]) ++next;
    if (next == row.size()) {
      order.push_back(v);
      stack.pop_back();
    } else {
      const Vertex child = row[next];
      seen[child] = true;
      stack.emplace_back(child, 0);
    }
  }
  return order;
}

std::vector<Pair> arcs_by(const ControlFlow& flow, Way left_out) {
  std::vector<Pair> arcs;
  for (const Arc& arc : flow.arcs())
    if (arc.way != left_out) arcs.emplace_back(arc.from, arc.to);
  return arcs;
}

}  // namespace

// Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm: the dominators of a vertex are those that
// its predecessors have in common, found by walking up the tree so far, until nothing changes.
DominatorTree::DominatorTree(std::size_t vertices, Vertex start, std::span<const Pair> arcs)
    : parent_(vertices, no_vertex), enter_(vertices), leave_(vertices) {
  const std::vector<Vertex> order = postorder(Rows(vertices, arcs, false), vertices, start);
  const Rows predecessors(vertices, arcs, true);
  std::vector<std::uint32_t> rank(vertices);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  const auto common = [&](Vertex a, Vertex b) {
    while (a != b) {
      while (rank[a] < rank[b]) a = parent_[a];
      while (rank[b] < rank[a]) b = parent_[b];
    }
    return a;
  };

  parent_[start] = start;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto v = order.rbegin(); v != order.rend(); ++v) {
      if (*v == start) continue;
      Vertex above = no_vertex;
      for (const Vertex p : predecessors.of(*v))
        if (parent_[p] != no_vertex) above = above == no_vertex ? p : common(p, above);
      changed |= parent_[*v] != above;
      parent_[*v] = above;
    }
  }
  number(start);
}

void DominatorTree::number(Vertex start) {
  std::vector<Pair> down;
  for (Vertex v = 0; v < parent_.size(); ++v)
    if (reached(v) && v != start) down.emplace_back(parent_[v], v);
  const Rows children(parent_.size(), down, false);
  std::uint32_t clock = 0;
  std::vector<std::pair<Vertex, std::size_t>> stack{{start, 0}};
  enter_[start] = clock++;
  while (!stack.empty()) {
    auto& [v, next] = stack.back();
    const auto row = children.of(v);
    if (next == row.size()) {
      leave_[v] = clock++;
      stack.pop_back();
    } else {
      const Vertex child = row[next++];
      enter_[child] = clock++;
      stack.emplace_back(child, 0);
    }
  }
}

Dominators::Dominators(const Program& program, FunctionId root)
    : flow_(program, root),
      over_(flow_.size(), ControlFlow::start, arcs_by(flow_, Way::Return)),
      through_(flow_.size(), ControlFlow::start, arcs_by(flow_, Way::Over)) {}

}  // namespace espalier::model
