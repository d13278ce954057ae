#pragma once

#include <atomic>

namespace espalier::tools {

/// Ctrl-C ends the search, which keeps what it found; a second one ends the program.
void catch_interrupts();

/// It was pressed.
extern std::atomic<bool> interrupted;

}  // namespace espalier::tools
