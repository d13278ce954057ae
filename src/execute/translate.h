#pragma once

#include <span>

#include "expr/expr.h"
#include "runtime/abi.h"

namespace espalier::execute {

/// The term of one node; `terms` holds those of all smaller labels.  Expr{} when the node makes
/// no sense (unknown operator, operands from the future, widths that do not fit).
expr::Expr translate(expr::Pool& pool, const esp_node& node, std::span<const expr::Expr> terms);

}  // namespace espalier::execute
