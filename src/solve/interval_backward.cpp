// How bounds travel down: from the result of an operator to its operands.
#include <algorithm>

#include "expr/semantics.h"
#include "solve/interval.h"

namespace espalier::solve {
namespace {

using expr::mask_of;
using expr::Op;
using expr::sign_extend;
using Wide = __int128;

Interval at_most(std::uint64_t value, unsigned bits) { return Interval::unsigned_range(0, value, bits); }
Interval at_least(std::uint64_t value, unsigned bits) {
  return Interval::unsigned_range(value, mask_of(bits), bits);
}
Interval signed_at_most(std::int64_t value, unsigned bits) {
  return Interval::signed_range(Interval::all(bits).least_signed, value, bits);
}
Interval signed_at_least(std::int64_t value, unsigned bits) {
  return Interval::signed_range(value, Interval::all(bits).most_signed, bits);
}
Interval nothing(unsigned bits) { return {1, 0, 1, 0, bits}; }

void less_unsigned(Interval& a, Interval& b, bool strict) {
  const std::uint64_t by = strict ? 1 : 0;
  if (b.most < by || a.least > mask_of(a.bits) - by) {
    a = nothing(a.bits);
    return;
  }
  const Interval low = a.meet(at_most(b.most - by, a.bits));
  b = b.meet(at_least(a.least + by, b.bits));
  a = low;
}

void less_signed(Interval& a, Interval& b, bool strict) {
  const Interval all = Interval::all(a.bits);
  const std::int64_t by = strict ? 1 : 0;
  if (strict && (b.most_signed == all.least_signed || a.least_signed == all.most_signed)) {
    a = nothing(a.bits);
    return;
  }
  const Interval low = a.meet(signed_at_most(b.most_signed - by, a.bits));
  b = b.meet(signed_at_least(a.least_signed + by, b.bits));
  a = low;
}

// A value that cannot be is cut off where it is a bound.
void differs_from(Interval& a, std::uint64_t value) {
  const std::int64_t s = sign_extend(value, a.bits);
  if (a.is_single() && a.least == value) {
    a = nothing(a.bits);
    return;
  }
  if (a.least == value) ++a.least;
  if (a.most == value) --a.most;
  if (a.least_signed == s && s != a.most_signed) ++a.least_signed;
  if (a.most_signed == s && s != a.least_signed) --a.most_signed;
  a = a.meet(a);
}

void backward_comparison(Op op, bool truth, Interval& a, Interval& b) {
  switch (op) {
    case Op::Eq:
    case Op::Ne:
      if ((op == Op::Eq) == truth) {
        a = b = a.meet(b);
      } else {
        if (b.is_single()) differs_from(a, b.least);
        if (a.is_single()) differs_from(b, a.least);
      }
      return;
    case Op::Ult:
      return truth ? less_unsigned(a, b, true) : less_unsigned(b, a, false);
    case Op::Ule:
      return truth ? less_unsigned(a, b, false) : less_unsigned(b, a, true);
    case Op::Slt:
      return truth ? less_signed(a, b, true) : less_signed(b, a, false);
    default:
      return truth ? less_signed(a, b, false) : less_signed(b, a, true);
  }
}

// Meets a with exact bounds; those beyond the width say nothing.
void meet_unsigned(Interval& a, Wide least, Wide most) {
  const Wide top = static_cast<Wide>(mask_of(a.bits));
  if (most < 0 || least > top) {
    a = nothing(a.bits);
    return;
  }
  a = a.meet(Interval::unsigned_range(static_cast<std::uint64_t>(std::max<Wide>(least, 0)),
                                      static_cast<std::uint64_t>(std::min(most, top)), a.bits));
}
void meet_signed(Interval& a, Wide least, Wide most) {
  const Interval all = Interval::all(a.bits);
  if (most < all.least_signed || least > all.most_signed) {
    a = nothing(a.bits);
    return;
  }
  a = a.meet(Interval::signed_range(static_cast<std::int64_t>(std::max<Wide>(least, all.least_signed)),
                                    static_cast<std::int64_t>(std::min<Wide>(most, all.most_signed)),
                                    a.bits));
}

// Holds where the sum (or difference) as a mathematical number is the one of the bit vectors.
void backward_sum(const Tape::Step& step, const Interval& r, Interval& a, Interval& b) {
  const bool sub = step.op == Op::Sub;
  const Wide top = static_cast<Wide>(mask_of(a.bits));
  const Interval all = Interval::all(a.bits);
  const Wide least = sub ? Wide{a.least} - b.most : Wide{a.least} + b.least;
  const Wide most = sub ? Wide{a.most} - b.least : Wide{a.most} + b.most;
  const Interval a0 = a, b0 = b;
  if (least >= 0 && most <= top) {
    meet_unsigned(a, sub ? Wide{r.least} + b0.least : Wide{r.least} - b0.most,
                  sub ? Wide{r.most} + b0.most : Wide{r.most} - b0.least);
    meet_unsigned(b, sub ? Wide{a0.least} - r.most : Wide{r.least} - a0.most,
                  sub ? Wide{a0.most} - r.least : Wide{r.most} - a0.least);
  }
  const Wide least_s = sub ? Wide{a0.least_signed} - b0.most_signed : Wide{a0.least_signed} + b0.least_signed;
  const Wide most_s = sub ? Wide{a0.most_signed} - b0.least_signed : Wide{a0.most_signed} + b0.most_signed;
  if (a.empty() || b.empty() || least_s < all.least_signed || most_s > all.most_signed) return;
  meet_signed(a, sub ? Wide{r.least_signed} + b0.least_signed : Wide{r.least_signed} - b0.most_signed,
              sub ? Wide{r.most_signed} + b0.most_signed : Wide{r.most_signed} - b0.least_signed);
  if (a.empty()) return;
  meet_signed(b, sub ? Wide{a0.least_signed} - r.most_signed : Wide{r.least_signed} - a0.most_signed,
              sub ? Wide{a0.most_signed} - r.least_signed : Wide{r.most_signed} - a0.least_signed);
}

// a = r - c modulo 2^n: an interval again if no wrap lies inside of it.
void backward_sum_with_constant(std::uint64_t c, const Interval& r, Interval& a) {
  const std::uint64_t mask = mask_of(a.bits);
  const std::uint64_t least = (r.least - c) & mask, most = (r.most - c) & mask;
  if (least <= most) a = a.meet(Interval::unsigned_range(least, most, a.bits));
  const std::int64_t low = sign_extend((static_cast<std::uint64_t>(r.least_signed) - c) & mask, a.bits);
  const std::int64_t high = sign_extend((static_cast<std::uint64_t>(r.most_signed) - c) & mask, a.bits);
  if (low <= high && !a.empty()) a = a.meet(Interval::signed_range(low, high, a.bits));
}

void backward_logic(Op op, const Interval& r, Interval& a, Interval& b) {
  const std::uint64_t dominant = op == Op::And ? 0 : 1;  // one such operand decides
  if (r.least != dominant) {
    a = a.meet(r);
    b = b.meet(r);
    return;
  }
  if (a.is_single() && a.least != dominant) b = b.meet(r);
  if (b.is_single() && b.least != dominant) a = a.meet(r);
}

}  // namespace

void backward(const Tape::Step& step, const Interval& r, Interval& a, Interval& b, Interval& c) {
  switch (step.op) {
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      if (r.is_single()) backward_comparison(step.op, r.least != 0, a, b);
      return;
    case Op::Add:
      if (b.is_single()) backward_sum_with_constant(b.least, r, a);
      if (!a.empty()) backward_sum(step, r, a, b);
      return;
    case Op::Sub:
      return backward_sum(step, r, a, b);
    case Op::Mul:
      if (!b.is_single() || b.least == 0) return;
      if (static_cast<unsigned __int128>(a.most) * b.least <= mask_of(a.bits))
        meet_unsigned(a, (static_cast<Wide>(r.least) + b.least - 1) / b.least,
                      static_cast<Wide>(r.most / b.least));
      return;
    case Op::And:
    case Op::Or:
      if (step.bits == 1 && r.is_single()) return backward_logic(step.op, r, a, b);
      if (step.op == Op::And) {
        a = a.meet(at_least(r.least, a.bits));
        b = b.meet(at_least(r.least, b.bits));
      } else {
        a = a.meet(at_most(r.most, a.bits));
        b = b.meet(at_most(r.most, b.bits));
      }
      return;
    case Op::Xor:
      if (!r.is_single()) return;
      if (b.is_single()) a = a.meet(Interval::only(r.least ^ b.least, a.bits));
      if (a.is_single() && !a.empty()) b = b.meet(Interval::only(r.least ^ a.least, b.bits));
      return;
    case Op::UDiv:
      if (b.is_single() && b.least != 0)
        meet_unsigned(a, static_cast<Wide>(r.least) * b.least,
                      static_cast<Wide>(r.most) * b.least + (b.least - 1));
      return;
    case Op::LShr:
      if (b.is_single()) {
        const unsigned by = static_cast<unsigned>(b.least % step.bits);
        meet_unsigned(a, static_cast<Wide>(r.least) << by, (static_cast<Wide>(r.most) << by) + mask_of(by));
      }
      return;
    case Op::ZExt:
      meet_unsigned(a, r.least, r.most);
      return;
    case Op::SExt:
      meet_signed(a, r.least_signed, r.most_signed);
      return;
    case Op::Extract:
      if (step.k == 0 && a.most <= mask_of(step.bits)) meet_unsigned(a, r.least, r.most);
      return;
    case Op::Concat:
      a = a.meet(Interval::unsigned_range(r.least >> step.b_bits, r.most >> step.b_bits, a.bits));
      return;
    case Op::Select:
      if (!a.is_single()) {
        if (b.meet(r).empty()) a = a.meet(Interval::only(0, 1));
        if (!a.empty() && c.meet(r).empty()) a = a.meet(Interval::only(1, 1));
        return;
      }
      if (a.least != 0)
        b = b.meet(r);
      else
        c = c.meet(r);
      return;
    default:
      return;
  }
}

}  // namespace espalier::solve
