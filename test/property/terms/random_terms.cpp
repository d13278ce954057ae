#include "property/terms/random_terms.h"

#include <bit>

#include "expr/semantics.h"

namespace espalier::test {

using expr::Op;

RandomTerms::RandomTerms(expr::Pool& pool, Rng& rng, const Options& options)
    : pool_(pool), rng_(rng), options_(options) {
  for (std::size_t i = 0; i < options_.input_bits.size(); ++i)
    add(Op::Input, options_.input_bits[i], -1, -1, -1, i);
}

int RandomTerms::add(Op op, unsigned bits, int a, int b, int c, std::uint64_t k) {
  const auto term_at = [&](int at) {
    return at < 0 ? expr::Expr{} : drawn_[static_cast<std::size_t>(at)].term;
  };
  const expr::Term term{op, static_cast<std::uint8_t>(bits), {term_at(a), term_at(b), term_at(c)}, k};
  const bool simplified = options_.simplify || op == Op::Const || op == Op::Input;
  drawn_.push_back({op, bits, a, b, c, k, simplified ? pool_.make(term) : pool_.make_unsimplified(term)});
  return static_cast<int>(drawn_.size()) - 1;
}

std::uint64_t RandomTerms::special_value(unsigned bits) {
  static constexpr double doubles[] = {0.0,   -0.0,    1.0,          -1.0,   0.5,     2.0,
                                       1e300, -1e-300, 2147483648.0, 9.3e18, -9.3e18, 1.9e19};
  static constexpr float floats[] = {0.0F,  -0.0F,   1.0F,          -1.0F,   0.5F, 2.0F,
                                     1e30F, -1e-30F, 2147483648.0F, 9.3e18F, 4e9F, 1.5F};
  const std::uint64_t ones = expr::mask_of(bits);
  switch (rng_.below(options_.floats && (bits == 32 || bits == 64) ? 12 : 8)) {
    case 0:
      return 0;
    case 1:
      return 1 & ones;
    case 2:
      return ones;
    case 3:
      return ones >> 1;
    case 4:
      return (ones >> 1) + 1;
    case 5:
      return std::uint64_t{1} << rng_.below(bits);
    case 6:
      return rng_.below(100) & ones;
    case 7:
      return rng_.next() & ones;
    case 8:
      return bits == 64 ? 0x7ff0'0000'0000'0000 : 0x7f80'0000;                // infinity
    case 9:
      return (bits == 64 ? 0x7ff0'0000'0000'0000 : 0x7f80'0000) +
             rng_.below(1U << 23);  // mostly signalling NaN
    case 10:
      return bits == 64 ? 0xfff8'0000'0000'0000 : 0xffc0'0000;
    default: {
      const std::uint64_t i = rng_.below(12);
      return bits == 64 ? std::bit_cast<std::uint64_t>(doubles[i]) : std::bit_cast<std::uint32_t>(floats[i]);
    }
  }
}

int RandomTerms::constant(unsigned bits) { return add(Op::Const, bits, -1, -1, -1, special_value(bits)); }

int RandomTerms::operand_of_any_width(unsigned at_most) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    const std::size_t recent = std::min<std::size_t>(drawn_.size(), rng_.coin() ? 6 : drawn_.size());
    const std::size_t at = drawn_.size() - 1 - rng_.below(recent);
    if (drawn_[at].bits <= at_most) return static_cast<int>(at);
  }
  return constant(1);
}

int RandomTerms::operand(unsigned bits) {
  if (rng_.below(4) == 0) return constant(bits);
  for (int attempt = 0; attempt < 8; ++attempt) {
    const std::size_t recent = std::min<std::size_t>(drawn_.size(), rng_.coin() ? 10 : drawn_.size());
    const std::size_t at = drawn_.size() - 1 - rng_.below(recent);
    if (drawn_[at].bits == bits) return static_cast<int>(at);
  }
  // Adapt some other term, so that widths mix.
  const int other = operand_of_any_width(64);
  const unsigned have = drawn_[static_cast<std::size_t>(other)].bits;
  if (have < bits) return add(rng_.coin() ? Op::ZExt : Op::SExt, bits, other);
  if (have > bits)
    return add(Op::Extract, bits, other, -1, -1, rng_.coin() ? 0 : rng_.below(have - bits + 1));
  return other;
}

int RandomTerms::draw_conversion(Op op) {
  const unsigned float_bits = rng_.coin() ? 32 : 64;
  switch (op) {
    case Op::FToF:
      return add(op, 96 - float_bits, operand(float_bits));
    case Op::SToF:
    case Op::UToF: {
      const int a = operand(width());
      return add(op, float_bits, a);
    }
    case Op::FToS:
      return add(op, rng_.coin() ? 32 : 64, operand(float_bits));
    default:
      return add(op, 64, operand(float_bits));
  }
}

int RandomTerms::draw() {
  const std::uint64_t last = options_.floats ? expr::op_count : static_cast<std::uint64_t>(Op::Select) + 1;
  const auto first = static_cast<std::uint64_t>(Op::Add);
  const auto op = static_cast<Op>(first + rng_.below(last - first));
  if (op >= Op::FToF) return draw_conversion(op);
  if (op == Op::Select) {
    const unsigned bits = width();
    const int a = operand(1);
    const int b = operand(bits);
    return add(op, bits, a, b, operand(bits));
  }
  if (op == Op::ZExt || op == Op::SExt) {
    const int a = operand_of_any_width(64);
    const unsigned have = drawn_[static_cast<std::size_t>(a)].bits;
    return add(op, have + static_cast<unsigned>(rng_.below(65 - have)), a);
  }
  if (op == Op::Extract) {
    const int a = operand_of_any_width(64);
    const unsigned have = drawn_[static_cast<std::size_t>(a)].bits;
    const unsigned bits = 1 + static_cast<unsigned>(rng_.below(have));
    return add(op, bits, a, -1, -1, rng_.below(have - bits + 1));
  }
  if (op == Op::Concat) {
    const int a = operand_of_any_width(63);
    const int b = operand_of_any_width(64 - drawn_[static_cast<std::size_t>(a)].bits);
    const unsigned bits = drawn_[static_cast<std::size_t>(a)].bits + drawn_[static_cast<std::size_t>(b)].bits;
    return bits <= 64 ? add(op, bits, a, b) : draw();
  }
  const bool floating = op >= Op::FAdd;
  const unsigned operand_bits = floating ? (rng_.coin() ? 32 : 64) : width();
  const unsigned bits = expr::is_comparison(op) ? 1 : operand_bits;
  const int a = operand(operand_bits);
  if (expr::info(op).operands == 1) return add(op, bits, a);
  const int b = rng_.below(16) == 0 ? a : operand(operand_bits);
  return add(op, bits, a, b);
}

int RandomTerms::draw(unsigned bits) {
  for (;;) {
    const int at = draw();
    if (drawn_[static_cast<std::size_t>(at)].bits == bits) return at;
  }
}

std::vector<std::uint64_t> RandomTerms::values(const Input& input) const {
  std::vector<std::uint64_t> values;
  values.reserve(drawn_.size());
  for (const Drawn& d : drawn_) {
    const auto value_at = [&](int at) { return at < 0 ? 0 : values[static_cast<std::size_t>(at)]; };
    const auto bits_at = [&](int at) { return at < 0 ? 0 : drawn_[static_cast<std::size_t>(at)].bits; };
    if (d.op == Op::Input) {
      values.push_back(input[static_cast<std::uint32_t>(d.k)] & expr::mask_of(d.bits));
    } else {
      values.push_back(expr::apply(d.op, d.bits, bits_at(d.a), bits_at(d.b), value_at(d.a), value_at(d.b),
                                   value_at(d.c), d.k));
    }
  }
  return values;
}

Input RandomTerms::random_input() {
  Input input;
  for (std::size_t i = 0; i < options_.input_bits.size(); ++i)
    input.set(static_cast<std::uint32_t>(i), special_value(options_.input_bits[i]));
  return input;
}

}  // namespace espalier::test
