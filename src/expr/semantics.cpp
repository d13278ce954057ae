#include "expr/semantics.h"

#include <bit>
#include <cassert>
#include <cmath>

namespace espalier::expr {
namespace {

std::uint64_t truth(bool value) { return value ? 1 : 0; }

std::uint64_t signed_divide(std::uint64_t a, std::uint64_t b, unsigned bits) {
  const std::int64_t x = sign_extend(a, bits);
  const std::int64_t y = sign_extend(b, bits);
  if (y == 0) return x < 0 ? 1 : ~std::uint64_t{0};
  if (y == -1) return 0 - a;  // the smallest integer has no opposite: it wraps onto itself
  return static_cast<std::uint64_t>(x / y);
}

std::uint64_t signed_remainder(std::uint64_t a, std::uint64_t b, unsigned bits) {
  const std::int64_t x = sign_extend(a, bits);
  const std::int64_t y = sign_extend(b, bits);
  if (y == 0) return a;
  if (y == -1) return 0;
  return static_cast<std::uint64_t>(x % y);
}

// IEEE-754 leaves the bits of a NaN result open.  We fix what SSE2 does, so that folding, the
// evaluator and the tested program see the same bits: the first NaN operand, made quiet, or else
// the default NaN, whose sign bit is set.
template <class Float>
struct Format;
template <>
struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr Bits quiet = 0x0040'0000;
  static constexpr Bits default_nan = 0xffc0'0000;
};
template <>
struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr Bits quiet = 0x0008'0000'0000'0000;
  static constexpr Bits default_nan = 0xfff8'0000'0000'0000;
};

template <class Float>
Float float_of(std::uint64_t pattern) {
  return std::bit_cast<Float>(static_cast<typename Format<Float>::Bits>(pattern));
}

template <class Float>
std::uint64_t pattern_of(Float value) {
  return std::bit_cast<typename Format<Float>::Bits>(value);
}

template <class Float>
std::uint64_t float_arithmetic(Op op, std::uint64_t a, std::uint64_t b) {
  const auto x = float_of<Float>(a);
  const auto y = float_of<Float>(b);
  if (std::isnan(x)) return a | Format<Float>::quiet;
  if (op != Op::FSqrt && std::isnan(y)) return b | Format<Float>::quiet;
  Float result = 0;
  if (op == Op::FAdd) result = x + y;
  if (op == Op::FSub) result = x - y;
  if (op == Op::FMul) result = x * y;
  if (op == Op::FDiv) result = x / y;
  if (op == Op::FSqrt) result = std::sqrt(x);
  return std::isnan(result) ? Format<Float>::default_nan : pattern_of(result);
}

template <class Float>
std::uint64_t float_comparison(Op op, std::uint64_t a, std::uint64_t b) {
  const auto x = float_of<Float>(a);
  const auto y = float_of<Float>(b);
  if (op == Op::FEq) return truth(x == y);
  if (op == Op::FLt) return truth(x < y);
  if (op == Op::FLe) return truth(x <= y);
  return truth(std::isnan(x) || std::isnan(y));
}

// The sign and the upper payload bits of a NaN survive a change of format; it becomes quiet.
std::uint64_t widen(std::uint64_t a) {
  const auto x = float_of<float>(a);
  if (!std::isnan(x)) return pattern_of(static_cast<double>(x));
  return (a >> 31) << 63 | 0x7ff8'0000'0000'0000 | (a & 0x007f'ffff) << 29;
}
std::uint64_t narrow(std::uint64_t a) {
  const auto x = float_of<double>(a);
  if (!std::isnan(x)) return pattern_of(static_cast<float>(x));
  return (a >> 63) << 31 | 0x7fc0'0000 | ((a >> 29) & 0x007f'ffff);
}

// Powers of two are exact in both formats, and a float is exact as a double, so the range
// check is exact too: trunc(x) fits n bits iff -2^(n-1) <= trunc(x) < 2^(n-1).
std::uint64_t to_signed(double x, unsigned bits) {
  const double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
  const double whole = std::trunc(x);
  if (!(whole >= -limit && whole < limit)) return std::uint64_t{1} << (bits - 1);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole));
}

double as_double(std::uint64_t a, unsigned bits) {
  return bits == 32 ? static_cast<double>(float_of<float>(a)) : float_of<double>(a);
}

std::uint64_t unmasked(Op op, unsigned bits, unsigned operand_bits, unsigned b_bits, std::uint64_t a,
                       std::uint64_t b, std::uint64_t c, std::uint64_t k) {
  const bool single = operand_bits == 32;
  switch (op) {
    case Op::Const:
    case Op::Input:
      return k;
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::UDiv:
      return b == 0 ? ~std::uint64_t{0} : a / b;
    case Op::SDiv:
      return signed_divide(a, b, bits);
    case Op::URem:
      return b == 0 ? a : a % b;
    case Op::SRem:
      return signed_remainder(a, b, bits);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return a << (b % bits);
    case Op::LShr:
      return a >> (b % bits);
    case Op::AShr:
      return static_cast<std::uint64_t>(sign_extend(a, bits) >> (b % bits));
    case Op::Eq:
      return truth(a == b);
    case Op::Ne:
      return truth(a != b);
    case Op::Ult:
      return truth(a < b);
    case Op::Ule:
      return truth(a <= b);
    case Op::Slt:
      return truth(sign_extend(a, operand_bits) < sign_extend(b, operand_bits));
    case Op::Sle:
      return truth(sign_extend(a, operand_bits) <= sign_extend(b, operand_bits));
    case Op::ZExt:
      return a;
    case Op::SExt:
      return static_cast<std::uint64_t>(sign_extend(a, operand_bits));
    case Op::Extract:
      return a >> k;
    case Op::Concat:
      return a << b_bits | b;
    case Op::Select:
      return a != 0 ? b : c;
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FSqrt:
      return single ? float_arithmetic<float>(op, a, b) : float_arithmetic<double>(op, a, b);
    case Op::FNeg:
      return a ^ (std::uint64_t{1} << (bits - 1));
    case Op::FAbs:
      return a & ~(std::uint64_t{1} << (bits - 1));
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
    case Op::FUno:
      return single ? float_comparison<float>(op, a, b) : float_comparison<double>(op, a, b);
    case Op::FToF:
      if (bits == operand_bits) return a;
      return single ? widen(a) : narrow(a);
    case Op::SToF: {
      const std::int64_t x = sign_extend(a, operand_bits);
      return bits == 32 ? pattern_of(static_cast<float>(x)) : pattern_of(static_cast<double>(x));
    }
    case Op::UToF:
      return bits == 32 ? pattern_of(static_cast<float>(a)) : pattern_of(static_cast<double>(a));
    case Op::FToS:
      return to_signed(as_double(a, operand_bits), bits);
  }
  assert(false && "an operator outside runtime/ops.def");
  return 0;
}

}  // namespace

std::uint64_t apply(Op op, unsigned bits, unsigned operand_bits, unsigned b_bits, std::uint64_t a,
                    std::uint64_t b, std::uint64_t c, std::uint64_t k) {
  return unmasked(op, bits, operand_bits, b_bits, a, b, c, k) & mask_of(bits);
}

}  // namespace espalier::expr
