#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/backends/gates.h"

namespace espalier::solve {

/// Bits of a number, lowest first.
using Word = std::vector<Signal>;

/// Arithmetic on words, as circuits.  Operands have one width unless said otherwise; results wrap
/// around to it.  Constant bits fold away inside the gates, so nothing here looks for them
/// except where another algorithm pays.
class Words {
 public:
  explicit Words(Gates& gates) : gates_(gates) {}
  Gates& gates() { return gates_; }

  static Word constant(std::uint64_t value, unsigned bits);
  Word variable(unsigned bits);

  Word add(const Word& a, const Word& b, Signal carry = never);
  Word subtract(const Word& a, const Word& b) { return add(a, negated_bits(b), always); }
  Word negative(const Word& a);
  Word multiply(const Word& a, const Word& b);
  struct Division {
    Word quotient, remainder;
  };
  /// x / 0 = all ones, x % 0 = x.
  Division divide_unsigned(const Word& a, const Word& b);
  Division divide_signed(const Word& a, const Word& b);

  Word conjunction(const Word& a, const Word& b);
  Word disjunction(const Word& a, const Word& b);
  Word exclusive(const Word& a, const Word& b);
  static Word negated_bits(const Word& a);
  Word mux(Signal condition, const Word& a, const Word& b);

  enum class Shift { Left, Right, RightSigned };
  /// `amount` may have any width; from the width of `a` on, the result is 0 (or the sign).
  Word shift(Shift kind, const Word& a, std::span<const Signal> amount);

  Signal equal(const Word& a, const Word& b);
  Signal less_unsigned(const Word& a, const Word& b);
  Signal less_signed(Word a, Word b);
  Signal any(std::span<const Signal> bits);
  Signal all(std::span<const Signal> bits);

 private:
  Word square(const Word& a);
  Gates& gates_;
};

}  // namespace espalier::solve
