// Equations a == c with a constant: solved for the operand of a where that is exact, refuted where
// a can never be c.
#include <bit>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

// The inverse of an odd number modulo 2^64.  Newton's step x(2 - cx) doubles the number of correct
// low bits, and c is its own inverse modulo 8.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int correct = 3; correct < 64; correct *= 2) x *= 2 - odd * x;
  return x;
}

Expr equal(Pool& pool, Expr a, std::uint64_t c) {
  return pool.binary(Op::Eq, a, pool.constant(c, pool.bits(a)));
}

// a is `y op d` with d constant.
Expr solve_for_left(Pool& pool, const Term& a, std::uint64_t c) {
  const Expr y = a.operands[0];
  const std::uint64_t d = pool[a.operands[1]].k;
  switch (a.op) {
    // match:  y + d == c       result: y == c - d
    case Op::Add:
      return equal(pool, y, c - d);
    // match:  y ^ d == c       result: y == c ^ d
    case Op::Xor:
      return equal(pool, y, c ^ d);
    // match:  y & d == c, c has a bit that d lacks      result: 0
    case Op::And:
      return (c & ~d) != 0 ? truth(pool, false) : Expr{};
    // match:  y | d == c, d has a bit that c lacks      result: 0
    case Op::Or:
      return (d & ~c) != 0 ? truth(pool, false) : Expr{};
    // match:  y * d == c, d odd                                 result: y == c / d modulo 2^n
    // match:  y * d == c, d divisible by 2^s, c not             result: 0
    case Op::Mul:
      if ((d & 1) != 0) return equal(pool, y, c * inverse(d));
      return c != 0 && std::countr_zero(c) < std::countr_zero(d) ? truth(pool, false) : Expr{};
    default:
      return {};
  }
}

}  // namespace

Expr simplify_equality_with_constant(Pool& pool, Expr a, std::uint64_t c) {
  const Term x = pool[a];
  const auto [p, q, r] = x.operands;
  // match:  one bit wide: a == 1      result: a
  // match:  one bit wide: a == 0      result: not a
  if (x.bits == 1) return c == 1 ? a : pool.negate(a);
  // match:  a == c, a never reaches c
  // result: 0
  if (largest(pool, a) < c) return truth(pool, false);
  switch (x.op) {
    // match:  zext(p) == c, c fits (else the rule above applied)
    // result: p == c
    case Op::ZExt:
      return equal(pool, p, c);
    // match:  sext(p) == c
    // result: p == c mod 2^width(p) when c is the extension of that, else 0
    case Op::SExt: {
      const unsigned narrow = pool.bits(p);
      const auto extended = static_cast<std::uint64_t>(sign_extend(c & mask_of(narrow), narrow));
      return (extended & mask_of(x.bits)) == c ? equal(pool, p, c) : truth(pool, false);
    }
    // match:  p - q == 0        result: p == q
    // match:  d - q == c        result: q == d - c
    case Op::Sub:
      if (c == 0) return pool.binary(Op::Eq, p, q);
      return pool.is_constant(p) ? equal(pool, q, pool[p].k - c) : Expr{};
    // match:  d concat q == c, q concat d == c
    // result: 0 when d is not that part of c, else q == the other part
    case Op::Concat: {
      const unsigned low = pool.bits(q);
      const std::uint64_t high_part = c >> low;
      const std::uint64_t low_part = c & mask_of(low);
      if (pool.is_constant(p)) return pool[p].k == high_part ? equal(pool, q, low_part) : truth(pool, false);
      if (pool.is_constant(q)) return pool[q].k == low_part ? equal(pool, p, high_part) : truth(pool, false);
      return {};
    }
    // match:  select(p, d, e) == c, chooses a constant
    // result: select(p, d == c, e == c)
    case Op::Select: {
      if (!chooses_constant(pool, a)) return {};
      const Expr first = equal(pool, q, c);
      return pool.select(p, first, equal(pool, r, c));
    }
    case Op::Xor:
      // match:  p ^ q == 0
      // result: p == q
      if (c == 0) return pool.binary(Op::Eq, p, q);
      [[fallthrough]];
    default:
      return q && pool.is_constant(q) ? solve_for_left(pool, x, c) : Expr{};
  }
}

}  // namespace espalier::expr
