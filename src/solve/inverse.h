#pragma once

#include <cstdint>
#include <optional>

#include "solve/tape.h"

namespace espalier::solve {

/// Which operand is to change.
enum class Side : std::uint8_t { A, B };

/// A value, of which only some bits matter.
struct Wanted {
  std::uint64_t value;
  std::uint64_t care;  ///< the bits that matter

  [[nodiscard]] bool fits(std::uint64_t other) const { return ((value ^ other) & care) == 0; }
};

/// What one operand of the step must be, to make the step's value the wanted one while the other operand
/// stays as it is.  (h * 33 + c) & 255 cares for eight bits of c.  Nothing when there is no such
/// value, or none that is easy.  Floating-point inverses may be off by a rounding: whoever uses a value
/// checks it. Bits of `wanted` that do not matter hold the step's present ones.
std::optional<Wanted> inverse(const Tape::Step& step, Side side, Wanted wanted, std::uint64_t a,
                              std::uint64_t b);

/// Floating-point operators of `inverse`.
std::optional<std::uint64_t> inverse_float(const Tape::Step& step, Side side, std::uint64_t wanted,
                                           std::uint64_t a, std::uint64_t b);

/// Bit patterns of floating-point numbers as doubles and back; `bits` is 32 or 64.
double as_number(std::uint64_t pattern, unsigned bits);
std::uint64_t as_pattern(double number, unsigned bits);
/// The next number up or down.
std::uint64_t next_pattern(std::uint64_t pattern, unsigned bits, bool up);
/// The numbers of a format in ascending order have ascending ranks; one step is one unit in the last
/// place.  -0.0 and 0.0 have the same rank.
std::int64_t rank_of(std::uint64_t pattern, unsigned bits);
std::uint64_t pattern_of_rank(std::int64_t rank, unsigned bits);
bool is_nan(std::uint64_t pattern, unsigned bits);

}  // namespace espalier::solve
