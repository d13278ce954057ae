#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "model/control_flow.h"

namespace espalier::model {

/// How many branches lie between a side and the nearest target, through all functions.
///
///     Distances distances(program, root);
///     distances.measure({distances.flow().block(f, 3)});
///     distances.from(edge);     // 0: no further branch has to go the right way
///
/// Calls and returns cost nothing, and a return may lead to any caller: a guess, never more than the truth.
class Distances {
 public:
  static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();

  Distances(const Program& program, FunctionId root);

  [[nodiscard]] const ControlFlow& flow() const { return flow_; }
  /// Anew, to these.  Time linear in the size of the program.
  void measure(const std::vector<Vertex>& targets);
  /// From behind this side on; 0 when the side is a target itself; infinite when no way is known.
  [[nodiscard]] std::uint32_t from(EdgeId edge) const {
    const Vertex side = flow_.side(edge);
    return side == no_vertex ? infinite : distance_[side];
  }

 private:
  ControlFlow flow_;
  std::vector<bool> is_side_;                 // by Vertex: to come here is to take a side of a branch
  std::vector<std::uint32_t> first_;          // by Vertex: its arcs in from_
  std::vector<Vertex> from_;                  // where arcs that lead to a vertex come from
  std::vector<std::uint32_t> distance_;       // by Vertex
  std::vector<Vertex> near_, far_;            // at the distance being looked at; one farther
};

}  // namespace espalier::model
