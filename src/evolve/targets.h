#pragma once

#include <vector>

#include "model/distances.h"
#include "runtime/abi.h"

namespace espalier::evolve {

/// Ways to come nearer to a target: the sides of branches that lead there by fewer further branches than
/// another side of the same branch, nearest first, ended by ESP_NO_EDGE.  Sides that make no difference are
/// left out, so what is left is what the target depends on.
///
/// `distances` is measured anew, to `vertices`.
std::vector<esp_approach> approaches(const model::Program& program, model::Distances& distances,
                                     const std::vector<model::Vertex>& vertices);

}  // namespace espalier::evolve
