#pragma once

#include <gtest/gtest.h>

#include <bit>

#include "expr/expr.h"
#include "expr/semantics.h"

namespace espalier::expr {

/// Short names for the tests of rules.  `stays(e, op)`: the term was made with `op` and kept it,
/// so no rule applied.
class Rules : public ::testing::Test {
 protected:
  Expr c(std::int64_t value, unsigned bits = 32) {
    return pool.constant(static_cast<std::uint64_t>(value), bits);
  }
  Expr make(Op op, Expr a, Expr b) { return pool.binary(op, a, b); }
  Expr zext(Expr a, unsigned bits = 32) { return pool.unary(Op::ZExt, a, bits); }
  Expr sext(Expr a, unsigned bits = 32) { return pool.unary(Op::SExt, a, bits); }
  Expr real(double value) { return pool.constant(std::bit_cast<std::uint64_t>(value), 64); }
  ::testing::AssertionResult same(Expr a, Expr b) {
    if (a == b) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << to_text(pool, a) << "  is not  " << to_text(pool, b);
  }
  ::testing::AssertionResult stays(Expr e, Op op) {
    if (pool[e].op == op) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "became " << to_text(pool, e);
  }

  Pool pool;
  Expr x = pool.input(0, 32), y = pool.input(1, 32), z = pool.input(2, 32);
  Expr p = pool.input(3, 1), q = pool.input(4, 1);
  Expr b8 = pool.input(5, 8), d8 = pool.input(6, 8), s16 = pool.input(7, 16);
  Expr f = pool.input(8, 64), g = pool.input(9, 64);
  Expr yes = pool.constant(1, 1), no = pool.constant(0, 1);
};

}  // namespace espalier::expr
