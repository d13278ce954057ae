// Few rules hold for every bit pattern: x * 1.0 makes a signalling NaN quiet, x + 0.0 turns -0.0
// into 0.0, x == x is false for NaN.
#include <algorithm>
#include <cmath>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

unsigned precision(unsigned bits) { return bits == 32 ? 24 : 53; }

bool is_nan(std::uint64_t pattern, unsigned bits) {
  return bits == 32 ? (pattern & 0x7fff'ffff) > 0x7f80'0000
                    : (pattern & 0x7fff'ffff'ffff'ffff) > 0x7ff0'0000'0000'0000;
}

// A term that is NaN exactly when e is, with fewer operators; Expr{} when e is never NaN.
Expr nan_source(const Pool& pool, Expr e) {
  for (;;) {
    const Term& x = pool[e];
    if (x.op == Op::SToF || x.op == Op::UToF) return {};
    if (x.op == Op::Const) return is_nan(x.k, x.bits) ? e : Expr{};
    if (x.op != Op::FNeg && x.op != Op::FAbs && x.op != Op::FToF) return e;
    e = x.operands[0];
  }
}

Expr simplify_unordered(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  const Expr p = nan_source(pool, a);
  const Expr q = nan_source(pool, b);
  // match:  funo(a, b), neither can be NaN
  // result: 0
  if (!p && !q) return truth(pool, false);
  // match:  funo(a, NaN)
  // result: 1
  if ((p && pool.is_constant(p)) || (q && pool.is_constant(q))) return truth(pool, true);
  // match:  funo(a, b), one can be NaN
  // result: funo(that, that), without sign changes and changes of format
  if (!p || !q || p == q) {
    const Expr only = p ? p : q;
    if (only == a && only == b) return {};
    return pool.binary(Op::FUno, only, only);
  }
  // match:  funo(a, b) with sign changes
  // result: funo without them
  if ((p != a || q != b) && pool.bits(p) == pool.bits(q)) return pool.binary(Op::FUno, p, q);
  return {};
}

// Integers of at most `precision` bits are exact as floats, so that order and equality carry over.
Expr compare_as_integers(Pool& pool, const Term& term) {
  const Term x = pool[term.operands[0]];
  const Term y = pool[term.operands[1]];
  if (x.op != y.op || (x.op != Op::SToF && x.op != Op::UToF)) return {};
  const unsigned width = std::max(pool.bits(x.operands[0]), pool.bits(y.operands[0]));
  if (width > precision(x.bits)) return {};
  // match:  s2f(p) op s2f(q), exact      result: p op q
  // match:  u2f(p) op u2f(q), exact      result: p op q, unsigned
  const bool is_signed = x.op == Op::SToF;
  const Op extend = is_signed ? Op::SExt : Op::ZExt;
  const Expr p = pool.unary(extend, x.operands[0], width);
  const Expr q = pool.unary(extend, y.operands[0], width);
  if (term.op == Op::FEq) return pool.binary(Op::Eq, p, q);
  if (term.op == Op::FLt) return pool.binary(is_signed ? Op::Slt : Op::Ult, p, q);
  return pool.binary(is_signed ? Op::Sle : Op::Ule, p, q);
}

Expr simplify_ordered(Pool& pool, const Term& term) {
  const auto [a, b, unused] = term.operands;
  const auto constant_nan = [&](Expr e) { return pool.is_constant(e) && is_nan(pool[e].k, pool.bits(e)); };
  // match:  a op NaN, NaN op b
  // result: 0
  if (constant_nan(a) || constant_nan(b)) return truth(pool, false);
  if (a == b) {
    // match:  a f< a                  result: 0
    // match:  a f== a, a f<= a        result: not funo(a, a)
    if (term.op == Op::FLt) return truth(pool, false);
    return pool.negate(pool.binary(Op::FUno, a, a));
  }
  return compare_as_integers(pool, term);
}

Expr simplify_to_signed(Pool& pool, const Term& term) {
  const Term x = pool[term.operands[0]];
  if (x.op != Op::SToF && x.op != Op::UToF) return {};
  const Expr p = x.operands[0];
  const unsigned inner = pool.bits(p);
  if (inner > precision(x.bits)) return {};
  // match:  f2s(s2f(p)), exact, the result at least as wide as p
  // result: sext(p)
  if (x.op == Op::SToF && term.bits >= inner) return pool.unary(Op::SExt, p, term.bits);
  // match:  f2s(u2f(p)), exact, the result wider than p
  // result: zext(p)
  if (x.op == Op::UToF && term.bits > inner) return pool.unary(Op::ZExt, p, term.bits);
  return {};
}

}  // namespace

Expr simplify_float(Pool& pool, const Term& term) {
  const Expr a = term.operands[0];
  const Term x = pool[a];
  switch (term.op) {
    // match:  fneg(fneg(p))
    // result: p
    case Op::FNeg:
      return x.op == Op::FNeg ? x.operands[0] : Expr{};
    // match:  fabs(fneg(p))       result: fabs(p)
    // match:  fabs(fabs(p))       result: fabs(p)
    case Op::FAbs:
      if (x.op == Op::FNeg) return pool.unary(Op::FAbs, x.operands[0], term.bits);
      return x.op == Op::FAbs ? a : Expr{};
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
      return simplify_ordered(pool, term);
    case Op::FUno:
      return simplify_unordered(pool, term);
    // match:  f2f(a) to a's own format
    // result: a
    case Op::FToF:
      return x.bits == term.bits ? a : Expr{};
    case Op::FToS:
      return simplify_to_signed(pool, term);
    default:
      return {};
  }
}

}  // namespace espalier::expr
