#include "solve/inverse.h"

#include <bit>

#include "expr/semantics.h"

namespace espalier::solve {
namespace {

using expr::mask_of;
using expr::Op;
using expr::sign_extend;
using Value = std::optional<std::uint64_t>;

// x with o * x = 1 modulo 2^64, o odd: each of Newton's steps doubles the number of right bits.
std::uint64_t odd_inverse(std::uint64_t o) {
  std::uint64_t x = o;
  for (int i = 0; i < 5; ++i) x *= 2 - o * x;
  return x;
}

// x * o = wanted.  The true quotient if there is one (people read these numbers), else the solution
// modulo the odd part of o.
Value divide_out(std::uint64_t wanted, std::uint64_t o, unsigned bits) {
  if (o == 0) return wanted == 0 ? Value(0) : std::nullopt;
  const std::int64_t w = sign_extend(wanted, bits), s = sign_extend(o, bits);
  if (s != 0 && s != -1 && w % s == 0) return static_cast<std::uint64_t>(w / s);
  if (s == -1) return 0 - wanted;
  const int zeros = std::countr_zero(o);
  if ((wanted & mask_of(static_cast<unsigned>(zeros))) != 0) return std::nullopt;
  return (wanted >> zeros) * odd_inverse(o >> zeros) & mask_of(bits - static_cast<unsigned>(zeros));
}

Value inverse_of_division(const Tape::Step& step, Side side, std::uint64_t wanted, std::uint64_t a,
                          std::uint64_t b) {
  const bool is_signed = step.op == Op::SDiv;
  const unsigned bits = step.bits;
  if (side == Side::A) {
    if (!is_signed) {
      const auto product = static_cast<unsigned __int128>(wanted) * b;
      if (b == 0 || product > mask_of(bits)) return std::nullopt;
      return static_cast<std::uint64_t>(product);
    }
    const auto product = static_cast<__int128>(sign_extend(wanted, bits)) * sign_extend(b, bits);
    return static_cast<std::uint64_t>(product);
  }
  if (!is_signed) return wanted == 0 ? (a == mask_of(bits) ? Value() : Value(a + 1)) : Value(a / wanted);
  const std::int64_t w = sign_extend(wanted, bits), x = sign_extend(a, bits);
  if (w == 0) return x < 0 ? 1 - a : a + 1;  // a divisor of larger magnitude
  if (w == -1) return 0 - a;
  return static_cast<std::uint64_t>(x / w);
}

Value inverse_of_remainder(const Tape::Step& step, Side side, std::uint64_t wanted, std::uint64_t a,
                           std::uint64_t b) {
  if (side == Side::B) {  // a % (a - wanted) = wanted if the divisor is larger than it
    const std::uint64_t divisor = a - wanted;
    return divisor == 0 ? (wanted == a ? Value(0) : std::nullopt) : Value(divisor);
  }
  const std::uint64_t present = expr::apply(step.op, step.bits, step.bits, step.bits, a, b, 0, 0);
  if (step.op == Op::URem) {
    if (b != 0 && wanted >= b) return std::nullopt;
    return a - present + wanted;
  }
  // The remainder has the sign of the dividend, so the dividend may have to change sides.
  const std::int64_t w = sign_extend(wanted, step.bits), x = sign_extend(a, step.bits);
  if ((w < 0 && x > 0) || (w > 0 && x < 0)) return wanted;
  return a - present + wanted;
}

// All bits up to the highest that matters: carries come from below.
std::uint64_t up_to_highest(std::uint64_t care) {
  return mask_of(static_cast<unsigned>(std::bit_width(care)));
}

std::optional<Wanted> inverse_of_shift(const Tape::Step& step, Side side, Wanted wanted, std::uint64_t a,
                                       std::uint64_t b) {
  const unsigned bits = step.bits;
  if (side == Side::B) {
    for (std::uint64_t amount = 0; amount < bits; ++amount)
      if (wanted.fits(expr::apply(step.op, bits, bits, bits, a, amount, 0, 0)))
        return Wanted{amount, mask_of(step.b_bits)};
    return std::nullopt;
  }
  const auto amount = static_cast<unsigned>(b % bits);
  if (step.op == Op::Shl) {
    if ((wanted.value & wanted.care & mask_of(amount)) != 0) return std::nullopt;
    return Wanted{wanted.value >> amount, wanted.care >> amount};
  }
  const std::uint64_t shifted = wanted.value << amount & mask_of(bits);
  if (!wanted.fits(expr::apply(step.op, bits, bits, bits, shifted, b, 0, 0))) return std::nullopt;
  const bool sign_matters = step.op == Op::AShr && wanted.care > mask_of(bits - amount);
  return Wanted{shifted, wanted.care << amount | (sign_matters ? std::uint64_t{1} << (bits - 1) : 0)};
}

// x * o = wanted in the bits that matter.
std::optional<Wanted> inverse_of_product(Wanted wanted, std::uint64_t o) {
  const std::uint64_t care = up_to_highest(wanted.care);
  const Value value = divide_out(wanted.value & care, o & care, static_cast<unsigned>(std::bit_width(care)));
  return value ? std::optional(Wanted{*value, care}) : std::nullopt;
}

}  // namespace

std::optional<Wanted> inverse(const Tape::Step& step, Side side, Wanted wanted, std::uint64_t a,
                              std::uint64_t b) {
  const std::uint64_t other = side == Side::A ? b : a;
  const unsigned width = side == Side::A ? step.a_bits : step.b_bits;
  const std::uint64_t ones = mask_of(width);
  const auto fitting = [&](std::optional<Wanted> result) -> std::optional<Wanted> {
    return result ? std::optional(Wanted{result->value & ones, result->care & ones}) : std::nullopt;
  };
  const auto whole = [&](Value value) -> std::optional<Wanted> {
    return value ? std::optional(Wanted{*value & ones, ones}) : std::nullopt;
  };
  const std::uint64_t with_carries = up_to_highest(wanted.care);
  switch (step.op) {
    case Op::Add:
      return fitting(Wanted{wanted.value - other, with_carries});
    case Op::Sub:
      return fitting(Wanted{side == Side::A ? wanted.value + b : a - wanted.value, with_carries});
    case Op::Xor:
      return fitting(Wanted{wanted.value ^ other, wanted.care});
    case Op::Mul:
      return fitting(inverse_of_product(wanted, other));
    case Op::UDiv:
    case Op::SDiv:
      return whole(inverse_of_division(step, side, wanted.value, a, b));
    case Op::URem:
    case Op::SRem:
      return whole(inverse_of_remainder(step, side, wanted.value, a, b));
    case Op::And:
      if ((wanted.value & wanted.care & ~other) != 0) return std::nullopt;
      return fitting(Wanted{wanted.value, wanted.care & other});
    case Op::Or:
      if ((~wanted.value & wanted.care & other) != 0) return std::nullopt;
      return fitting(Wanted{wanted.value, wanted.care & ~other});
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return fitting(inverse_of_shift(step, side, wanted, a, b));
    case Op::ZExt:
      if ((wanted.value & wanted.care & ~ones) != 0) return std::nullopt;
      return fitting(wanted);
    case Op::SExt: {
      if (wanted.care <= ones) return wanted;
      const auto extended = static_cast<std::uint64_t>(sign_extend(wanted.value & ones, width));
      return wanted.fits(extended) ? whole(wanted.value) : std::nullopt;
    }
    case Op::Extract:
      return fitting(Wanted{wanted.value << step.k, wanted.care << step.k});
    default:
      return step.op >= Op::FAdd ? whole(inverse_float(step, side, wanted.value, a, b)) : std::nullopt;
  }
}

}  // namespace espalier::solve
