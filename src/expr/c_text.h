#pragma once

#include <string>
#include <vector>

#include "expr/expr.h"

namespace espalier::expr {

/// What an input variable is called in C.
struct CName {
  std::string text;        ///< "a", "p->x"; of a choice the condition that it stands for: "p == NULL"
  bool is_signed = true;
  bool is_choice = false;  ///< 1: the condition holds
};

/// The term as a C expression.  Integers have the widths of x86-64 Linux; what is not an integer of C (a
/// part of a value, say) is written with shifts and masks.  Long texts end in `...`.
std::string to_c(const Pool& pool, Expr e, const std::vector<CName>& names, std::size_t longest = 400);

}  // namespace espalier::expr
