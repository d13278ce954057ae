// SymFPU is a library of templates over the types of a back end: propositions and signed and unsigned
// bit vectors.  This file gives it ours, a `Word` with the circuit it lives in.
#include "solve/backends/floats.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>

// SymFPU states its assumptions as propositions.  They would become gates that nobody asks for.
#define PRECONDITION(X)
#define POSTCONDITION(X)
#define INVARIANT(X)
#include <symfpu/core/add.h>
#include <symfpu/core/compare.h>
#include <symfpu/core/convert.h>
#include <symfpu/core/divide.h>
#include <symfpu/core/multiply.h>
#include <symfpu/core/packing.h>
#include <symfpu/core/sign.h>
#include <symfpu/core/sqrt.h>
#include <symfpu/core/unpackedFloat.h>

namespace espalier::solve {
namespace {

// SymFPU makes constants without saying where, so a value without a circuit is a constant, and
// operations on constants alone, which fold, take place in a circuit that stays empty.
Words& somewhere(Words* circuit) {
  if (circuit != nullptr) return *circuit;
  static thread_local Gates empty;
  static thread_local Words nowhere{empty};
  return nowhere;
}
Words* either(Words* a, Words* b) { return a != nullptr ? a : b; }

struct Proposition {
  Signal signal;
  Words* words = nullptr;
  Proposition(bool value) : signal(never ^ value) {}  // NOLINT: SymFPU converts implicitly
  Proposition(Signal s, Words* w) : signal(s), words(is_constant(s) ? nullptr : w) {}
  Proposition operator!() const { return {~signal, words}; }
  Proposition operator&&(const Proposition& o) const {
    return with(o, [](Gates& g, Signal a, Signal b) { return g.conjunction(a, b); });
  }
  Proposition operator||(const Proposition& o) const {
    return with(o, [](Gates& g, Signal a, Signal b) { return g.disjunction(a, b); });
  }
  Proposition operator^(const Proposition& o) const {
    return with(o, [](Gates& g, Signal a, Signal b) { return g.exclusive(a, b); });
  }
  Proposition operator==(const Proposition& o) const { return !(*this ^ o); }

 private:
  template <class Operation>
  Proposition with(const Proposition& o, Operation operation) const {
    Words* circuit = either(words, o.words);
    return {operation(somewhere(circuit).gates(), signal, o.signal), circuit};
  }
};

template <bool is_signed>
struct Vector {
  Word word;
  Words* words = nullptr;

  Vector(unsigned bits, std::uint64_t value) : word(Words::constant(value, bits)) {
    if (is_signed && bits > 64)  // a negative number converted to uint64_t
      std::fill(word.begin() + 64, word.end(), word[63]);
  }
  explicit Vector(const Proposition& p) : word{p.signal}, words(p.words) {}
  Vector(Word w, Words* circuit) : word(std::move(w)), words(circuit) {}
  explicit Vector(const Vector<!is_signed>& o) : word(o.word), words(o.words) {}

  [[nodiscard]] unsigned getWidth() const { return static_cast<unsigned>(word.size()); }
  static Vector one(unsigned bits) { return {bits, 1}; }
  static Vector zero(unsigned bits) { return {bits, 0}; }
  static Vector allOnes(unsigned bits) { return {Word(bits, always), nullptr}; }
  static Vector maxValue(unsigned bits) {
    Vector result = allOnes(bits);
    if (is_signed) result.word.back() = never;
    return result;
  }
  static Vector minValue(unsigned bits) {
    Vector result = zero(bits);
    if (is_signed) result.word.back() = always;
    return result;
  }
  [[nodiscard]] Proposition isAllOnes() const { return {circuit().all(word), words}; }
  [[nodiscard]] Proposition isAllZeros() const { return {~circuit().any(word), words}; }

  Vector operator<<(const Vector& o) const { return shift(Words::Shift::Left, o); }
  Vector operator>>(const Vector& o) const {
    return shift(is_signed ? Words::Shift::RightSigned : Words::Shift::Right, o);
  }
  [[nodiscard]] Vector modularLeftShift(const Vector& o) const { return *this << o; }
  [[nodiscard]] Vector modularRightShift(const Vector& o) const { return *this >> o; }
  [[nodiscard]] Vector signExtendRightShift(const Vector& o) const {
    return shift(Words::Shift::RightSigned, o);
  }
  Vector operator|(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return w.disjunction(a, b); });
  }
  Vector operator&(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return w.conjunction(a, b); });
  }
  Vector operator+(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return w.add(a, b); });
  }
  Vector operator-(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return w.subtract(a, b); });
  }
  Vector operator*(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return w.multiply(a, b); });
  }
  Vector operator/(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return divide(w, a, b).quotient; });
  }
  Vector operator%(const Vector& o) const {
    return with(o, [](Words& w, const Word& a, const Word& b) { return divide(w, a, b).remainder; });
  }
  Vector operator-() const { return {circuit().negative(word), words}; }
  Vector operator~() const { return {Words::negated_bits(word), words}; }
  [[nodiscard]] Vector increment() const { return *this + one(getWidth()); }
  [[nodiscard]] Vector decrement() const { return *this - one(getWidth()); }
  [[nodiscard]] Vector modularIncrement() const { return increment(); }
  [[nodiscard]] Vector modularDecrement() const { return decrement(); }
  [[nodiscard]] Vector modularAdd(const Vector& o) const { return *this + o; }
  [[nodiscard]] Vector modularNegate() const { return -*this; }

  Proposition operator==(const Vector& o) const {
    Words* w = either(words, o.words);
    return {somewhere(w).equal(word, o.word), w};
  }
  Proposition operator<(const Vector& o) const {
    Words* w = either(words, o.words);
    return {is_signed ? somewhere(w).less_signed(word, o.word) : somewhere(w).less_unsigned(word, o.word), w};
  }
  Proposition operator>(const Vector& o) const { return o < *this; }
  Proposition operator<=(const Vector& o) const { return !(o < *this); }
  Proposition operator>=(const Vector& o) const { return !(*this < o); }

  [[nodiscard]] Vector<true> toSigned() const { return {word, words}; }
  [[nodiscard]] Vector<false> toUnsigned() const { return {word, words}; }
  [[nodiscard]] Vector extend(unsigned by) const {
    Vector result = *this;
    result.word.resize(word.size() + by, is_signed ? word.back() : never);
    return result;
  }
  [[nodiscard]] Vector contract(unsigned by) const {
    Vector result = *this;
    result.word.resize(word.size() - by);
    return result;
  }
  [[nodiscard]] Vector resize(unsigned bits) const {
    return bits > getWidth() ? extend(bits - getWidth()) : contract(getWidth() - bits);
  }
  [[nodiscard]] Vector matchWidth(const Vector& o) const { return extend(o.getWidth() - getWidth()); }
  [[nodiscard]] Vector append(const Vector& low) const {
    Word joined = low.word;
    joined.insert(joined.end(), word.begin(), word.end());
    return {std::move(joined), either(words, low.words)};
  }
  [[nodiscard]] Vector extract(unsigned upper, unsigned lower) const {
    return {Word(word.begin() + lower, word.begin() + upper + 1), words};
  }

 private:
  [[nodiscard]] Words& circuit() const { return somewhere(words); }
  static Words::Division divide(Words& w, const Word& a, const Word& b) {
    return is_signed ? w.divide_signed(a, b) : w.divide_unsigned(a, b);
  }
  Vector shift(Words::Shift kind, const Vector& by) const {
    Words* w = either(words, by.words);
    return {somewhere(w).shift(kind, word, by.word), w};
  }
  template <class Operation>
  Vector with(const Vector& o, Operation operation) const {
    Words* w = either(words, o.words);
    return {operation(somewhere(w), word, o.word), w};
  }
};

// The only two formats.
struct FloatFormat {
  unsigned bits;
  FloatFormat(unsigned exponent, unsigned significand) : bits(exponent + significand), exponent_(exponent) {}
  explicit FloatFormat(unsigned width) : bits(width), exponent_(width == 32 ? 8 : 11) {
    assert((width == 32 || width == 64) && "a floating-point number of 32 or 64 bits");
  }
  [[nodiscard]] unsigned exponentWidth() const { return exponent_; }
  [[nodiscard]] unsigned significandWidth() const { return bits - exponent_; }
  [[nodiscard]] unsigned packedWidth() const { return bits; }
  [[nodiscard]] unsigned packedExponentWidth() const { return exponent_; }
  [[nodiscard]] unsigned packedSignificandWidth() const { return bits - exponent_ - 1; }

 private:
  unsigned exponent_;
};

// Rounding modes are always constants here, so comparisons of them fold at once.
struct Mode {
  int number;
  Proposition operator==(const Mode& o) const { return {number == o.number}; }
};

struct Traits {
  using bwt = unsigned;
  using rm = Mode;
  using fpt = FloatFormat;
  using prop = Proposition;
  using sbv = Vector<true>;
  using ubv = Vector<false>;
  static rm RNE() { return {0}; }
  static rm RNA() { return {1}; }
  static rm RTP() { return {2}; }
  static rm RTN() { return {3}; }
  static rm RTZ() { return {4}; }
};
using Unpacked = symfpu::unpackedFloat<Traits>;

}  // namespace
}  // namespace espalier::solve

namespace symfpu {

using espalier::solve::either;
using espalier::solve::Mode;
using espalier::solve::Proposition;
using espalier::solve::somewhere;
using espalier::solve::Unpacked;
using espalier::solve::Vector;
using espalier::solve::Words;

template <>
struct ite<Proposition, Proposition> {
  static Proposition iteOp(const Proposition& c, const Proposition& a, const Proposition& b) {
    Words* w = either(c.words, either(a.words, b.words));
    return {somewhere(w).gates().mux(c.signal, a.signal, b.signal), w};
  }
};

template <bool is_signed>
struct ite<Proposition, Vector<is_signed>> {
  static Vector<is_signed> iteOp(const Proposition& c, const Vector<is_signed>& a,
                                 const Vector<is_signed>& b) {
    Words* w = either(c.words, either(a.words, b.words));
    return {somewhere(w).mux(c.signal, a.word, b.word), w};
  }
};

template <class Data>
struct ite<bool, Data> {
  static const Data& iteOp(bool c, const Data& a, const Data& b) { return c ? a : b; }
};

}  // namespace symfpu

namespace espalier::solve {

struct Floats::Numbers {
  struct Entry {
    Unpacked value;
    FloatFormat format;
  };
  std::deque<Entry> all;

  [[nodiscard]] const Unpacked& value(Number n) const { return all[static_cast<std::size_t>(n)].value; }
  [[nodiscard]] const FloatFormat& format(Number n) const { return all[static_cast<std::size_t>(n)].format; }
  Number keep(const Unpacked& value, const FloatFormat& format) {
    all.push_back({value, format});
    return static_cast<Number>(all.size()) - 1;
  }
};

namespace {
const Mode nearest = Traits::RNE();
}

Floats::Floats(Words& words) : words_(words), numbers_(std::make_unique<Numbers>()) {}
Floats::~Floats() = default;
void Floats::clear() { numbers_->all.clear(); }

Floats::Number Floats::unpack(const Word& pattern) {
  const FloatFormat format(static_cast<unsigned>(pattern.size()));
  return numbers_->keep(symfpu::unpack<Traits>(format, Vector<false>(pattern, &words_)), format);
}

Word Floats::pack(Number a) { return symfpu::pack<Traits>(numbers_->format(a), numbers_->value(a)).word; }

Floats::Number Floats::add(Number a, Number b) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(
      symfpu::add<Traits>(format, nearest, numbers_->value(a), numbers_->value(b), Proposition(true)),
      format);
}
Floats::Number Floats::subtract(Number a, Number b) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(
      symfpu::add<Traits>(format, nearest, numbers_->value(a), numbers_->value(b), Proposition(false)),
      format);
}
Floats::Number Floats::multiply(Number a, Number b) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(symfpu::multiply<Traits>(format, nearest, numbers_->value(a), numbers_->value(b)),
                        format);
}
Floats::Number Floats::divide(Number a, Number b) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(symfpu::divide<Traits>(format, nearest, numbers_->value(a), numbers_->value(b)),
                        format);
}
Floats::Number Floats::root(Number a) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(symfpu::sqrt<Traits>(format, nearest, numbers_->value(a)), format);
}
Floats::Number Floats::negative(Number a) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(symfpu::negate<Traits>(format, numbers_->value(a)), format);
}
Floats::Number Floats::absolute(Number a) {
  const FloatFormat& format = numbers_->format(a);
  return numbers_->keep(symfpu::absolute<Traits>(format, numbers_->value(a)), format);
}
Floats::Number Floats::mux(Signal condition, Number a, Number b) {
  return numbers_->keep(symfpu::ITE(Proposition(condition, &words_), numbers_->value(a), numbers_->value(b)),
                        numbers_->format(a));
}

Floats::Number Floats::convert(Number a, unsigned bits) {
  const FloatFormat to(bits);
  return numbers_->keep(
      symfpu::convertFloatToFloat<Traits>(numbers_->format(a), to, nearest, numbers_->value(a)), to);
}
// SymFPU cannot round integers that are hardly wider than the significand; these two widths are fine.
Floats::Number Floats::from_signed(Word a, unsigned bits) {
  const FloatFormat to(bits);
  a.resize(a.size() <= 32 ? 32 : 64, a.back());
  return numbers_->keep(symfpu::convertSBVToFloat<Traits>(to, nearest, Vector<true>(a, &words_)), to);
}
Floats::Number Floats::from_unsigned(Word a, unsigned bits) {
  const FloatFormat to(bits);
  a.resize(a.size() <= 32 ? 32 : 64, never);
  return numbers_->keep(symfpu::convertUBVToFloat<Traits>(to, nearest, Vector<false>(a, &words_)), to);
}
Word Floats::to_signed(Number a, unsigned bits) {
  return symfpu::convertFloatToSBV<Traits>(numbers_->format(a), Traits::RTZ(), numbers_->value(a), bits,
                                           Vector<true>::minValue(bits))
      .word;
}

Signal Floats::equal(Number a, Number b) {
  return symfpu::ieee754Equal<Traits>(numbers_->format(a), numbers_->value(a), numbers_->value(b)).signal;
}
Signal Floats::less(Number a, Number b) {
  return symfpu::lessThan<Traits>(numbers_->format(a), numbers_->value(a), numbers_->value(b)).signal;
}
Signal Floats::less_or_equal(Number a, Number b) {
  return symfpu::lessThanOrEqual<Traits>(numbers_->format(a), numbers_->value(a), numbers_->value(b)).signal;
}
Signal Floats::is_nan(Number a) { return numbers_->value(a).getNaN().signal; }

}  // namespace espalier::solve
