#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "execute/import.h"
#include "expr/expr.h"
#include "model/contexts.h"
#include "model/model.h"
#include "model/stretches.h"

namespace espalier::search {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};
using RuleId = std::uint8_t;  ///< why a side was pruned
inline constexpr RuleId depth_bound = 0;
inline constexpr std::size_t max_rules = 16;

enum class SideState : std::uint8_t {
  Open,        ///< never tried
  Taken,       ///< a run went there
  Infeasible,  ///< proved on an exact prefix
  Unknown,     ///< the solver gave up, the prefix is approximate, or the run went elsewhere
  Pruned,      ///< by a rule, or by the depth bound
  Determined,  ///< the condition does not depend on the input
};

/// The union of all executed paths.  A node is an executed branch, switch or check, or a term that
/// was pinned to its value (then it has one side).  Runs that share a prefix share its nodes, so a
/// node stands for the whole prefix above it.
class Tree {
 public:
  enum class End : std::uint8_t { None, Complete, Cut };
  struct Side {
    SideState state = SideState::Open;
    End end = End::None;     ///< some run ended right after it; Cut: and would have gone on
    RuleId rule = depth_bound;  ///< Pruned: by this one
    NodeId child = no_node;  ///< next node below, when one was recorded
  };

  /// Alternatives of nodes below `depth_limit` choice points are Pruned, and what runs do after
  /// the first such node is not stored: long loops would fill the memory for nothing.  0: no limit.
  explicit Tree(const model::Program& program, std::uint32_t depth_limit = 0);

  struct Insertion {
    NodeId first_new =
        no_node;    ///< first node that no earlier path had (those after it are size()-1 at most)
    std::vector<NodeId> nodes;     ///< all nodes of the path, root first
    std::uint32_t last_side = 0;   ///< the side taken at the last of them
    bool new_path = false;         ///< no earlier run followed exactly this path
    /// A node where this run and an earlier one with the same exact prefix disagree about what comes
    /// next; no_node when there is none.  The program is not deterministic, or a bug of ours.
    NodeId contradiction = no_node;
  };
  /// Adds a path; `input` number is remembered at new nodes as the seed of queries below them.
  /// Time proportional to the path.
  Insertion insert(const execute::Path& path, std::uint32_t input);
  /// The side that a path took at the i-th of its nodes.
  [[nodiscard]] std::uint32_t side_taken(const Insertion& path, std::size_t i) const {
    return i + 1 == path.nodes.size() ? path.last_side : parent_side(path.nodes[i + 1]);
  }
  /// A run was cut short and left nothing that can be inserted.
  void note_cut() { any_cut_ = true; }

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t path_count() const { return paths_; }
  [[nodiscard]] NodeId parent(NodeId n) const { return nodes_[n].parent; }
  [[nodiscard]] std::uint32_t parent_side(NodeId n) const { return nodes_[n].parent_side; }
  [[nodiscard]] std::uint32_t depth(NodeId n) const { return nodes_[n].depth; }  ///< choice points above
  [[nodiscard]] const model::Site& site(NodeId n) const { return program_.sites[nodes_[n].site]; }
  /// Some input may take another side: neither concrete nor pinned.
  [[nodiscard]] bool is_choice(NodeId n) const {
    return nodes_[n].value && site(n).kind != model::SiteKind::Approximation;
  }
  [[nodiscard]] expr::Expr value(NodeId n) const { return nodes_[n].value; }     ///< Expr{}: concrete
  [[nodiscard]] std::uint32_t seed(NodeId n) const { return nodes_[n].seed; }
  [[nodiscard]] bool exact(NodeId n) const { return nodes_[n].approximated_at == model::no_site; }
  [[nodiscard]] model::SiteId approximated_at(NodeId n) const { return nodes_[n].approximated_at; }
  [[nodiscard]] const Side& side(NodeId n, std::uint32_t s) const { return sides_[nodes_[n].first_side + s]; }
  /// Sides are numbered through the tree, from 1 on.
  [[nodiscard]] std::uint32_t number(NodeId n, std::uint32_t s) const { return nodes_[n].first_side + s; }
  /// What was passed since the step above, when concrete sides were told lately.
  [[nodiscard]] model::StretchId stretch(NodeId n) const { return nodes_[n].stretch; }
  /// The calls that were open there; no_context when that is not known, or differs between runs.
  [[nodiscard]] model::ContextId context(NodeId n) const { return nodes_[n].context; }
  void set_state(NodeId n, std::uint32_t s, SideState state);
  /// Closes an open side by a rule; reopen() takes it back.
  void prune(NodeId n, std::uint32_t s, RuleId rule);
  void reopen(NodeId n, std::uint32_t s) { set_state(n, s, SideState::Open); }

  /// The first side of `n` from `from` on that is Open, if any.
  [[nodiscard]] std::optional<std::uint32_t> open_side(NodeId n, std::uint32_t from = 0) const;

  /// Constraints of the path from the root to `n` (excluded), in order, appended to `into`.
  void prefix(expr::Pool& pool, NodeId n, std::vector<expr::Expr>& into);

  /// How many sides are in that state.
  [[nodiscard]] std::uint64_t count(SideState state) const {
    return counts_[static_cast<std::size_t>(state)];
  }
  /// How many are pruned by that rule.
  [[nodiscard]] std::uint64_t pruned(RuleId rule) const { return pruned_[rule]; }
  /// Some path lost exactness, or was cut short: what is not covered is not proved infeasible.
  [[nodiscard]] bool any_approximate() const { return first_approximation_ != model::no_site; }
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
    model::SiteId approximated_at;  ///< of the prefix; no_site: exact
    std::uint64_t pinned;
    model::StretchId stretch;
    model::ContextId context;
  };
  /// What every question goes back along, and is kept by itself: nodes that follow on a path lie side by
  /// side.
  struct Link {
    NodeId above;          ///< the nearest node above that is not concrete
    expr::Expr condition;  ///< what the path to here demands of that one; Expr{}: not asked for yet
  };
  /// Where a path stands: on a side.
  struct Position {
    NodeId node = no_node;
    std::uint32_t side = 0;
    std::uint32_t depth = 0;     ///< choice points so far
    std::size_t slot = 0;        ///< index into sides_
  };
  /// A node that came where another was already: after a pinned value, by another stretch on an approximate
  /// path, or by a contradiction.
  struct Variant {
    std::size_t slot;
    execute::Step step;
    friend bool operator==(const Variant&, const Variant&) = default;
  };
  struct VariantHash {
    std::size_t operator()(const Variant& v) const;
  };

  [[nodiscard]] expr::Expr condition_above(expr::Pool& pool, NodeId n) const;
  [[nodiscard]] bool is_step(NodeId n, const execute::Step& step) const;
  [[nodiscard]] NodeId find_child(const Position& at, const execute::Step& step) const;
  NodeId add_child(const Position& at, const execute::Step& step, std::uint32_t input,
                   model::SiteId approximated_at, model::ContextId context);
  [[nodiscard]] NodeId contradiction_below(const Position& at, const execute::Path& path, NodeId added) const;
  /// Marks the end of a path; true when no path ended here before.
  bool end_path(const Position& at, const execute::Path& path);
  bool end_at_limit(const Position& at, const execute::Path& path, std::size_t stored);

  const model::Program& program_;
  std::uint32_t depth_limit_;
  std::vector<Node> nodes_;
  std::vector<Link> links_;  // by node
  std::vector<Side> sides_;  // [0] stands above the root
  std::unordered_map<Variant, NodeId, VariantHash> variants_;
  std::unordered_set<std::uint64_t> beyond_limit_;  // hashes of the parts of paths that are not stored
  std::uint64_t counts_[6] = {};
  std::uint64_t pruned_[max_rules] = {};
  std::uint32_t paths_ = 0;
  model::SiteId first_approximation_ = model::no_site;
  bool any_cut_ = false;
};

}  // namespace espalier::search
