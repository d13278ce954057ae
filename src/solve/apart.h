#pragma once

#include <chrono>
#include <functional>

#include "solve/solver.h"

namespace espalier::solve {

/// The answer of work done by a forked child, which sees everything as it is now, ends at the deadline, has a
/// limit on its memory, and cannot take us down with it: then the answer is Unknown with the reason.
Answer work_apart(const std::function<Answer()>& work, std::chrono::steady_clock::time_point deadline);

}  // namespace espalier::solve
