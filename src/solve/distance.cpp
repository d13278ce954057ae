#include "solve/distance.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "expr/semantics.h"
#include "solve/inverse.h"

namespace espalier::solve {
namespace {

using expr::Op;
using expr::sign_extend;

constexpr double smallest = 1.0 / 64;  // of a condition that is false
constexpr double plain_false = 1;      // false, and nothing says how far

// log2(1 + gap), scaled to at most 1.
double of_gap(std::uint64_t gap) { return smallest + std::log2(1.0 + static_cast<double>(gap)) / 64; }

std::uint64_t gap_between(std::int64_t a, std::int64_t b) {
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

double of_comparison(const Tape::Step& step, std::uint64_t a, std::uint64_t b, bool wanted) {
  const bool truth = expr::apply(step.op, 1, step.a_bits, step.b_bits, a, b, 0, 0) != 0;
  if (truth == wanted) return 0;
  if (step.op >= Op::FAdd) {
    if (step.op == Op::FUno || is_nan(a, step.a_bits) || is_nan(b, step.a_bits)) return plain_false;
    return of_gap(gap_between(rank_of(a, step.a_bits), rank_of(b, step.a_bits)));
  }
  switch (step.op) {
    case Op::Eq:
    case Op::Ne: {
      if (!((step.op == Op::Eq) == wanted)) return smallest;  // any change helps
      const std::uint64_t difference = (a - b) & expr::mask_of(step.a_bits);
      const std::uint64_t gap = std::min(difference, (b - a) & expr::mask_of(step.a_bits));
      // Near as numbers or near as bits: whichever is nearer.
      const double in_bits = smallest + std::popcount(a ^ b) / 24.0;
      return std::min(of_gap(gap), in_bits);
    }
    case Op::Slt:
    case Op::Sle:
      return of_gap(gap_between(sign_extend(a, step.a_bits), sign_extend(b, step.a_bits)));
    default:
      return of_gap(a > b ? a - b : b - a);
  }
}

double walk(const Tape& tape, const Valuation& values, Tape::Position p, bool wanted, int depth) {
  if ((values[p] != 0) == wanted) return 0;
  const Tape::Step& step = tape[p];
  if (expr::is_comparison(step.op)) return of_comparison(step, values[step.a], values[step.b], wanted);
  if (depth == 0 || step.bits != 1) return plain_false;
  switch (step.op) {
    case Op::And:
    case Op::Or: {
      const double a = walk(tape, values, step.a, wanted, depth - 1);
      const double b = walk(tape, values, step.b, wanted, depth - 1);
      return (step.op == Op::And) == wanted ? a + b : std::min(a, b);
    }
    case Op::Xor:
      if (tape.is_constant(step.b))
        return walk(tape, values, step.a, wanted != (values[step.b] != 0), depth - 1);
      return plain_false;
    case Op::Select: {
      const bool condition = values[step.a] != 0;
      const double here = walk(tape, values, condition ? step.b : step.c, wanted, depth - 1);
      const double there = walk(tape, values, step.a, !condition, depth - 1) +
                           walk(tape, values, condition ? step.c : step.b, wanted, depth - 1);
      return std::min(here, there);
    }
    default:
      return plain_false;
  }
}

}  // namespace

// Deeper than this, shared operands could be visited exponentially often.
double distance(const Tape& tape, const Valuation& values, Tape::Position condition, bool wanted) {
  return walk(tape, values, condition, wanted, 8);
}

}  // namespace espalier::solve
