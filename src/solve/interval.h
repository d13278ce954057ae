#pragma once

#include <cstdint>
#include <vector>

#include "solve/tape.h"

namespace espalier::solve {

/// What a value of `bits` bits can be: bounds as an unsigned number and as a signed one.
struct Interval {
  std::uint64_t least = 0, most = 0;                // unsigned
  std::int64_t least_signed = 0, most_signed = 0;
  unsigned bits = 1;

  static Interval all(unsigned bits);
  static Interval only(std::uint64_t value, unsigned bits);
  static Interval unsigned_range(std::uint64_t least, std::uint64_t most, unsigned bits);
  static Interval signed_range(std::int64_t least, std::int64_t most, unsigned bits);

  [[nodiscard]] bool empty() const { return least > most || least_signed > most_signed; }
  [[nodiscard]] bool is_single() const { return least == most; }
  /// Values in both; each pair of bounds then tightens the other.
  [[nodiscard]] Interval meet(const Interval& o) const;
  /// Values in either, and what lies between.
  [[nodiscard]] Interval join(const Interval& o) const;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Bounds of the result of a step from those of its operands (missing ones: anything).
Interval forward(const Tape::Step& step, const Interval& a, const Interval& b, const Interval& c);

/// Tighter bounds of the operands that follow from those of the result.
void backward(const Tape::Step& step, const Interval& result, Interval& a, Interval& b, Interval& c);

}  // namespace espalier::solve
