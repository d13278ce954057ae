#pragma once

#include <optional>
#include <span>

#include "paths/rank_set.h"
#include "paths/space.h"

namespace espalier::paths {

struct Drawn {
  Path path;
  /// So many of the path's first edges begin an eliminated path or prefix too.  Whoever eliminates
  /// only shortest infeasible prefixes and feasible paths has proved them feasible already.
  std::size_t known = 0;

  friend bool operator==(const Drawn&, const Drawn&) = default;
};

/// Draws uniformly among the paths of a space that no eliminated prefix begins.
///
/// A prefix is an interval of ranks.  The eliminated ranks are a set of intervals; a draw is a rank
/// among the others.  This needs no trie: a dead end is an interval that its neighbours
/// grew together to.
class Drawer {
 public:
  /// The space must outlive the drawer.
  explicit Drawer(const PathSpace& space) : space_(space), eliminated_(space.width()) {}

  /// How many paths are left.
  [[nodiscard]] Count alive() const { return to_count(alive_limbs()); }

  /// Nothing when no path is left.
  [[nodiscard]] std::optional<Drawn> draw(Rng& rng) const;

  /// Draws a path and eliminates it.  Until nothing is left, this gives every path once.
  std::optional<Drawn> take(Rng& rng);

  /// The path of this place among those left, in lexicographic order; nothing past the last.
  [[nodiscard]] std::optional<Drawn> remaining(const Count& place) const;

  /// No path that begins so will be drawn again.  Tells how many that removes.
  Count eliminate_prefix(std::span<const EdgeId> prefix) { return eliminate(space_.starting_with(prefix)); }

  /// This path, but not those that go on behind it.
  Count eliminate_path(std::span<const EdgeId> path) { return eliminate(space_.only(path)); }

  /// Size of the structure.
  [[nodiscard]] std::size_t intervals() const { return eliminated_.intervals(); }
  [[nodiscard]] std::size_t bytes() const { return eliminated_.bytes(); }

 private:
  [[nodiscard]] Limbs alive_limbs() const;
  [[nodiscard]] std::optional<RankSet::Outside> draw_rank(Rng& rng) const;
  [[nodiscard]] Drawn at(RankSet::Outside place) const;
  Count eliminate(const std::optional<RankInterval>& interval);

  const PathSpace& space_;
  RankSet eliminated_;
};

/// Calls `visit(const Path&)` for every path left, in lexicographic order, while it returns true.
template <class Visit>
void for_each_remaining(const Drawer& drawer, const Visit& visit) {
  for (Count place = 0;; ++place) {
    const std::optional<Drawn> next = drawer.remaining(place);
    if (!next || !visit(next->path)) return;
  }
}

}  // namespace espalier::paths
