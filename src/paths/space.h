#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "paths/counts.h"
#include "paths/course.h"
#include "paths/graph.h"
#include "paths/limbs.h"

namespace espalier::paths {

/// Consecutive paths, by their ranks.
struct RankInterval {
  Limbs first;
  Limbs size;
};

/// All paths that a question means, in lexicographic order of their edges (each vertex's in the order
/// of the list; a path that stops comes after those that go on).  The rank of a path is its place in
/// that order, so the paths that share a prefix are an interval of ranks.
///
/// In a weighted graph a path has as many ranks, one after the other, as the product of its edges' weights,
/// and is drawn with that probability among the size of the space.
///
///     const Graph diamond(4, edges);
///     const PathSpace space(diamond, {.start = 0, .end = 3, .length = 2});
///     space.size();     // 2
///     space.draw(rng);  // either path, equally likely
class PathSpace {
 public:
  /// The edges of `graph` must have length 1.  The graph is not needed afterwards.
  PathSpace(const Graph& graph, const Question& question)
      : course_(graph, question), counts_(course_.core.graph, course_.core.end, course_.length) {}

  [[nodiscard]] Count size() const { return to_count(size_limbs()); }
  [[nodiscard]] bool empty() const { return is_zero(size_limbs()); }

  /// Uniform among all; the space must not be empty.
  [[nodiscard]] Path draw(Rng& rng) const;

  /// The path of a rank; the rank must be below size().
  [[nodiscard]] Path path(const Count& rank) const { return path(to_limbs(rank, width())); }

  /// The paths that begin with these edges; nothing when there are none.
  [[nodiscard]] std::optional<RankInterval> starting_with(std::span<const EdgeId> prefix) const;

  /// This path alone; nothing when it is not in the space.
  [[nodiscard]] std::optional<RankInterval> only(std::span<const EdgeId> path) const;

  /// Ranks as limbs, all of this width.
  [[nodiscard]] std::size_t width() const { return counts_.width(course_.length); }
  [[nodiscard]] std::span<const Limb> size_limbs() const {
    return {counts_.at(course_.core.start, course_.length), width()};
  }
  [[nodiscard]] Path path(Limbs rank) const;
  /// How many edges the paths of two ranks have in common before they part.
  [[nodiscard]] std::size_t common_prefix(Limbs lower, Limbs higher) const;

  [[nodiscard]] bool weighted() const { return course_.core.graph.weighted(); }

  /// Memory of the table of counts.
  [[nodiscard]] std::size_t bytes() const { return counts_.bytes(); }

 private:
  struct Share;
  [[nodiscard]] Share share(EdgeId slot, std::uint32_t left, Limbs& room) const;
  std::optional<RankInterval> follow(std::span<const EdgeId> prefix) const;

  Course course_;
  Counts counts_;
};

/// What a space would be, found with a few rows of its table at a time.
struct Census {
  Count size;
  std::size_t table_bytes;
};
Census census(const Graph& graph, const Question& question);

}  // namespace espalier::paths
