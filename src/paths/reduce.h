#pragma once

#include <vector>

#include "paths/graph.h"

namespace espalier::paths {

/// A graph made from another one, with the two vertices that paths run between.
struct Reduced {
  Graph graph;
  Vertex start;
  Vertex end;
  std::vector<EdgeId> origin;  ///< by slot: the slot it comes from in the graph before
};

/// Adds a vertex of rest behind `end`, with a loop, as the new end.  Paths of length n + 1 to the rest
/// are then the paths of length at most n to `end`, each once.  (A loop on `end` itself would count a
/// path twice as soon as `end` has a way out and back.)  In the new graph's list the edges of the old
/// one keep their places; later places are the rest's.  A step of rest counts for `rest_weight`.
Reduced with_rest(const Graph& graph, Vertex start, Vertex end, std::uint64_t rest_weight = 1);

/// Drops every vertex, but start and end, that no path from start to end uses, and its edges.
Reduced trim(const Graph& graph, Vertex start, Vertex end);

/// Replaces chains of vertices with one way out by one edge as long as the chain.  For trimmed
/// graphs with edges of length 1.  Of a chain only the first edge may count for more than 1.  `origin` names the first edge of the chain, the others follow it.
Reduced contract_chains(const Reduced& trimmed);

}  // namespace espalier::paths
