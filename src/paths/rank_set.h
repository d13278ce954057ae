#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "paths/limbs.h"

namespace espalier::paths {

/// A set of ranks, kept as disjoint intervals that do not touch, with the number of ranks
/// in every subtree, so that the k-th rank outside the set is found in logarithmic time.
class RankSet {
 public:
  /// For ranks, and bounds of intervals, of `width` limbs.
  explicit RankSet(std::size_t width);

  /// Adds [first, last).  Intervals it overlaps or touches become one with it.
  void add(const Limb* first, const Limb* last);

  /// How many ranks are in the set.
  [[nodiscard]] const Limb* total() const { return sum(root_); }

  struct Outside {
    Limbs rank;
    std::optional<Limbs> before;  ///< the greatest rank of the set below `rank`
    std::optional<Limbs> after;   ///< the least rank of the set above `rank`
  };
  /// The k-th rank, from 0, of those not in the set.
  [[nodiscard]] Outside outside(const Limb* k) const;

  [[nodiscard]] std::size_t intervals() const { return nodes_.size() - 1 - free_.size(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  using Node = std::uint32_t;  ///< 0: no node
  struct Links {
    Node left = 0;
    Node right = 0;
    std::uint64_t priority = 0;
  };
  struct Parts {
    Node left;
    Node right;
  };

  Node make(const Limbs& first, const Limbs& last);
  void release(Node tree);
  void update(Node node);
  Node join(Node left, Node right);
  template <class GoesLeft>
  Parts split(Node tree, const GoesLeft& goes_left);
  [[nodiscard]] Node leftmost(Node tree) const;
  [[nodiscard]] Node rightmost(Node tree) const;

  // Three numbers for each node, in one array.
  Limb* first(Node node) { return numbers_.data() + node * 3 * width_; }
  [[nodiscard]] const Limb* first(Node node) const { return numbers_.data() + node * 3 * width_; }
  [[nodiscard]] const Limb* last(Node node) const { return first(node) + width_; }
  [[nodiscard]] const Limb* sum(Node node) const { return first(node) + 2 * width_; }

  std::size_t width_;
  std::vector<Links> nodes_;
  Limbs numbers_;
  std::vector<Node> free_;
  Node root_ = 0;
  Rng shape_{0};
};

}  // namespace espalier::paths
