#include <bit>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

Expr simplify_add(Pool& pool, Expr a, Expr b, unsigned bits) {
  const Term x = pool[a];
  if (pool.is_constant(b)) {
    const std::uint64_t c = pool[b].k;
    // match:  a + 0
    // result: a
    if (c == 0) return a;
    // match:  (y + d) + c
    // result: y + (d + c)
    if (x.op == Op::Add && pool.is_constant(x.operands[1]))
      return pool.binary(Op::Add, x.operands[0], pool.constant(pool[x.operands[1]].k + c, bits));
    // match:  (d - y) + c
    // result: (d + c) - y
    if (x.op == Op::Sub && pool.is_constant(x.operands[0]))
      return pool.binary(Op::Sub, pool.constant(pool[x.operands[0]].k + c, bits), x.operands[1]);
    return {};
  }
  // match:  (y - b) + b, b + (y - b)
  // result: y
  if (x.op == Op::Sub && x.operands[1] == b) return x.operands[0];
  const Term y = pool[b];
  if (y.op == Op::Sub && y.operands[1] == a) return y.operands[0];
  return {};
}

Expr simplify_sub(Pool& pool, Expr a, Expr b, unsigned bits) {
  // match:  a - a
  // result: 0
  if (a == b) return pool.constant(0, bits);
  // match:  a - c
  // result: a + (-c)
  if (pool.is_constant(b)) return pool.binary(Op::Add, a, pool.constant(0 - pool[b].k, bits));
  const Term x = pool[a];
  const Term y = pool[b];
  if (x.op == Op::Const) {
    // match:  c - (d - z)
    // result: z + (c - d)
    if (y.op == Op::Sub && pool.is_constant(y.operands[0]))
      return pool.binary(Op::Add, y.operands[1], pool.constant(x.k - pool[y.operands[0]].k, bits));
    // match:  c - (z + d)
    // result: (c - d) - z
    if (y.op == Op::Add && pool.is_constant(y.operands[1]))
      return pool.binary(Op::Sub, pool.constant(x.k - pool[y.operands[1]].k, bits), y.operands[0]);
    return {};
  }
  // match:  (z + b) - b, (b + z) - b
  // result: z
  if (x.op == Op::Add && x.operands[1] == b) return x.operands[0];
  if (x.op == Op::Add && x.operands[0] == b) return x.operands[1];
  return {};
}

Expr simplify_mul(Pool& pool, Expr a, Expr b, unsigned bits) {
  if (!pool.is_constant(b)) return {};
  const std::uint64_t c = pool[b].k;
  // match:  a * 0
  // result: 0
  if (c == 0) return b;
  // match:  a * 1
  // result: a
  if (c == 1) return a;
  // match:  (y * d) * c
  // result: y * (d * c)
  const Term x = pool[a];
  if (x.op == Op::Mul && pool.is_constant(x.operands[1]))
    return pool.binary(Op::Mul, x.operands[0], pool.constant(pool[x.operands[1]].k * c, bits));
  return {};
}

Expr simplify_division(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  const bool remainder = term.op == Op::URem || term.op == Op::SRem;
  // match:  a % a     (0 % 0 is 0: the dividend)
  // result: 0
  if (remainder && a == b) return pool.constant(0, term.bits);
  if (!pool.is_constant(b)) return {};
  const std::uint64_t c = pool[b].k;
  const bool is_signed = term.op == Op::SDiv || term.op == Op::SRem;

  // match:  a % 0
  // result: a
  if (remainder && c == 0) return a;
  // match:  a / 1        result: a
  // match:  a % 1        result: 0     (one bit wide and signed, 1 means -1; both hold there too)
  if (c == 1) return remainder ? pool.constant(0, term.bits) : a;
  // match:  a / -1       result: 0 - a      (the smallest integer wraps onto itself)
  // match:  a % -1       result: 0
  if (is_signed && c == mask_of(term.bits))
    return remainder ? pool.constant(0, term.bits) : pool.binary(Op::Sub, pool.constant(0, term.bits), a);
  // match:  a /u 2^n     result: a >>u n
  // match:  a %u 2^n     result: a & (2^n - 1)
  if (!is_signed && std::has_single_bit(c)) {
    if (remainder) return pool.binary(Op::And, a, pool.constant(c - 1, term.bits));
    return pool.binary(Op::LShr, a,
                       pool.constant(static_cast<std::uint64_t>(std::countr_zero(c)), term.bits));
  }
  return {};
}

}  // namespace

Expr simplify_arithmetic(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  // match:  one bit wide: a + b, a - b, a * b
  // result: a ^ b, a ^ b, a & b
  if (term.bits == 1 && term.op <= Op::Mul) return pool.binary(term.op == Op::Mul ? Op::And : Op::Xor, a, b);
  if (term.op == Op::Add) return simplify_add(pool, a, b, term.bits);
  if (term.op == Op::Sub) return simplify_sub(pool, a, b, term.bits);
  if (term.op == Op::Mul) return simplify_mul(pool, a, b, term.bits);
  return simplify_division(pool, term);
}

}  // namespace espalier::expr
