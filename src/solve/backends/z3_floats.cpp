// The floating-point half of Z3Terms.
#include <string>

#include "expr/semantics.h"
#include "solve/backends/z3_terms.h"

namespace espalier::solve {

using expr::Expr;
using expr::Op;
using expr::Term;

z3::sort Z3Terms::float_sort(unsigned bits) {
  if (bits != 32 && bits != 64) throw z3::exception("a floating-point operator on neither 32 nor 64 bits");
  return bits == 32 ? context_.fpa_sort(8, 24) : context_.fpa_sort(11, 53);
}

void Z3Terms::translate_float(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, unused] = term.operands;
  const unsigned width = term.bits;
  const auto from = [&](Z3_ast ast) { keep_number(e, wrap(ast)); };
  switch (term.op) {
    case Op::FAdd:
      from(Z3_mk_fpa_add(context_, nearest_, number(a), number(b)));
      return;
    case Op::FSub:
      from(Z3_mk_fpa_sub(context_, nearest_, number(a), number(b)));
      return;
    case Op::FMul:
      from(Z3_mk_fpa_mul(context_, nearest_, number(a), number(b)));
      return;
    case Op::FDiv:
      from(Z3_mk_fpa_div(context_, nearest_, number(a), number(b)));
      return;
    case Op::FSqrt:
      from(Z3_mk_fpa_sqrt(context_, nearest_, number(a)));
      return;
    // Sign changes are bit operations, of NaN too; they stay numbers among numbers.
    case Op::FNeg:
    case Op::FAbs:
      if (forms_[a.id].number != nullptr && forms_[a.id].bits == nullptr) {
        from(term.op == Op::FNeg ? Z3_mk_fpa_neg(context_, number(a)) : Z3_mk_fpa_abs(context_, number(a)));
      } else {
        keep_bits(e, bits_of_number(e));
      }
      return;
    case Op::FToF:
      from(Z3_mk_fpa_to_fp_float(context_, nearest_, number(a), float_sort(width)));
      return;
    case Op::SToF:
      from(Z3_mk_fpa_to_fp_signed(context_, nearest_, bits(a), float_sort(width)));
      return;
    case Op::UToF:
      from(Z3_mk_fpa_to_fp_unsigned(context_, nearest_, bits(a), float_sort(width)));
      return;
    case Op::FToS:
      keep_bits(e, to_signed(number(a), width));
      return;
    default:
      throw z3::exception("an operator that Z3 is not told about");
  }
}

// A number has many NaN patterns, Z3's FloatingPoint one NaN.  A NaN made from numbers is the default
// NaN.  A NaN handed on from an operand keeps that operand's payload (which one, compilers may
// change by swapping operands), so its bits are left open: Unsat holds whatever they are, and a Sat
// that guessed them wrong is caught when the input is checked.
z3::expr Z3Terms::bits_of_number(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, c] = term.operands;
  const unsigned width = term.bits;
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  const auto constant = [&](std::uint64_t value) { return context_.bv_val(value, width); };
  if (term.op == Op::FNeg) return bits(a) ^ constant(sign);
  if (term.op == Op::FAbs) return bits(a) & constant(~sign & expr::mask_of(width));
  if (term.op == Op::Select) return z3::ite(truth(a), bits(b), bits(c));
  const z3::expr value = number(e);
  const z3::expr pattern = wrap(Z3_mk_fpa_to_ieee_bv(context_, value));
  if (term.op == Op::SToF || term.op == Op::UToF) return pattern;

  const z3::expr open = context_.bv_const(("nan" + std::to_string(e.id)).c_str(), width);
  const std::uint64_t quiet_nan = width == 32 ? 0x7fc0'0000 : 0x7ff8'0000'0000'0000;
  z3::expr nan = open | constant(quiet_nan);
  if (term.op != Op::FToF) {
    z3::expr handed_on = wrap(Z3_mk_fpa_is_nan(context_, number(a)));
    if (b) handed_on = handed_on || wrap(Z3_mk_fpa_is_nan(context_, number(b)));
    nan = z3::ite(handed_on, nan, constant(sign | quiet_nan));
  }
  return z3::ite(wrap(Z3_mk_fpa_is_nan(context_, value)), nan, pattern);
}

z3::expr Z3Terms::power_of_two(int exponent, bool negative, unsigned float_bits) {
  const std::uint64_t pattern =
      float_bits == 32
          ? static_cast<std::uint64_t>(exponent + 127) << 23 | static_cast<std::uint64_t>(negative) << 31
          : static_cast<std::uint64_t>(exponent + 1023) << 52 | static_cast<std::uint64_t>(negative) << 63;
  return wrap(Z3_mk_fpa_to_fp_bv(context_, context_.bv_val(pattern, float_bits), float_sort(float_bits)));
}

// Rounding to zero first makes the range check exact in every format: trunc(x) fits n bits iff
// -2^(n-1) <= trunc(x) < 2^(n-1), and powers of two are exact.  NaN fails both comparisons.
z3::expr Z3Terms::to_signed(const z3::expr& number, unsigned width) {
  const unsigned float_bits = number.get_sort().fpa_ebits() + number.get_sort().fpa_sbits();
  const z3::expr whole = wrap(Z3_mk_fpa_round_to_integral(context_, to_zero_, number));
  const int top = static_cast<int>(width) - 1;
  const z3::expr fits = wrap(Z3_mk_fpa_leq(context_, power_of_two(top, true, float_bits), whole)) &&
                        wrap(Z3_mk_fpa_lt(context_, whole, power_of_two(top, false, float_bits)));
  const z3::expr smallest = context_.bv_val(std::uint64_t{1} << top, width);
  return z3::ite(fits, wrap(Z3_mk_fpa_to_sbv(context_, to_zero_, number, width)), smallest);
}

}  // namespace espalier::solve
