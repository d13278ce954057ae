#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "paths/graph.h"

namespace espalier::paths {

/// The paths from start to end that pass one of the given edges, the shortest first, as many as asked for.
///
///     ShortestPaths paths(graph, costs, start, end, {door});
///     while (auto path = paths.next()) ...
///
/// A path may pass vertices and edges several times.  Its length is the sum of the costs of its edges, by
/// the list that the graph was made from; of two with one cost the one with fewer edges is shorter.  The
/// order is the same in every run.
class ShortestPaths {
 public:
  /// `through` empty: any path.  The graph and the costs must outlive this.
  ShortestPaths(const Graph& graph, std::span<const std::uint32_t> costs, Vertex start, Vertex end,
                std::span<const EdgeId> through = {});

  /// Its edges, as places in the list that the graph was made from; nullopt: there are no more.
  std::optional<std::vector<EdgeId>> next();
  /// What the path given last costs.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }

 private:
  /// Cost, then number of edges.
  struct Length {
    std::uint64_t cost;
    std::uint32_t edges;
    friend auto operator<=>(const Length&, const Length&) = default;
  };
  static constexpr Length unreachable{std::numeric_limits<std::uint64_t>::max(), 0};
  using Place = std::uint32_t;  ///< a vertex before (v) or behind (vertices + v) an edge of `through`

  struct Partial {
    std::uint32_t before;  ///< what it goes on from, in partials_; 0: nothing
    EdgeId slot;
    Place place;
    Length length;
  };
  struct Waiting {
    Length whole;          ///< of the shortest path that begins with it
    std::uint32_t edges;   ///< so far
    std::uint32_t partial;
    bool operator<(const Waiting& o) const;  ///< comes later
  };

  [[nodiscard]] Place after(Place place, EdgeId slot) const;
  [[nodiscard]] Length step(const Length& from, EdgeId slot) const;
  void measure(Vertex end);

  const Graph& graph_;
  std::span<const std::uint32_t> costs_;
  std::vector<bool> is_through_;  // by slot
  std::vector<Length> rest_;      // by place: from there to the end
  Place end_;
  std::vector<Partial> partials_;
  std::priority_queue<Waiting> waiting_;
  std::uint64_t cost_ = 0;
};

}  // namespace espalier::paths
