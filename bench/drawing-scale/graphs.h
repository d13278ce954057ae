#pragma once

#include <cstdint>
#include <string>

#include "base/rng.h"
#include "paths/graph.h"

namespace espalier::bench {

/// A graph with a start and an end to draw paths between.
struct SampleGraph {
  std::string name;
  paths::Graph graph;
  paths::Vertex start;
  paths::Vertex end;
};

/// One to three edges from every vertex to any others.
SampleGraph random_graph(paths::Vertex vertices, Rng& rng);

/// Like the control flow of a program: a loop around a tree of decisions, and at its leaves functions of
/// some sixty blocks made of sequences, branches and nested loops.
SampleGraph control_flow_graph(paths::Vertex vertices, Rng& rng);

/// Twenty layers, two or three edges from every vertex into the next layer, the last one back to the first.
SampleGraph layered_graph(paths::Vertex vertices, Rng& rng);

}  // namespace espalier::bench
