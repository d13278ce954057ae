#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "execute/import.h"
#include "model/model.h"

namespace espalier::search {

/// What an input must meet to take the steps of a path, and of which step each constraint is.
struct Predicate {
  std::vector<expr::Expr> constraints;
  std::vector<std::size_t> steps;
};
Predicate predicate_of(expr::Pool& pool, const model::Program& program, const execute::Path& path);

/// If the path ends with a failed check, it now ends with the check passed.
bool pass_last_check(const model::Program& program, execute::Path& path);

}  // namespace espalier::search
