#include "graphs.h"

#include <algorithm>
#include <vector>

namespace espalier::bench {

using paths::Edge;
using paths::Graph;
using paths::Vertex;

SampleGraph random_graph(Vertex vertices, Rng& rng) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < vertices; ++v)
    for (std::uint64_t i = 1 + rng.below(3); i > 0; --i)
      edges.push_back({v, static_cast<Vertex>(rng.below(vertices))});
  return {"random", Graph(vertices, edges), 0, vertices - 1};
}

namespace {

class ControlFlow {
 public:
  ControlFlow(Vertex vertices, Rng& rng) : rng_(rng), vertices_(vertices) {}

  SampleGraph make() {
    const Vertex start = fresh();
    const Vertex again = fresh();
    const Vertex end = fresh();
    connect(start, again);
    const Vertex back = decide(again, vertices_ - 3);
    connect(back, again);
    connect(back, end);
    return {"control flow", Graph(next_, edges_), start, end};
  }

 private:
  Vertex fresh() { return next_++; }
  void connect(Vertex from, Vertex to) { edges_.push_back({from, to}); }

  /// Both return where what they made ends.
  Vertex decide(Vertex from, Vertex size) {
    constexpr Vertex function = 60;
    if (size <= function) return statements(from, size, 0);
    const Vertex one = fresh(), other = fresh(), after = fresh();
    connect(from, one);
    connect(from, other);
    connect(decide(one, (size - 3) / 2), after);
    connect(decide(other, (size - 3) - (size - 3) / 2), after);
    return after;
  }

  Vertex statements(Vertex from, Vertex size, int depth) {
    while (size >= 4) {
      const auto part = static_cast<Vertex>(std::min<std::uint64_t>(size, 4 + rng_.below(size)));
      switch (depth < 4 ? rng_.below(3) : 2) {
        case 0: {  // a loop
          const Vertex head = fresh(), body = fresh(), after = fresh();
          connect(from, head);
          connect(head, body);
          connect(head, after);
          connect(statements(body, part - 3, depth + 1), head);
          from = after;
          break;
        }
        case 1: {  // a branch
          const Vertex yes = fresh(), no = fresh(), after = fresh();
          connect(from, yes);
          connect(from, no);
          connect(statements(yes, (part - 3) / 2, depth + 1), after);
          connect(statements(no, (part - 3) - (part - 3) / 2, depth + 1), after);
          from = after;
          break;
        }
        default:  // a branch without else, which may leave for good
          const Vertex yes = fresh(), after = fresh();
          connect(from, yes);
          connect(from, after);
          connect(yes, after);
          from = after;
          size -= 2;
          continue;
      }
      size -= part;
    }
    for (; size > 0; --size) {
      const Vertex next = fresh();
      connect(from, next);
      from = next;
    }
    return from;
  }

  Rng& rng_;
  Vertex vertices_;
  Vertex next_ = 0;
  std::vector<Edge> edges_;
};

}  // namespace

SampleGraph control_flow_graph(Vertex vertices, Rng& rng) { return ControlFlow(vertices, rng).make(); }

SampleGraph layered_graph(Vertex vertices, Rng& rng) {
  constexpr Vertex layers = 20;
  const Vertex width = (vertices - 2) / layers;
  const Vertex start = layers * width, end = start + 1;
  const auto in_layer = [&](Vertex layer) {
    return static_cast<Vertex>(layer % layers * width + rng.below(width));
  };
  std::vector<Edge> edges;
  for (int i = 0; i < 8; ++i) edges.push_back({start, in_layer(0)});
  for (Vertex layer = 0; layer < layers; ++layer)
    for (Vertex i = 0; i < width; ++i) {
      const Vertex v = layer * width + i;
      for (std::uint64_t out = 2 + rng.below(2); out > 0; --out) edges.push_back({v, in_layer(layer + 1)});
      if (layer + 1 == layers && i % 8 == 0) edges.push_back({v, end});
    }
  return {"layered", Graph(end + 1, edges), start, end};
}

}  // namespace espalier::bench
