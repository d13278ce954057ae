#include <bit>
#include <cmath>

#include "expr/semantics.h"
#include "solve/inverse.h"

namespace espalier::solve {

using expr::Op;

double as_number(std::uint64_t pattern, unsigned bits) {
  return bits == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(pattern)))
                    : std::bit_cast<double>(pattern);
}

std::uint64_t as_pattern(double number, unsigned bits) {
  return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                    : std::bit_cast<std::uint64_t>(number);
}

bool is_nan(std::uint64_t pattern, unsigned bits) { return std::isnan(as_number(pattern, bits)); }

std::int64_t rank_of(std::uint64_t pattern, unsigned bits) {
  const std::uint64_t magnitude = pattern & (expr::mask_of(bits) >> 1);
  const bool negative = (pattern >> (bits - 1) & 1) != 0;
  return negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

std::uint64_t pattern_of_rank(std::int64_t rank, unsigned bits) {
  const std::int64_t infinity = bits == 32 ? 0x7f80'0000 : 0x7ff0'0000'0000'0000;
  const std::int64_t magnitude = std::min(rank < 0 ? -rank : rank, infinity);
  return static_cast<std::uint64_t>(magnitude) | (rank < 0 ? std::uint64_t{1} << (bits - 1) : 0);
}

std::uint64_t next_pattern(std::uint64_t pattern, unsigned bits, bool up) {
  return pattern_of_rank(rank_of(pattern, bits) + (up ? 1 : -1), bits);
}

std::optional<std::uint64_t> inverse_float(const Tape::Step& step, Side side, std::uint64_t wanted,
                                           std::uint64_t a, std::uint64_t b) {
  const unsigned from = step.a_bits;
  const double x = as_number(a, from);
  const double y = as_number(b, from);
  const bool first = side == Side::A;
  if (step.op == Op::FToS) return as_pattern(static_cast<double>(expr::sign_extend(wanted, step.bits)), from);
  const double w = as_number(wanted, step.bits);
  const auto number = [&](double value) { return as_pattern(value, from); };
  switch (step.op) {
    case Op::FAdd:
      return number(first ? w - y : w - x);
    case Op::FSub:
      return number(first ? w + y : x - w);
    case Op::FMul:
      // The square of one value: both operands are the same step.
      if (step.a == step.b) return w >= 0 ? std::optional(number(std::sqrt(w))) : std::nullopt;
      return number(first ? w / y : w / x);
    case Op::FDiv:
      return number(first ? w * y : x / w);
    case Op::FNeg:
      return wanted ^ std::uint64_t{1} << (step.bits - 1);
    case Op::FAbs:
      return w >= 0 ? std::optional(std::signbit(x) ? number(-w) : number(w)) : std::nullopt;
    case Op::FSqrt:
      return w >= 0 ? std::optional(number(w * w)) : std::nullopt;
    case Op::FToF:
      return number(w);
    case Op::SToF:
    case Op::UToF:
      if (!(std::fabs(w) < 1.8e19)) return std::nullopt;
      return w < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(std::max(w, -9.2e18)))
                   : static_cast<std::uint64_t>(w);
    default:
      return std::nullopt;
  }
}

}  // namespace espalier::solve
