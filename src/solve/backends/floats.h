#pragma once

#include <memory>

#include "solve/backends/words.h"

namespace espalier::solve {

/// Floating-point arithmetic as circuits (IEEE-754 single and double, to nearest even), by SymFPU
/// over our gates.  Numbers are kept unpacked, with the hidden bit explicit and subnormals
/// normalised, because chains of operations need not pack in between; callers know them by position.
class Floats {
 public:
  using Number = int;

  explicit Floats(Words& words);
  ~Floats();
  void clear();

  Number unpack(const Word& pattern);  ///< 32 or 64 bits
  /// The pattern; that of a NaN is the positive quiet one.
  Word pack(Number a);

  Number add(Number a, Number b);
  Number subtract(Number a, Number b);
  Number multiply(Number a, Number b);
  Number divide(Number a, Number b);
  Number root(Number a);
  Number negative(Number a);
  Number absolute(Number a);
  Number mux(Signal condition, Number a, Number b);
  Number convert(Number a, unsigned bits);
  Number from_signed(Word a, unsigned bits);
  Number from_unsigned(Word a, unsigned bits);
  /// Towards zero; the smallest integer when the value does not fit or is no number.
  Word to_signed(Number a, unsigned bits);

  Signal equal(Number a, Number b);
  Signal less(Number a, Number b);
  Signal less_or_equal(Number a, Number b);
  Signal is_nan(Number a);

 private:
  struct Numbers;
  Words& words_;
  std::unique_ptr<Numbers> numbers_;
};

}  // namespace espalier::solve
