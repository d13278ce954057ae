#pragma once

namespace espalier {

/// Processor time in seconds, which other work on the machine does not count in.
double thread_cpu_seconds();
double process_cpu_seconds();
/// Of child processes that have ended and were waited for.
double children_cpu_seconds();

}  // namespace espalier
