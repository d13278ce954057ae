#include <algorithm>
#include <utility>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

Expr simplify_extension(Pool& pool, const Term& term) {
  const Expr a = term.operands[0];
  // match:  ext(a) to a's own width
  // result: a
  if (pool.bits(a) == term.bits) return a;
  const Term x = pool[a];
  // match:  zext(zext(p)), sext(zext(p))      result: zext(p)     (the sign bit of zext(p) is 0)
  // match:  sext(sext(p))                     result: sext(p)
  if (x.op == Op::ZExt || (x.op == Op::SExt && term.op == Op::SExt))
    return pool.unary(x.op, x.operands[0], term.bits);
  // match:  sext(a), the sign bit of a is 0
  // result: zext(a)
  if (term.op == Op::SExt && largest(pool, a) <= mask_of(x.bits) >> 1)
    return pool.unary(Op::ZExt, a, term.bits);
  return {};
}

Expr extract_of_extension(Pool& pool, const Term& x, unsigned low, unsigned bits) {
  const Expr p = x.operands[0];
  const unsigned inner = pool.bits(p);
  // match:  extract(ext(p)) inside p
  // result: extract(p)
  if (low + bits <= inner) return pool.extract(p, low, bits);
  // match:  extract(zext(p)) above p
  // result: 0
  if (low >= inner && x.op == Op::ZExt) return pool.constant(0, bits);
  // match:  extract(ext(p)) across p's top, or only copies of p's sign
  // result: ext(the part of p in it, or p's sign bit)
  const unsigned start = std::min(low, inner - 1);
  return pool.unary(x.op, pool.extract(p, start, inner - start), bits);
}

// Bit i of these depends on bits 0..i of the operands only, so the low part can be computed in
// the narrow width.  We do it where the operands are extensions or constants: this undoes C's
// promotion to int in `(unsigned char)(a + b)`.  Elsewhere it would only copy terms.
bool is_low_part_local(Op op) {
  return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor;
}

Expr extract_of_operation(Pool& pool, const Term& x, unsigned bits) {
  const auto narrows = [&](Expr e) {
    const Op op = pool[e].op;
    return op == Op::Const || op == Op::ZExt || op == Op::SExt;
  };
  const auto [p, q, unused] = x.operands;
  if (!is_low_part_local(x.op) || !narrows(p) || !narrows(q)) return {};
  // match:  extract(p op q) from bit 0, p and q extensions or constants
  // result: extract(p) op extract(q)
  const Expr narrow = pool.extract(p, 0, bits);
  return pool.binary(x.op, narrow, pool.extract(q, 0, bits));
}

Expr extract_of_shift(Pool& pool, const Term& x, unsigned low, unsigned bits) {
  const auto [p, amount, unused] = x.operands;
  if (!pool.is_constant(amount)) return {};
  const auto c = static_cast<unsigned>(pool[amount].k % x.bits);
  if (x.op == Op::Shl) {
    // match:  extract(p << c) from bit c or above       result: extract(p) from c bits lower
    // match:  extract(p << c) below bit c               result: 0
    if (low >= c) return pool.extract(p, low - c, bits);
    return low + bits <= c ? pool.constant(0, bits) : Expr{};
  }
  // match:  extract(p >> c) that ends inside p
  // result: extract(p) from c bits higher
  return low + c + bits <= x.bits ? pool.extract(p, low + c, bits) : Expr{};
}

Expr simplify_extract(Pool& pool, const Term& term) {
  const Expr a = term.operands[0];
  const auto low = static_cast<unsigned>(term.k);
  // match:  extract of all bits
  // result: a
  if (pool.bits(a) == term.bits) return a;
  const Term x = pool[a];
  switch (x.op) {
    // match:  extract(extract(p))
    // result: extract(p)
    case Op::Extract:
      return pool.extract(x.operands[0], low + static_cast<unsigned>(x.k), term.bits);
    // match:  extract(p concat q) inside q, inside p
    // result: extract(q), extract(p)
    case Op::Concat: {
      const unsigned border = pool.bits(x.operands[1]);
      if (low + term.bits <= border) return pool.extract(x.operands[1], low, term.bits);
      if (low >= border) return pool.extract(x.operands[0], low - border, term.bits);
      return {};
    }
    case Op::ZExt:
    case Op::SExt:
      return extract_of_extension(pool, x, low, term.bits);
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return extract_of_shift(pool, x, low, term.bits);
    default:
      return low == 0 ? extract_of_operation(pool, x, term.bits) : Expr{};
  }
}

// `high` and `low` are neighbouring parts of one term: that part, else Expr{}.
Expr join(Pool& pool, Expr high, Expr low) {
  const Term h = pool[high];
  const Term l = pool[low];
  const unsigned bits = h.bits + l.bits;
  // match:  c concat d
  // result: the constant
  if (h.op == Op::Const && l.op == Op::Const) return pool.constant(h.k << l.bits | l.k, bits);
  if (h.op != Op::Extract) return {};
  // match:  extract(p) concat extract(p), adjacent
  // result: extract(p)
  const Expr p = h.operands[0];
  if (l.op == Op::Extract && l.operands[0] == p && l.k + l.bits == h.k)
    return pool.extract(p, static_cast<unsigned>(l.k), bits);
  return {};
}

Expr simplify_concat(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  if (const Expr whole = join(pool, a, b)) return whole;
  const Term x = pool[a];
  const Term y = pool[b];
  // match:  0 concat b
  // result: zext(b)
  if (x.op == Op::Const && x.k == 0) return pool.unary(Op::ZExt, b, term.bits);
  // match:  (p concat q) concat b, q and b join
  // result: p concat (q concat b)
  if (x.op == Op::Concat)
    if (const Expr part = join(pool, x.operands[1], b)) return pool.binary(Op::Concat, x.operands[0], part);
  // match:  a concat (p concat q), a and p join
  // result: (a concat p) concat q
  if (y.op == Op::Concat)
    if (const Expr part = join(pool, a, y.operands[0])) return pool.binary(Op::Concat, part, y.operands[1]);
  return {};
}

}  // namespace

Expr simplify_width(Pool& pool, const Term& term) {
  if (term.op == Op::Extract) return simplify_extract(pool, term);
  if (term.op == Op::Concat) return simplify_concat(pool, term);
  return simplify_extension(pool, term);
}

Expr simplify_select(Pool& pool, const Term& term) {
  const auto [p, a, b] = term.operands;
  // match:  select(p, a, a)
  // result: a
  if (a == b) return a;
  // match:  select(1, a, b), select(0, a, b)
  // result: a, b
  if (pool.is_constant(p)) return pool[p].k != 0 ? a : b;
  const Term condition = pool[p];
  // match:  select(not q, a, b)
  // result: select(q, b, a)
  if (condition.op == Op::Xor && pool.is_constant(condition.operands[1]) &&
      pool[condition.operands[1]].k == 1)
    return pool.select(condition.operands[0], b, a);
  // match:  select(p, select(p, x, y), b)      result: select(p, x, b)
  // match:  select(p, a, select(p, x, y))      result: select(p, a, y)
  const Term x = pool[a];
  if (x.op == Op::Select && x.operands[0] == p) return pool.select(p, x.operands[1], b);
  const Term y = pool[b];
  if (y.op == Op::Select && y.operands[0] == p) return pool.select(p, a, y.operands[2]);

  const std::uint64_t ones = mask_of(term.bits);
  const auto is = [&](const Term& t, std::uint64_t value) { return t.op == Op::Const && t.k == value; };
  if (term.bits == 1) {
    // match:  one bit wide: select(p, 1, b), select(p, a, 0), select(p, 0, b), select(p, a, 1)
    // result: p | b, p & a, not p & b, not p | a      (with 1 and 0 for b and a: p, not p)
    if (is(x, 1)) return pool.binary(Op::Or, p, b);
    if (is(y, 0)) return pool.binary(Op::And, p, a);
    if (is(x, 0)) return pool.binary(Op::And, pool.negate(p), b);
    if (is(y, 1)) return pool.binary(Op::Or, pool.negate(p), a);
    return {};
  }
  // match:  select(p, 1, 0)       result: zext(p)
  // match:  select(p, 0, 1)       result: zext(not p)
  // match:  select(p, ~0, 0)      result: sext(p)
  // match:  select(p, 0, ~0)      result: sext(not p)
  if (is(y, 0) && is(x, 1)) return pool.unary(Op::ZExt, p, term.bits);
  if (is(x, 0) && is(y, 1)) return pool.unary(Op::ZExt, pool.negate(p), term.bits);
  if (is(y, 0) && is(x, ones)) return pool.unary(Op::SExt, p, term.bits);
  if (is(x, 0) && is(y, ones)) return pool.unary(Op::SExt, pool.negate(p), term.bits);
  return {};
}

}  // namespace espalier::expr
