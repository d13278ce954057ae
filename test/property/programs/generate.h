#pragma once

#include <string>

#include "base/rng.h"
#include "property/programs/program.h"

namespace espalier::property {

/// A random program whose unit is called `name`; the same generator state gives the same program.
///
/// Made so that an independent compiler must agree with ours on every run: operands whose order
/// of evaluation C leaves open have at most one event among them (a call, a possible trap, a
/// condition), arrays are indexed by loop counters and constants, and loops count.
[[nodiscard]] Program generate_program(Rng& rng, const std::string& name);

}  // namespace espalier::property
