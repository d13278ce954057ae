#include <algorithm>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

std::uint64_t fold_bits(Op op, std::uint64_t a, std::uint64_t b) {
  if (op == Op::And) return a & b;
  return op == Op::Or ? a | b : a ^ b;
}

// not (a op b) for a comparison that has an opposite.  Floating-point ones have none: both
// x < y and y <= x are false for NaN.
Expr opposite_comparison(Pool& pool, const Term& x) {
  const auto [a, b, unused] = x.operands;
  switch (x.op) {
    case Op::Eq:
      return pool.binary(Op::Ne, a, b);
    case Op::Ne:
      return pool.binary(Op::Eq, a, b);
    case Op::Ult:
      return pool.binary(Op::Ule, b, a);
    case Op::Ule:
      return pool.binary(Op::Ult, b, a);
    case Op::Slt:
      return pool.binary(Op::Sle, b, a);
    case Op::Sle:
      return pool.binary(Op::Slt, b, a);
    default:
      return {};
  }
}

Expr simplify_with_constant(Pool& pool, const Term& term) {
  const Expr a = term.operands[0];
  const std::uint64_t c = pool[term.operands[1]].k;
  const std::uint64_t ones = mask_of(term.bits);
  // match:  a & 0        result: 0
  // match:  a | ~0       result: ~0
  if ((term.op == Op::And && c == 0) || (term.op == Op::Or && c == ones)) return term.operands[1];
  // match:  a & ~0, a | 0, a ^ 0
  // result: a
  if (c == (term.op == Op::And ? ones : 0)) return a;
  // match:  a & c, every bit that a can have is set in c
  // result: a
  if (term.op == Op::And && (c & (c + 1)) == 0 && largest(pool, a) <= c) return a;
  // match:  not (a comparison)
  // result: the opposite comparison
  const Term x = pool[a];
  if (term.op == Op::Xor && term.bits == 1)
    if (const Expr opposite = opposite_comparison(pool, x)) return opposite;
  // match:  (y op d) op c
  // result: y op (d op c)
  if (x.op == term.op && pool.is_constant(x.operands[1]))
    return pool.binary(term.op, x.operands[0],
                       pool.constant(fold_bits(term.op, pool[x.operands[1]].k, c), term.bits));
  return {};
}

}  // namespace

Expr simplify_bitwise(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  // match:  a & a, a | a       result: a
  // match:  a ^ a              result: 0
  if (a == b) return term.op == Op::Xor ? pool.constant(0, term.bits) : a;
  if (pool.is_constant(b)) return simplify_with_constant(pool, term);
  // match:  one bit wide: a & not a      result: 0
  // match:  one bit wide: a | not a, a ^ not a      result: 1
  if (term.bits == 1 && are_opposite(pool, a, b)) return truth(pool, term.op != Op::And);
  return {};
}

Expr simplify_shift(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  const unsigned bits = term.bits;
  if (pool.is_constant(a)) {
    // match:  0 << b, 0 >>u b, 0 >> b      result: 0
    // match:  ~0 >> b                      result: ~0
    if (pool[a].k == 0 || (term.op == Op::AShr && pool[a].k == mask_of(bits))) return a;
    return {};
  }
  if (!pool.is_constant(b)) return {};
  // match:  a shifted by c, c >= width
  // result: a shifted by (c modulo the width)
  if (pool[b].k >= bits)
    return pool.make({term.op, term.bits, {a, pool.constant(pool[b].k % bits, bits), {}}, 0});
  const std::uint64_t c = pool[b].k;
  // match:  a shifted by 0
  // result: a
  if (c == 0) return a;
  // match:  (y shifted by d) shifted by c, the same way
  // result: y shifted by (d + c); 0, or all copies of the sign, when that passes the width
  const Term x = pool[a];
  if (x.op == term.op && pool.is_constant(x.operands[1])) {
    const std::uint64_t sum = c + pool[x.operands[1]].k % bits;
    if (sum >= bits && term.op != Op::AShr) return pool.constant(0, bits);
    const std::uint64_t amount = std::min<std::uint64_t>(sum, bits - 1);
    return pool.binary(term.op, x.operands[0], pool.constant(amount, bits));
  }
  // match:  a >> c, the sign bit of a is 0
  // result: a >>u c
  if (term.op == Op::AShr && largest(pool, a) <= mask_of(bits) >> 1) return pool.binary(Op::LShr, a, b);
  return {};
}

}  // namespace espalier::expr
