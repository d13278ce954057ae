#pragma once

#include <span>
#include <vector>

#include "paths/course.h"
#include "paths/graph.h"

namespace espalier::paths {

/// Some of the paths that a question means.
struct Restriction {
  /// No path may begin with one of these sequences of vertices, the question's start first.
  std::vector<std::vector<Vertex>> forbidden{};
  /// Of each of these sets (by place in the graph's list) a path must take some edge.  At most 16 sets.
  std::vector<std::vector<EdgeId>> through{};
};

/// A graph whose paths are the wanted paths of another one, one for one, so that all that counts and
/// draws paths serves here too.  It ends with one step more, which stands for no edge.
class Restricted {
 public:
  Restricted(const Graph& graph, const Question& question, const Restriction& restriction);

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const Question& question() const { return question_; }
  /// Edges of graph() in the names of the graph before.
  [[nodiscard]] Path translate(const Path& path) const;
  /// Those edges of graph() that stand for one of these.
  [[nodiscard]] std::vector<EdgeId> edges_for(std::span<const EdgeId> edges) const;

 private:
  std::vector<EdgeId> origin_;  ///< by place in graph_'s list; Course::kRest: the step at the end
  Question question_;
  Graph graph_;

  struct Builder;
  explicit Restricted(Builder built);
};

/// All edges into a vertex: what a path that passes it must take, unless it starts there.
std::vector<EdgeId> edges_into(const Graph& graph, Vertex v);
/// All edges from a vertex to another.
std::vector<EdgeId> edges_between(const Graph& graph, Vertex from, Vertex to);

}  // namespace espalier::paths
