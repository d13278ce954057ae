#pragma once

#include <cstdint>
#include <optional>

#include "search/strategy.h"

namespace espalier::search {

/// Where one stands on the way from a node back to the beginning of its path.
struct WayBack {
  NodeId node;
  std::uint32_t seen = 0;  ///< of the concrete sides right before it

  /// The side that was taken before, be it concrete or not.
  std::optional<model::EdgeId> step(const State& state) {
    const auto concrete = state.stretches[state.tree.stretch(node)];
    if (seen < concrete.size()) return concrete[concrete.size() - ++seen];
    const NodeId above = state.tree.parent(node);
    if (above == no_node) return std::nullopt;
    const model::EdgeId side = state.tree.site(above).first + state.tree.parent_side(node);
    *this = {above, 0};
    return side;
  }
};

}  // namespace espalier::search
