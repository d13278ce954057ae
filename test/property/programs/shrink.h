#pragma once

#include <functional>
#include <vector>

#include "property/programs/program.h"

namespace espalier::property {

/// All programs that are one step smaller: a statement, a label, a declaration or a function
/// less, or an expression replaced by a part of it or by a constant.  Biggest steps first.
[[nodiscard]] std::vector<Program> smaller_programs(const Program& program);

/// Follows smaller programs as long as they fail too, at most `attempts` questions to `fails`.
[[nodiscard]] Program shrink(Program program, const std::function<bool(const Program&)>& fails,
                             unsigned attempts);

}  // namespace espalier::property
