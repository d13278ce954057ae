#pragma once

#include <cstdint>

#include "expr/expr.h"

namespace espalier::expr {

/// The value of one operator on concrete operands: the definition that runtime, simplifier and
/// solvers must agree with.  Values are zero-extended bit patterns; `bits` is the result's
/// width, `operand_bits` that of the first operand; Concat also needs `b_bits`.
///
/// x /u 0 = all ones, x %u 0 = x, x / 0 = (x < 0 ? 1 : -1), x % 0 = x (as SMT-LIB); shifts take
/// the amount modulo the width (as x86 does and the pass ensures); FToS out of range or NaN =
/// smallest integer.
std::uint64_t apply(Op op, unsigned bits, unsigned operand_bits, unsigned b_bits, std::uint64_t a,
                    std::uint64_t b, std::uint64_t c, std::uint64_t k);

constexpr std::uint64_t mask_of(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

constexpr std::int64_t sign_extend(std::uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

}  // namespace espalier::expr
