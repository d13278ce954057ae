#include "solve/backends/blaster.h"

#include <bit>

#include "expr/semantics.h"

namespace espalier::solve {

using expr::Expr;
using expr::Op;
using expr::Term;

Signal Blaster::condition(Expr e) {
  translate(e);
  return bit(e);
}

void Blaster::forget() {
  gates_.clear();
  floats_.clear();
  forms_.clear();
  variables_.clear();
}

namespace {

std::size_t cost_of_operator(const Term& term, unsigned operand_bits) {
  const std::size_t n = std::max<std::size_t>(term.bits, operand_bits);
  switch (term.op) {
    case Op::Mul:
      return 2 * n * n;
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return 4 * n * n;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return 8 * n;
    case Op::FMul:
      return 3 * n * n;
    case Op::FDiv:
      return 16 * n * n;
    case Op::FSqrt:
      return 80 * n * n;
    default:
      return term.op >= Op::FAdd ? 60 * n : 3 * n;
  }
}

}  // namespace

std::size_t Blaster::cost_of(std::span<const Expr> constraints) {
  ++epoch_;
  seen_.resize(pool_.size(), 0);
  if (forms_.size() < pool_.size()) forms_.resize(pool_.size());
  std::vector<Expr> stack(constraints.begin(), constraints.end());
  std::size_t cost = 0;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!e || seen_[e.id] == epoch_ || forms_[e.id].known) continue;
    seen_[e.id] = epoch_;
    const Term& term = pool_[e];
    const bool by_constant = term.op == Op::Mul && pool_.is_constant(term.operands[1]);
    const auto is_format = [](unsigned bits) { return bits == 32 || bits == 64; };
    if (term.op >= Op::FAdd && !is_format(term.bits) && !is_format(pool_.bits(term.operands[0])))
      return cannot_translate;
    cost += cost_of_operator(term, pool_.bits(term.operands[0])) / (by_constant ? 3 : 1);
    for (const Expr operand : term.operands) stack.push_back(operand);
  }
  return cost;
}

// Operands first, with a stack of our own: a sum over a long loop is a deep term.
void Blaster::translate(Expr root) {
  if (forms_.size() < pool_.size()) forms_.resize(pool_.size());
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (forms_[e.id].known) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const Expr operand : pool_[e].operands) {
      if (!operand || forms_[operand.id].known) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    const Term& term = pool_[e];
    const bool number_choice = term.op == Op::Select && forms_[term.operands[1].id].number >= 0 &&
                               forms_[term.operands[2].id].number >= 0;
    if (term.op >= Op::FAdd || number_choice) {
      translate_float(e);
    } else {
      forms_[e.id].bits = translate_integer(term);
    }
    forms_[e.id].known = true;
  }
}

const Word& Blaster::bits(Expr e) {
  Form& form = forms_[e.id];
  if (form.bits.empty()) form.bits = bits_of_number(e);
  return form.bits;
}

int Blaster::number(Expr e) {
  Form& form = forms_[e.id];
  if (form.number < 0) form.number = floats_.unpack(form.bits);
  return form.number;
}

// A variable may occur with several widths; the narrow ones are its low bits.
Word Blaster::input(std::uint32_t variable, unsigned width) {
  if (variable >= variables_.size()) variables_.resize(variable + 1);
  Word& whole = variables_[variable];
  while (whole.size() < width) whole.push_back(gates_.variable());
  return {whole.begin(), whole.begin() + width};
}

// Our shifts take the amount modulo the width.
Word Blaster::shift(const Term& term) {
  const auto [a, b, unused] = term.operands;
  const unsigned width = term.bits;
  if (width == 1) return bits(a);
  const auto kind = term.op == Op::Shl    ? Words::Shift::Left
                    : term.op == Op::LShr ? Words::Shift::Right
                                          : Words::Shift::RightSigned;
  Word amount = bits(b);
  if (!std::has_single_bit(width))
    amount = words_.divide_unsigned(amount, Words::constant(width, width)).remainder;
  const auto stages = static_cast<unsigned>(std::bit_width(width - 1));
  return words_.shift(kind, bits(a), std::span(amount).first(stages));
}

Word Blaster::translate_integer(const Term& term) {
  const auto [a, b, c] = term.operands;
  const unsigned width = term.bits;
  switch (term.op) {
    case Op::Const:
      return Words::constant(term.k, width);
    case Op::Input:
      return input(static_cast<std::uint32_t>(term.k), width);
    case Op::Add:
      return words_.add(bits(a), bits(b));
    case Op::Sub:
      return words_.subtract(bits(a), bits(b));
    case Op::Mul:
      return words_.multiply(bits(a), bits(b));
    case Op::UDiv:
      return words_.divide_unsigned(bits(a), bits(b)).quotient;
    case Op::SDiv:
      return words_.divide_signed(bits(a), bits(b)).quotient;
    case Op::URem:
      return words_.divide_unsigned(bits(a), bits(b)).remainder;
    case Op::SRem:
      return words_.divide_signed(bits(a), bits(b)).remainder;
    case Op::And:
      return words_.conjunction(bits(a), bits(b));
    case Op::Or:
      return words_.disjunction(bits(a), bits(b));
    case Op::Xor:
      return words_.exclusive(bits(a), bits(b));
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return shift(term);
    case Op::Eq:
      return {words_.equal(bits(a), bits(b))};
    case Op::Ne:
      return {~words_.equal(bits(a), bits(b))};
    case Op::Ult:
      return {words_.less_unsigned(bits(a), bits(b))};
    case Op::Ule:
      return {~words_.less_unsigned(bits(b), bits(a))};
    case Op::Slt:
      return {words_.less_signed(bits(a), bits(b))};
    case Op::Sle:
      return {~words_.less_signed(bits(b), bits(a))};
    case Op::ZExt:
    case Op::SExt: {
      Word word = bits(a);
      word.resize(width, term.op == Op::ZExt ? never : word.back());
      return word;
    }
    case Op::Extract: {
      const auto first = bits(a).begin() + static_cast<std::ptrdiff_t>(term.k);
      return {first, first + width};
    }
    case Op::Concat: {
      Word word = bits(b);
      const Word& high = bits(a);
      word.insert(word.end(), high.begin(), high.end());
      return word;
    }
    case Op::Select:
      return words_.mux(bit(a), bits(b), bits(c));
    default:
      break;
  }
  return Words::constant(0, width);  // floating point goes to translate_float
}

void Blaster::translate_float(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, c] = term.operands;
  const auto number_is = [&](int n) { forms_[e.id].number = n; };
  const auto bit_is = [&](Signal s) { forms_[e.id].bits = {s}; };
  switch (term.op) {
    case Op::FAdd:
      return number_is(floats_.add(number(a), number(b)));
    case Op::FSub:
      return number_is(floats_.subtract(number(a), number(b)));
    case Op::FMul:
      return number_is(floats_.multiply(number(a), number(b)));
    case Op::FDiv:
      return number_is(floats_.divide(number(a), number(b)));
    case Op::FSqrt:
      return number_is(floats_.root(number(a)));
    case Op::FNeg:
      return number_is(floats_.negative(number(a)));
    case Op::FAbs:
      return number_is(floats_.absolute(number(a)));
    case Op::FToF:
      return number_is(floats_.convert(number(a), term.bits));
    case Op::SToF:
      return number_is(floats_.from_signed(bits(a), term.bits));
    case Op::UToF:
      return number_is(floats_.from_unsigned(bits(a), term.bits));
    case Op::Select:
      return number_is(floats_.mux(bit(a), number(b), number(c)));
    case Op::FToS:
      forms_[e.id].bits = floats_.to_signed(number(a), term.bits);
      return;
    case Op::FEq:
      return bit_is(floats_.equal(number(a), number(b)));
    case Op::FLt:
      return bit_is(floats_.less(number(a), number(b)));
    case Op::FLe:
      return bit_is(floats_.less_or_equal(number(a), number(b)));
    case Op::FUno:
      return bit_is(gates_.disjunction(floats_.is_nan(number(a)), floats_.is_nan(number(b))));
    default:
      return;
  }
}

// A NaN made from numbers is the default NaN.  A NaN handed on from an operand keeps that operand's
// payload (which one, compilers may change by swapping operands), so its bits are left open: Unsat
// holds whatever they are, and a Sat that guessed them wrong is caught when the input is checked.
// Sign changes are bit operations, of NaN too.
Word Blaster::bits_of_number(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, c] = term.operands;
  const unsigned width = term.bits;
  const int value = forms_[e.id].number;
  if (term.op == Op::FNeg || term.op == Op::FAbs) {
    Word word = bits(a);
    word.back() = term.op == Op::FNeg ? ~word.back() : never;
    return word;
  }
  if (term.op == Op::Select) return words_.mux(bit(a), bits(b), bits(c));
  const Word pattern = floats_.pack(value);
  if (term.op == Op::SToF || term.op == Op::UToF) return pattern;
  const std::uint64_t quiet_nan = width == 32 ? 0x7fc0'0000 : 0x7ff8'0000'0000'0000;
  Word nan = words_.disjunction(words_.variable(width), Words::constant(quiet_nan, width));
  if (term.op != Op::FToF) {
    Signal handed_on = floats_.is_nan(number(a));
    if (b) handed_on = gates_.disjunction(handed_on, floats_.is_nan(number(b)));
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    nan = words_.mux(handed_on, nan, Words::constant(sign | quiet_nan, width));
  }
  return words_.mux(floats_.is_nan(value), nan, pattern);
}

}  // namespace espalier::solve
