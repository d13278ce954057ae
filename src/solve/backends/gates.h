#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace espalier::solve {

/// The output of a gate, perhaps negated.
struct Signal {
  std::uint32_t code = 0;  ///< gate number * 2 + negated
  [[nodiscard]] std::uint32_t gate() const { return code >> 1; }
  [[nodiscard]] bool negated() const { return (code & 1) != 0; }
  friend auto operator<=>(Signal, Signal) = default;
};
constexpr Signal operator~(Signal s) { return {s.code ^ 1}; }
constexpr Signal operator^(Signal s, bool negate) { return {s.code ^ (negate ? 1U : 0U)}; }

inline constexpr Signal never{0};   ///< the constant 0
inline constexpr Signal always{1};  ///< the constant 1
constexpr bool is_constant(Signal s) { return s.code <= 1; }

/// A circuit in which equal gates exist once.  Gates are normalised before they are looked up
/// (inputs sorted, negations moved to the output), so equal means equal up to what is obvious.
///
/// Beside AND there are XOR, MUX and MAJ (the carry of an adder): each needs fewer clauses
/// than its expansion into ANDs, and propagates better.
class Gates {
 public:
  enum class Kind : std::uint8_t { Constant, Variable, And, Xor, Mux, Majority };
  struct Gate {
    Kind kind;
    std::array<Signal, 3> in;
    friend bool operator==(const Gate&, const Gate&) = default;
  };

  Gates() { clear(); }
  void clear();
  [[nodiscard]] std::size_t size() const { return gates_.size(); }
  [[nodiscard]] const Gate& operator[](std::uint32_t gate) const { return gates_[gate]; }

  Signal variable();
  Signal conjunction(Signal a, Signal b);
  Signal disjunction(Signal a, Signal b) { return ~conjunction(~a, ~b); }
  Signal exclusive(Signal a, Signal b);
  Signal mux(Signal condition, Signal a, Signal b);  ///< condition ? a : b
  Signal majority(Signal a, Signal b, Signal c);

 private:
  Signal intern(const Gate& gate);
  void grow();
  std::vector<Gate> gates_;
  std::vector<std::uint32_t> table_;  // open addressing; 0 = free (the constant is never looked up)
};

}  // namespace espalier::solve
