#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

namespace espalier::paths {

using Vertex = std::uint32_t;
using EdgeId = std::uint32_t;

struct Edge {
  Vertex from;
  Vertex to;
  std::uint32_t length = 1;  ///< how many steps of a path it stands for; at least 1
  std::uint64_t weight = 1;  ///< what it counts for: a path counts for the product of its edges' weights
};

/// A directed graph whose edges lie together by the vertex they leave.  Parallel edges are
/// different edges, hence different paths; loops are edges like others.
///
/// Edges are named by their place in the list the graph was made from, and inside the algorithms by
/// their slot; the edges that leave a vertex have consecutive slots, in the order of the list.
class Graph {
 public:
  /// Every vertex of an edge must be below `vertices`.
  Graph(Vertex vertices, std::span<const Edge> edges);

  [[nodiscard]] Vertex vertices() const { return static_cast<Vertex>(first_.size() - 1); }
  [[nodiscard]] EdgeId edges() const { return static_cast<EdgeId>(to_.size()); }

  [[nodiscard]] EdgeId first_out(Vertex v) const { return first_[v]; }
  [[nodiscard]] EdgeId end_out(Vertex v) const { return first_[v + 1]; }
  [[nodiscard]] auto out(Vertex v) const { return std::views::iota(first_[v], first_[v + 1]); }
  [[nodiscard]] EdgeId out_degree(Vertex v) const { return first_[v + 1] - first_[v]; }

  [[nodiscard]] Vertex to(EdgeId slot) const { return to_[slot]; }
  [[nodiscard]] std::uint32_t length(EdgeId slot) const { return length_[slot]; }
  [[nodiscard]] std::uint64_t weight(EdgeId slot) const { return weighted() ? weight_[slot] : 1; }
  /// Some edge counts for more, or for less, than 1.
  [[nodiscard]] bool weighted() const { return !weight_.empty(); }
  /// The edge's place in the list given to the constructor.
  [[nodiscard]] EdgeId given(EdgeId slot) const { return given_[slot]; }

  /// The list given to the constructor.
  [[nodiscard]] std::vector<Edge> list() const;

  /// For walks over graphs larger than the caches: what will be read soon is fetched now.
  void fetch_vertex(Vertex v) const { __builtin_prefetch(first_.data() + v); }
  void fetch_edge(EdgeId slot) const {
    __builtin_prefetch(to_.data() + slot);
    __builtin_prefetch(length_.data() + slot);
  }

 private:
  std::vector<EdgeId> first_;  ///< by vertex, and one more
  std::vector<Vertex> to_;     ///< this and the following: by slot
  std::vector<std::uint32_t> length_;
  std::vector<EdgeId> given_;
  std::vector<std::uint64_t> weight_;  ///< empty when all are 1
};

}  // namespace espalier::paths
