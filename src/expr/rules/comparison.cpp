#include <algorithm>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

bool is_signed(Op op) { return op == Op::Slt || op == Op::Sle; }
bool is_equality(Op op) { return op == Op::Eq || op == Op::Ne; }

// a <= c and c <= b with a constant become strict, so that `x <= 9`, `x < 10` and the negation
// of `9 < x` are one term.  lo and hi are the ends of the order.
Expr simplify_weak(Pool& pool, const Term& term, std::uint64_t lo, std::uint64_t hi) {
  const auto [a, b, unused] = term.operands;
  const unsigned bits = pool.bits(a);
  const Op strict = term.op == Op::Ule ? Op::Ult : Op::Slt;
  if (pool.is_constant(b)) {
    // match:  a <= hi        result: 1
    // match:  a <= c         result: a < c + 1
    const std::uint64_t c = pool[b].k;
    return c == hi ? truth(pool, true) : pool.binary(strict, a, pool.constant(c + 1, bits));
  }
  // match:  lo <= b        result: 1
  // match:  c <= b         result: c - 1 < b
  const std::uint64_t c = pool[a].k;
  return c == lo ? truth(pool, true) : pool.binary(strict, pool.constant(c - 1, bits), b);
}

// a < c at the ends of the order.
Expr simplify_ends(Pool& pool, const Term& term, std::uint64_t lo, std::uint64_t hi) {
  const auto [a, b, unused] = term.operands;
  const unsigned bits = pool.bits(a);
  const bool constant_right = pool.is_constant(b);
  const std::uint64_t c = pool[constant_right ? b : a].k;
  const Expr x = constant_right ? a : b;
  const std::uint64_t nothing = constant_right ? lo : hi;  // a < lo, hi < b
  const std::uint64_t all_but_one = constant_right ? hi : lo;
  const std::uint64_t only_one = (constant_right ? lo + 1 : hi - 1) & mask_of(bits);
  // match:  a < lo, hi < b
  // result: 0
  if (c == nothing) return truth(pool, false);
  // match:  a < lo + 1, hi - 1 < b
  // result: a == lo, b == hi
  if (c == only_one) return pool.binary(Op::Eq, x, pool.constant(nothing, bits));
  // match:  a < hi, lo < b
  // result: a != hi, b != lo
  if (c == all_but_one) return pool.binary(Op::Ne, x, pool.constant(c, bits));
  return {};
}

// Extensions keep both orders: zext maps into the non-negative numbers, where signed and unsigned
// agree; sext keeps the signed order, and the unsigned one because it moves the upper half of the
// narrow range to the top of the wide one.
Expr simplify_extensions(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  const Term x = pool[a];
  const Term y = pool[b];
  if (x.op != y.op || (x.op != Op::ZExt && x.op != Op::SExt)) return {};
  const unsigned width = std::max(pool.bits(x.operands[0]), pool.bits(y.operands[0]));
  // match:  zext(p) op zext(q)
  // result: p op q, unsigned, the narrower one extended to the wider
  // match:  sext(p) op sext(q)
  // result: p op q, the narrower one extended to the wider
  Op op = term.op;
  if (x.op == Op::ZExt && op == Op::Slt) op = Op::Ult;
  if (x.op == Op::ZExt && op == Op::Sle) op = Op::Ule;
  const Expr p = pool.unary(x.op, x.operands[0], width);
  const Expr q = pool.unary(y.op, y.operands[0], width);
  return pool.binary(op, p, q);
}

Expr simplify_unsigned_with_constant(Pool& pool, Expr x, std::uint64_t c, bool constant_right) {
  const Term wide = pool[x];
  const std::uint64_t bound = largest(pool, x);
  // match:  x <u c, x is always below c     result: 1
  // match:  c <u x, x never exceeds c       result: 0
  if (constant_right && bound < c) return truth(pool, true);
  if (!constant_right && bound <= c) return truth(pool, false);
  if (wide.op != Op::ZExt && wide.op != Op::SExt) return {};
  const Expr p = wide.operands[0];
  const unsigned narrow = pool.bits(p);
  // match:  zext(p) <u c, c <u zext(p), c fits p's width (else one of the rules above applied)
  // result: p <u c, c <u p
  if (wide.op == Op::ZExt) {
    const Expr constant = pool.constant(c, narrow);
    return constant_right ? pool.binary(Op::Ult, p, constant) : pool.binary(Op::Ult, constant, p);
  }
  // match:  c <u sext(p)         (c is not the largest number: simplify_ends)
  // result: not (sext(p) <u c + 1)
  if (!constant_right) return pool.negate(pool.binary(Op::Ult, x, pool.constant(c + 1, wide.bits)));
  // match:  sext(p) <u c; with h = 2^(narrow-1), sext(p) lies below h or not below 2^wide - h
  // result: p <u c mod 2^narrow when c is in one of these ranges, else p <u h
  const std::uint64_t h = std::uint64_t{1} << (narrow - 1);
  const bool between = c > h && c <= mask_of(wide.bits) - h;
  return pool.binary(Op::Ult, p, pool.constant(between ? h : c, narrow));
}

Expr simplify_signed_with_constant(Pool& pool, Expr x, std::uint64_t pattern, bool constant_right) {
  const Term wide = pool[x];
  const std::int64_t c = sign_extend(pattern, wide.bits);
  if (largest(pool, x) <= mask_of(wide.bits) >> 1) {
    // match:  x < c, x is never negative
    // result: c < 0 ? 0 : x <u c
    // match:  c < x, x is never negative
    // result: c < 0 ? 1 : c <u x
    if (c < 0) return truth(pool, !constant_right);
    const Expr constant = pool.constant(pattern, wide.bits);
    return constant_right ? pool.binary(Op::Ult, x, constant) : pool.binary(Op::Ult, constant, x);
  }
  if (wide.op != Op::SExt) return {};
  const Expr p = wide.operands[0];
  const unsigned narrow = pool.bits(p);
  const std::int64_t smallest = sign_extend(std::uint64_t{1} << (narrow - 1), narrow);
  const std::int64_t biggest = -(smallest + 1);
  const Expr constant = pool.constant(pattern, narrow);
  // match:  sext(p) < c
  // result: c above p's range: 1; not above its smallest: 0; else p < c
  if (constant_right) {
    if (c > biggest) return truth(pool, true);
    if (c <= smallest) return truth(pool, false);
    return pool.binary(Op::Slt, p, constant);
  }
  // match:  c < sext(p)
  // result: c not below p's biggest: 0; below its smallest: 1; else c < p
  if (c >= biggest) return truth(pool, false);
  if (c < smallest) return truth(pool, true);
  return pool.binary(Op::Slt, constant, p);
}

Expr simplify_order_with_constant(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  const unsigned bits = pool.bits(a);
  const std::uint64_t lo = is_signed(term.op) ? std::uint64_t{1} << (bits - 1) : 0;
  const std::uint64_t hi = is_signed(term.op) ? mask_of(bits) >> 1 : mask_of(bits);
  if (term.op == Op::Ule || term.op == Op::Sle) return simplify_weak(pool, term, lo, hi);
  if (const Expr simpler = simplify_ends(pool, term, lo, hi)) return simpler;

  const bool constant_right = pool.is_constant(b);
  const Expr x = constant_right ? a : b;
  const std::uint64_t c = pool[constant_right ? b : a].k;
  // match:  select(p, d, e) < c, c < select(p, d, e), chooses a constant
  // result: select(p, d < c, e < c), c < d and c < e likewise
  if (chooses_constant(pool, x)) {
    const Term choice = pool[x];
    const auto compare = [&](Expr arm) {
      return constant_right ? pool.binary(term.op, arm, b) : pool.binary(term.op, a, arm);
    };
    const Expr first = compare(choice.operands[1]);
    return pool.select(choice.operands[0], first, compare(choice.operands[2]));
  }
  return is_signed(term.op) ? simplify_signed_with_constant(pool, x, c, constant_right)
                            : simplify_unsigned_with_constant(pool, x, c, constant_right);
}

Expr simplify_equality(Pool& pool, Expr a, Expr b) {
  if (pool.is_constant(b)) return simplify_equality_with_constant(pool, a, pool[b].k);
  // match:  (y + c) == y, c not 0
  // result: 0
  const auto offset_of = [&](Expr sum, Expr y) {
    const Term& x = pool[sum];
    return x.op == Op::Add && x.operands[0] == y && pool.is_constant(x.operands[1]) &&
           pool[x.operands[1]].k != 0;
  };
  if (offset_of(a, b) || offset_of(b, a)) return truth(pool, false);
  // match:  one bit wide: a == not a
  // result: 0
  if (pool.bits(a) == 1 && are_opposite(pool, a, b)) return truth(pool, false);
  return {};
}

}  // namespace

Expr simplify_comparison(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  // match:  a == a, a <= a      result: 1
  // match:  a != a, a < a       result: 0
  if (a == b) return truth(pool, term.op == Op::Eq || term.op == Op::Ule || term.op == Op::Sle);
  if (const Expr simpler = simplify_extensions(pool, term)) return simpler;
  if (is_equality(term.op)) {
    // match:  a != b, a == b simplifies
    // result: not (a == b)
    const Expr equal = simplify_equality(pool, a, b);
    return equal && term.op == Op::Ne ? pool.negate(equal) : equal;
  }
  if (pool.is_constant(a) || pool.is_constant(b)) return simplify_order_with_constant(pool, term);
  return {};
}

}  // namespace espalier::expr
