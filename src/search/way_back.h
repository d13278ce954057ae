#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "search/strategy.h"

namespace espalier::search {

/// The concrete sides right before a node, when those were told lately.
inline std::span<const model::EdgeId> passed_before(const State& state, NodeId node) {
  return state.stretches[state.tree.stretch(node)];
}

/// It tells how a path went.  That a check was fine, or a value pinned, does not.
inline bool is_turn(const State& state, model::EdgeId side) {
  const model::SiteKind kind = state.program.site(side).kind;
  return kind != model::SiteKind::Approximation && kind != model::SiteKind::Check;
}

/// Where one stands on the way from a node back to the beginning of its path.
struct WayBack {
  NodeId node;
  std::uint32_t seen = 0;  ///< of the concrete sides right before it

  /// The side that was taken before, be it concrete or not.
  std::optional<model::EdgeId> step(const State& state) {
    const auto concrete = passed_before(state, node);
    if (seen < concrete.size()) return concrete[concrete.size() - ++seen];
    const NodeId above = state.tree.parent(node);
    if (above == no_node) return std::nullopt;
    const model::EdgeId side = state.tree.site(above).first + state.tree.parent_side(node);
    *this = {above, 0};
    return side;
  }
};

}  // namespace espalier::search
