#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>

#include "paths/counts.h"
#include "paths/drawer.h"
#include "paths/reduce.h"

namespace espalier::paths {

/// Elimination of prefixes as its paper describes it: a trie of residual counts over the plain
/// graph, without trimming, chains or ranks.  The reference that Drawer is tested against:
/// with equal seeds both draw the same.
class TrieDrawer {
 public:
  TrieDrawer(const Graph& graph, const Question& question);

  [[nodiscard]] const Count& alive() const { return root_.count; }
  [[nodiscard]] std::optional<Drawn> draw(Rng& rng) const;
  Count eliminate_prefix(std::span<const EdgeId> prefix);
  Count eliminate_path(std::span<const EdgeId> path);
  /// How many prefixes have an entry.
  [[nodiscard]] std::size_t nodes() const;

 private:
  /// The paths left below a prefix; below entries only, others have their count from the table.
  struct Node {
    Count count;
    std::map<EdgeId, std::unique_ptr<Node>> children{};  ///< by slot
  };
  static const Node* child_of(const Node* node, EdgeId slot);
  static std::size_t size_of(const Node& node);
  Count eliminate(const Path& prefix);

  Reduced plain_;      ///< the user's graph, with a vertex of rest if shorter paths are meant
  EdgeId user_edges_;  ///< names from here on are the rest's
  std::uint32_t length_;
  Counts counts_;
  Node root_;
};

}  // namespace espalier::paths
