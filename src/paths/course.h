#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "paths/graph.h"
#include "paths/reduce.h"

namespace espalier::paths {

/// Edges by their place in the list that the user's graph was made from.
using Path = std::vector<EdgeId>;

enum class Bound { Exactly, AtMost };

/// Which paths are meant.
struct Question {
  Vertex start;
  Vertex end;
  std::uint32_t length;
  Bound bound = Bound::Exactly;
  /// What a missing step counts for when shorter paths are meant too.  Only of interest with weights: when
  /// all were multiplied by ten, to make them whole, this must be ten.
  std::uint64_t rest_weight = 1;
};

/// The graph with a vertex of rest, if shorter paths are meant too, ...
Reduced with_bound(const Graph& graph, const Question& question);
/// ... and how long all paths are then.
std::uint32_t length_with_bound(const Question& question);

/// The reduced graph that counting and drawing walk on, and how its edges are spelled in the user's.
struct Course {
  /// The edges of `graph` must have length 1.
  Course(const Graph& graph, const Question& question);

  /// Nothing but rest is left of a path that stands here.
  [[nodiscard]] bool finished(Vertex v, std::uint32_t left) const {
    return left == 0 || (has_rest && v == core.end);
  }

  /// Appends the user's edges of an edge of `core`.
  void append(EdgeId slot, Path& path) const;

  /// How many of `edges` agree with the edge of `core`: all of either, or it is not theirs and it is 0.
  [[nodiscard]] std::size_t match(EdgeId slot, std::span<const EdgeId> edges) const;

  /// The name of the edges to and on the vertex of rest, which users never see.
  static constexpr EdgeId kRest = std::numeric_limits<EdgeId>::max();

  /// An edge of the trimmed graph, in which the chains of `core` are spelled out.
  struct Step {
    EdgeId name;  ///< the user's edge, or kRest
    EdgeId next;  ///< the first edge of the vertex it leads to: in a chain, the only one
  };

  std::uint32_t length;     ///< with the step to the rest, if there is a rest
  bool has_rest;            ///< the end of `core` is a vertex of rest
  Reduced core;             ///< its origins are places in `steps`
  std::vector<Step> steps;

 private:
  Course(const Question& question, const Reduced& extended, const Reduced& trimmed, EdgeId user_edges);
  Course(const Question& question, const Reduced& extended, EdgeId user_edges);
};

}  // namespace espalier::paths
