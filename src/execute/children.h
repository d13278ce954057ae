#pragma once

#include <sys/types.h>

#include <chrono>

namespace espalier::execute {

/// Processor time of the children of a process that are over, as far as the system tells: hundredths of a
/// second.
std::chrono::nanoseconds time_of_children(pid_t process);

}  // namespace espalier::execute
