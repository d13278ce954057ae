#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "paths/graph.h"

namespace espalier::paths {

/// A graph as people write it down: vertices have names.
struct NamedGraph {
  std::vector<std::string> names;  ///< by vertex, in the order in which the text mentions them
  std::vector<Edge> edges;         ///< in the order of the text, with weights
  /// Weights may have decimals; all are multiplied by this to make them whole numbers.
  std::uint64_t weight_unit = 1;
  std::unordered_map<std::string, Vertex> vertex_of;

  [[nodiscard]] std::optional<Vertex> find(const std::string& name) const;
  /// The vertex of this name, a new one if need be.
  Vertex add(const std::string& name);
};

/// A weight as written, 0.25 say, as digits (25) and places behind the point (2).
struct Decimal {
  std::uint64_t digits = 1;
  unsigned places = 0;
};

/// Nothing when it is no plain number from 0 up, or has more digits than 64 bits hold.
std::optional<Decimal> parse_decimal(std::string_view text);

/// Gives the edges, in their order, these weights.  False when they cannot be made whole in 64 bits.
bool set_weights(NamedGraph& graph, const std::vector<Decimal>& weights);

/// Reads DOT, or a list of edges: two names a line, then perhaps a weight; `#` starts a comment.
/// Which of the two it is, the text tells.  UserError(Usage) `file:line: what; what to do`.
NamedGraph parse_graph(std::string_view text, const std::string& file);

/// DOT: directed or not (then every edge leads both ways), subgraphs, defaults for edges; of attributes
/// only `weight` counts, and `strict` makes one edge of parallel ones.
NamedGraph parse_dot(std::string_view text, const std::string& file);
NamedGraph parse_edge_list(std::string_view text, const std::string& file);

}  // namespace espalier::paths
