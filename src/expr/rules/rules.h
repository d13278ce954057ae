#pragma once

#include "expr/expr.h"
#include "expr/semantics.h"

namespace espalier::expr {

/// A simpler term equal to `term` for every value of its operands, or Expr{} when no rule
/// applies.  Equal means equal bits, for NaN and -0.0 too.  Every rule shrinks the term or
/// brings it nearer to one chosen form, so that making terms ends:
///   constants stand right of commutative operators, x - c is x + (-c), comparisons with
///   constants are strict, truth values are widened by ZExt.
Expr simplify(Pool& pool, const Term& term);

// The rules of one group of operators each; `term` has at least one operand that is not constant.
Expr simplify_arithmetic(Pool& pool, const Term& term);  // Add .. SRem
Expr simplify_bitwise(Pool& pool, const Term& term);     // And, Or, Xor
Expr simplify_shift(Pool& pool, const Term& term);       // Shl, LShr, AShr
Expr simplify_comparison(Pool& pool, const Term& term);  // Eq .. Sle
Expr simplify_equality_with_constant(Pool& pool, Expr a, std::uint64_t c);  // a == c
Expr simplify_width(Pool& pool, const Term& term);       // ZExt, SExt, Extract, Concat
Expr simplify_select(Pool& pool, const Term& term);
Expr simplify_float(Pool& pool, const Term& term);       // FAdd .. FToS

/// An upper bound of the term's value as an unsigned number, from its operator and operands alone.
std::uint64_t largest(const Pool& pool, Expr e);

/// A choice between constants, of a few that lie one behind the other: select(p, 1, select(q, 2, 0)).  It is
/// compared by comparing its constants, so that what a few symbolic stores left of a table cell becomes p or
/// q.
bool chooses_constant(const Pool& pool, Expr e);

/// The two one-bit terms are always different.
bool are_opposite(const Pool& pool, Expr a, Expr b);

inline Expr truth(Pool& pool, bool value) { return pool.constant(value ? 1 : 0, 1); }

}  // namespace espalier::expr
