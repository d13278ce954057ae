#pragma once

#include <string>
#include <vector>

namespace espalier::frontend {

/// The user's flags as we can use them.  Flags that choose an output, an optimisation level, debug
/// information or another instrumentation are dropped: those are ours to choose.
struct UserFlags {
  std::vector<std::string> compile;
  std::vector<std::string> link;  ///< libraries, object files
};

UserFlags sort_flags(const std::vector<std::string>& flags);

}  // namespace espalier::frontend
