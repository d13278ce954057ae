#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "base/rng.h"
#include "paths/space.h"

// Small graphs and what can be said of them without any cleverness.
namespace espalier::paths {

struct Case {
  Graph graph;
  Question question;
};

/// Up to 7 vertices with parallel edges, loops, dead ends and unreachable parts; now and then
/// without any path, with start = end, and with a way on behind the end.
inline Case random_case(Rng& rng, std::uint32_t max_length = 7) {
  const auto vertices = static_cast<Vertex>(1 + rng.below(7));
  std::vector<Edge> edges(rng.below(2 * vertices + 2));
  for (Edge& edge : edges)
    edge = {.from = static_cast<Vertex>(rng.below(vertices)), .to = static_cast<Vertex>(rng.below(vertices))};
  return {.graph = Graph(vertices, edges),
          .question = {.start = static_cast<Vertex>(rng.below(vertices)),
                       .end = static_cast<Vertex>(rng.below(vertices)),
                       .length = static_cast<std::uint32_t>(rng.below(max_length + 1)),
                       .bound = rng.coin() ? Bound::AtMost : Bound::Exactly}};
}

/// Every path by trying every edge; sorted as a space sorts them: going on before stopping.
inline std::vector<Path> all_paths(const Graph& graph, const Question& question) {
  std::vector<Path> found;
  Path path;
  const std::function<void(Vertex)> walk = [&](Vertex v) {
    if (path.size() < question.length)
      for (const EdgeId slot : graph.out(v)) {
        path.push_back(graph.given(slot));
        walk(graph.to(slot));
        path.pop_back();
      }
    if (v == question.end && (question.bound == Bound::AtMost || path.size() == question.length))
      found.push_back(path);
  };
  walk(question.start);
  return found;
}

inline bool begins_with(const Path& path, const Path& prefix) {
  return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

/// Chi-square of observed numbers against "all equally often".  With d = outcomes - 1 its mean is d
/// and its variance 2d.
inline bool looks_uniform(const std::map<Path, std::uint64_t>& seen, std::size_t outcomes,
                          std::uint64_t draws) {
  const double expected = static_cast<double>(draws) / static_cast<double>(outcomes);
  double chi = static_cast<double>(outcomes - seen.size()) * expected;
  for (const auto& [path, times] : seen) {
    const double off = static_cast<double>(times) - expected;
    chi += off * off / expected;
  }
  const double freedom = static_cast<double>(outcomes - 1);
  return chi < freedom + 5 * std::sqrt(2 * freedom) + 5;
}

}  // namespace espalier::paths
