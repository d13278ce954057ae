// Which group of rules looks at a term, and the two rules that all operators share.
#include <algorithm>
#include <bit>
#include <utility>

#include "expr/rules/rules.h"

namespace espalier::expr {
namespace {

// FAdd and FMul are not here: with two NaN operands the first one decides the result's bits.
bool is_commutative(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Eq:
    case Op::Ne:
    case Op::FEq:
    case Op::FUno:
      return true;
    default:
      return false;
  }
}

Expr simplify_group(Pool& pool, const Term& term) {
  if (term.op <= Op::SRem) return simplify_arithmetic(pool, term);
  if (term.op <= Op::Xor) return simplify_bitwise(pool, term);
  if (term.op <= Op::AShr) return simplify_shift(pool, term);
  if (term.op <= Op::Sle) return simplify_comparison(pool, term);
  if (term.op <= Op::Concat) return simplify_width(pool, term);
  if (term.op == Op::Select) return simplify_select(pool, term);
  return simplify_float(pool, term);
}

}  // namespace

Expr simplify(Pool& pool, const Term& term) {
  const auto [a, b, c] = term.operands;

  // match:  op(constants)
  // result: its value
  const auto constant = [&](Expr e) { return !e || pool.is_constant(e); };
  if (constant(a) && constant(b) && constant(c)) {
    const std::uint64_t value =
        apply(term.op, term.bits, pool.bits(a), pool.bits(b), pool[a].k, pool[b].k, pool[c].k, term.k);
    return pool.constant(value, term.bits);
  }

  // match:  a op b, op commutative, a constant or younger than b
  // result: b op a
  if (is_commutative(term.op) && !pool.is_constant(b) && (pool.is_constant(a) || a.id > b.id)) {
    Term swapped = term;
    std::swap(swapped.operands[0], swapped.operands[1]);
    const Expr simpler = simplify_group(pool, swapped);
    return simpler ? simpler : pool.make_unsimplified(swapped);
  }
  return simplify_group(pool, term);
}

// The bound is for rules that run on every comparison made, so it looks no deeper than the operands.
std::uint64_t largest(const Pool& pool, Expr e) {
  const Term& term = pool[e];
  const auto [a, b, c] = term.operands;
  const auto constant = [&](Expr x) { return pool.is_constant(x); };
  switch (term.op) {
    case Op::Const:
      return term.k;
    case Op::ZExt:
      return mask_of(pool.bits(a));
    case Op::And:
      return constant(b) ? pool[b].k : mask_of(term.bits);
    case Op::URem:
      return constant(b) && pool[b].k != 0 ? pool[b].k - 1 : mask_of(term.bits);
    case Op::UDiv:
      return constant(b) && pool[b].k != 0 ? mask_of(term.bits) / pool[b].k : mask_of(term.bits);
    case Op::LShr:
      return constant(b) ? mask_of(term.bits) >> (pool[b].k % term.bits) : mask_of(term.bits);
    case Op::Select:
      return constant(b) && constant(c) ? std::max(pool[b].k, pool[c].k) : mask_of(term.bits);
    default:
      return mask_of(term.bits);
  }
}

bool chooses_constant(const Pool& pool, Expr e) {
  constexpr int most = 8;  // long ones are compared with many constants, and would be copied for each
  // select(p, 1, 0) has become zext(p).
  const auto is_end = [&](Expr arm) {
    const Term& term = pool[arm];
    const bool extends = term.op == Op::ZExt || term.op == Op::SExt;
    return term.op == Op::Const || (extends && pool.bits(term.operands[0]) == 1);
  };
  for (int passed = 0; passed < most && pool[e].op == Op::Select; ++passed) {
    const auto [p, a, b] = pool[e].operands;
    if (!is_end(a) && !is_end(b)) return false;
    if (is_end(a) && is_end(b)) return true;
    e = is_end(a) ? b : a;
  }
  return false;
}

bool are_opposite(const Pool& pool, Expr a, Expr b) {
  const Term& x = pool[a];
  const Term& y = pool[b];
  const auto negates = [&](const Term& negation, Expr e) {
    return negation.op == Op::Xor && negation.operands[0] == e && pool.is_constant(negation.operands[1]) &&
           pool[negation.operands[1]].k == 1;
  };
  if (negates(x, b) || negates(y, a)) return true;
  const auto crossed = [&](Op strict, Op weak) {
    return ((x.op == strict && y.op == weak) || (x.op == weak && y.op == strict)) &&
           x.operands[0] == y.operands[1] && x.operands[1] == y.operands[0];
  };
  if (crossed(Op::Ult, Op::Ule) || crossed(Op::Slt, Op::Sle)) return true;
  return ((x.op == Op::Eq && y.op == Op::Ne) || (x.op == Op::Ne && y.op == Op::Eq)) &&
         x.operands == y.operands;
}

}  // namespace espalier::expr
