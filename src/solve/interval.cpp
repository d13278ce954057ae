// Bounds as unsigned and signed numbers, and how they travel up through operators.
#include "solve/interval.h"

#include <algorithm>
#include <bit>

#include "expr/semantics.h"

namespace espalier::solve {

using expr::mask_of;
using expr::Op;
using expr::sign_extend;
using Wide = __int128;

namespace {

std::int64_t smallest_signed(unsigned bits) { return sign_extend(std::uint64_t{1} << (bits - 1), bits); }
std::int64_t largest_signed(unsigned bits) { return static_cast<std::int64_t>(mask_of(bits) >> 1); }

// Where one reading does not cross its seam, it says something about the other.
Interval tightened(Interval i) {
  const std::uint64_t sign = std::uint64_t{1} << (i.bits - 1);
  if (i.empty()) return i;
  if ((i.least & sign) == (i.most & sign)) {
    i.least_signed = std::max(i.least_signed, sign_extend(i.least, i.bits));
    i.most_signed = std::min(i.most_signed, sign_extend(i.most, i.bits));
  }
  if (i.empty()) return i;
  if ((i.least_signed < 0) == (i.most_signed < 0)) {
    i.least = std::max(i.least, static_cast<std::uint64_t>(i.least_signed) & mask_of(i.bits));
    i.most = std::min(i.most, static_cast<std::uint64_t>(i.most_signed) & mask_of(i.bits));
  }
  return i;
}

// From exact bounds of a result that would not wrap; anything if it may.
Interval from_unsigned(Wide least, Wide most, unsigned bits) {
  if (least < 0 || most > static_cast<Wide>(mask_of(bits))) return Interval::all(bits);
  return Interval::unsigned_range(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most), bits);
}
Interval from_signed(Wide least, Wide most, unsigned bits) {
  if (least < smallest_signed(bits) || most > largest_signed(bits)) return Interval::all(bits);
  return Interval::signed_range(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most), bits);
}

Interval of_product(const Interval& a, const Interval& b, unsigned bits) {
  const Wide products[] = {Wide{a.least_signed} * b.least_signed, Wide{a.least_signed} * b.most_signed,
                           Wide{a.most_signed} * b.least_signed, Wide{a.most_signed} * b.most_signed};
  const auto [least, most] = std::minmax_element(std::begin(products), std::end(products));
  Interval result = from_signed(*least, *most, bits);
  // Products of two 64-bit numbers fit 128 bits unsigned, not signed; narrower ones always do.
  if (std::bit_width(a.most) + std::bit_width(b.most) <= 126)
    result = result.meet(from_unsigned(Wide{a.least} * b.least, Wide{a.most} * b.most, bits));
  return result;
}

Interval of_truth(bool may_be_false, bool may_be_true) {
  return Interval::unsigned_range(may_be_false ? 0 : 1, may_be_true ? 1 : 0, 1);
}

Interval of_comparison(Op op, const Interval& a, const Interval& b) {
  switch (op) {
    case Op::Eq:
    case Op::Ne: {
      const bool disjoint = a.meet(b).empty();
      const bool same = a.is_single() && b.is_single() && a.least == b.least;
      return op == Op::Eq ? of_truth(!same, !disjoint) : of_truth(!disjoint, !same);
    }
    case Op::Ult:
      return of_truth(a.most >= b.least, a.least < b.most);
    case Op::Ule:
      return of_truth(a.most > b.least, a.least <= b.most);
    case Op::Slt:
      return of_truth(a.most_signed >= b.least_signed, a.least_signed < b.most_signed);
    default:
      return of_truth(a.most_signed > b.least_signed, a.least_signed <= b.most_signed);
  }
}

}  // namespace

Interval Interval::all(unsigned bits) {
  return {0, mask_of(bits), smallest_signed(bits), largest_signed(bits), bits};
}
Interval Interval::only(std::uint64_t value, unsigned bits) {
  return {value, value, sign_extend(value, bits), sign_extend(value, bits), bits};
}
Interval Interval::unsigned_range(std::uint64_t least, std::uint64_t most, unsigned bits) {
  return tightened({least, most, smallest_signed(bits), largest_signed(bits), bits});
}
Interval Interval::signed_range(std::int64_t least, std::int64_t most, unsigned bits) {
  return tightened({0, mask_of(bits), least, most, bits});
}

Interval Interval::meet(const Interval& o) const {
  return tightened({std::max(least, o.least), std::min(most, o.most), std::max(least_signed, o.least_signed),
                    std::min(most_signed, o.most_signed), bits});
}

Interval Interval::join(const Interval& o) const {
  return {std::min(least, o.least), std::max(most, o.most), std::min(least_signed, o.least_signed),
          std::max(most_signed, o.most_signed), bits};
}

Interval forward(const Tape::Step& step, const Interval& a, const Interval& b, const Interval& c) {
  const unsigned bits = step.bits;
  const bool single = a.is_single() && (step.b == 0 || b.is_single()) && (step.c == 0 || c.is_single());
  if (single && step.op != Op::Input)
    return Interval::only(
        expr::apply(step.op, bits, step.a_bits, step.b_bits, a.least, b.least, c.least, step.k), bits);
  switch (step.op) {
    case Op::Add:
      return from_unsigned(Wide{a.least} + b.least, Wide{a.most} + b.most, bits)
          .meet(
              from_signed(Wide{a.least_signed} + b.least_signed, Wide{a.most_signed} + b.most_signed, bits));
    case Op::Sub:
      return from_unsigned(Wide{a.least} - b.most, Wide{a.most} - b.least, bits)
          .meet(
              from_signed(Wide{a.least_signed} - b.most_signed, Wide{a.most_signed} - b.least_signed, bits));
    case Op::Mul:
      return of_product(a, b, bits);
    case Op::UDiv:
      return b.least == 0 ? Interval::all(bits)
                          : Interval::unsigned_range(a.least / b.most, a.most / b.least, bits);
    case Op::SDiv:
      if (!b.is_single() || b.least_signed <= 0) return Interval::all(bits);
      return Interval::signed_range(a.least_signed / b.least_signed, a.most_signed / b.least_signed, bits);
    case Op::URem:
      if (b.least == 0) return Interval::unsigned_range(0, a.most, bits);
      if (a.most < b.least) return a;
      return Interval::unsigned_range(0, std::min(a.most, b.most - 1), bits);
    case Op::SRem: {
      if (!b.is_single() || b.least_signed <= 0) return Interval::all(bits);
      const std::int64_t limit = b.least_signed - 1;
      return Interval::signed_range(a.least_signed >= 0 ? 0 : std::max(-limit, a.least_signed),
                                    a.most_signed <= 0 ? 0 : std::min(limit, a.most_signed), bits);
    }
    case Op::And:
      return Interval::unsigned_range(0, std::min(a.most, b.most), bits);
    case Op::Or:
      return Interval::unsigned_range(std::max(a.least, b.least),
                                      mask_of(static_cast<unsigned>(std::bit_width(a.most | b.most))), bits);
    case Op::Xor:
      return Interval::unsigned_range(0, mask_of(static_cast<unsigned>(std::bit_width(a.most | b.most))),
                                      bits);
    case Op::Shl: {
      if (!b.is_single()) return Interval::all(bits);
      const unsigned by = static_cast<unsigned>(b.least % bits);
      if (static_cast<unsigned>(std::bit_width(a.most)) + by > bits) return Interval::all(bits);
      return Interval::unsigned_range(a.least << by, a.most << by, bits);
    }
    case Op::LShr:
      if (!b.is_single()) return Interval::unsigned_range(0, a.most, bits);
      return Interval::unsigned_range(a.least >> (b.least % bits), a.most >> (b.least % bits), bits);
    case Op::AShr:
      if (!b.is_single()) return Interval::all(bits);
      return Interval::signed_range(a.least_signed >> (b.least % bits), a.most_signed >> (b.least % bits),
                                    bits);
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      return of_comparison(step.op, a, b);
    case Op::ZExt:
      return Interval::unsigned_range(a.least, a.most, bits);
    case Op::SExt:
      return Interval::signed_range(a.least_signed, a.most_signed, bits);
    case Op::Extract: {
      const std::uint64_t least = a.least >> step.k, most = a.most >> step.k;
      return most <= mask_of(bits) ? Interval::unsigned_range(least, most, bits) : Interval::all(bits);
    }
    case Op::Concat:
      return Interval::unsigned_range(a.least << step.b_bits | b.least, a.most << step.b_bits | b.most, bits);
    case Op::Select:
      if (a.is_single()) return a.least != 0 ? b : c;
      return b.join(c);
    default:
      return Interval::all(bits);  // inputs and floating point
  }
}

}  // namespace espalier::solve
