#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "execute/import.h"
#include "expr/expr.h"
#include "model/model.h"

namespace espalier::search {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};

enum class SideState : std::uint8_t {
  Open,        ///< never tried
  Taken,       ///< a run went there
  Infeasible,  ///< proved on an exact prefix
  Unknown,     ///< the solver gave up, the prefix is approximate, or the run went elsewhere
  Pruned,      ///< by a rule, or by the depth bound
  Determined,  ///< the condition does not depend on the input
};

/// The union of all executed paths.  A node is an executed branch, switch or check.
class Tree {
 public:
  struct Side {
    SideState state = SideState::Open;
    NodeId child = no_node;  ///< next node below, when one was recorded
  };

  explicit Tree(const model::Program& program) : program_(program) {}

  struct Insertion {
    NodeId first_new = no_node;    ///< first node that no earlier path had; no_node when none
    std::vector<NodeId> nodes;     ///< all nodes of the path, root first
    bool new_path = false;         ///< no earlier run followed exactly this path
  };
  /// Adds a path; `input` number is remembered at new nodes as the seed of queries below them.
  Insertion insert(const execute::Path& path, std::uint32_t input);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t path_count() const { return paths_; }
  [[nodiscard]] NodeId parent(NodeId n) const { return nodes_[n].parent; }
  [[nodiscard]] std::uint32_t parent_side(NodeId n) const { return nodes_[n].parent_side; }
  [[nodiscard]] std::uint32_t depth(NodeId n) const { return nodes_[n].depth; }  ///< choice points above
  [[nodiscard]] const model::Site& site(NodeId n) const { return program_.sites[nodes_[n].site]; }
  [[nodiscard]] expr::Expr value(NodeId n) const { return nodes_[n].value; }     ///< Expr{}: concrete
  [[nodiscard]] std::uint32_t seed(NodeId n) const { return nodes_[n].seed; }
  [[nodiscard]] bool exact(NodeId n) const { return nodes_[n].approximated_at == ~model::SiteId{0}; }
  [[nodiscard]] model::SiteId approximated_at(NodeId n) const { return nodes_[n].approximated_at; }
  [[nodiscard]] const Side& side(NodeId n, std::uint32_t s) const { return sides_[nodes_[n].first_side + s]; }
  void set_state(NodeId n, std::uint32_t s, SideState state);

  /// The first side of `n` that is Open, if any.
  [[nodiscard]] std::optional<std::uint32_t> open_side(NodeId n) const;

  /// Constraints of the path from the root to `n` (excluded), in order, appended to `into`.
  void prefix(expr::Pool& pool, NodeId n, std::vector<expr::Expr>& into) const;

  /// How many sides are in that state.
  [[nodiscard]] std::uint64_t count(SideState state) const { return counts_[static_cast<std::size_t>(state)]; }
  /// Some path lost exactness, or was cut short: what is not covered is not proved infeasible.
  [[nodiscard]] bool any_approximate() const { return first_approximation_ != ~model::SiteId{0}; }
  [[nodiscard]] model::SiteId first_approximation() const { return first_approximation_; }
  [[nodiscard]] bool any_cut() const { return any_cut_; }

 private:
  struct Node {
    NodeId parent;
    std::uint32_t parent_side;
    std::uint32_t depth;
    model::SiteId site;
    expr::Expr value;
    std::uint32_t seed;
    std::uint32_t first_side;
    model::SiteId approximated_at;  ///< of the prefix; ~0: exact
  };
  const model::Program& program_;
  std::vector<Node> nodes_;
  std::vector<Side> sides_;
  std::uint64_t counts_[6] = {};
  std::uint32_t paths_ = 0;
  model::SiteId first_approximation_ = ~model::SiteId{0};
  bool any_cut_ = false;
};

}  // namespace espalier::search
