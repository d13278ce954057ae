#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "property/programs/print.h"

namespace espalier::property {

/// The truth about one unit, from running it natively on all its inputs.
struct Judgement {
  std::set<Mark> reachable;
  int paths = 0;  ///< distinct ones; -1: more than worth counting
};

/// Compiles the recording text in `directory` with gcc and runs it; one judgement per unit, in order.
[[nodiscard]] Result<std::vector<Judgement>> judge(const Source& source,
                                                   const std::filesystem::path& directory);

}  // namespace espalier::property
