#pragma once

#include "solve/tape.h"

namespace espalier::solve {

/// How far a condition is from having the wanted truth value: 0 when it has it, else a number above 0
/// that shrinks as the operands of its comparisons come nearer to each other (the branch distance
/// of search-based testing).  On a logarithmic scale, because differences range from 1 to 2^64 and no
/// condition may drown the others.  Floating-point operands differ by units in the last place.
double distance(const Tape& tape, const Valuation& values, Tape::Position condition, bool wanted = true);

}  // namespace espalier::solve
