#pragma once

#include <cstdint>
#include <vector>

#include "base/input.h"
#include "base/rng.h"
#include "expr/expr.h"

namespace espalier::test {

/// A growing list of random terms over a few inputs, each kept in two forms: as the pool's
/// simplified term, and as the operator with its operands as they were drawn.
///
/// Constants are mostly the special ones (0, 1, -1, powers of two, infinities, NaNs), and
/// operands mostly recent terms, because that is where simplification rules apply.
class RandomTerms {
 public:
  struct Options {
    std::vector<unsigned> input_bits = {1, 8, 8, 16, 32, 32, 64, 64};
    std::vector<unsigned> widths = {1, 1, 7, 8, 8, 16, 24, 32, 32, 32, 64, 64};
    bool floats = true;
    bool simplify = true;  ///< false: terms are made unsimplified
  };

  RandomTerms(expr::Pool& pool, Rng& rng, const Options& options);

  struct Drawn {
    expr::Op op;
    unsigned bits;
    int a = -1, b = -1, c = -1;  ///< positions of the operands
    std::uint64_t k = 0;
    expr::Expr term;
  };

  /// Adds one random operator on terms drawn before; its position.
  int draw();
  /// Adds operators until one gives `bits` bits.
  int draw(unsigned bits);

  [[nodiscard]] const std::vector<Drawn>& all() const { return drawn_; }
  [[nodiscard]] std::size_t inputs() const { return options_.input_bits.size(); }

  /// Values of all drawn terms by the definition alone (expr::apply on the drawn operands).
  [[nodiscard]] std::vector<std::uint64_t> values(const Input& input) const;

  Input random_input();

 private:
  int operand(unsigned bits);
  int operand_of_any_width(unsigned at_most);
  int constant(unsigned bits);
  std::uint64_t special_value(unsigned bits);
  int add(expr::Op op, unsigned bits, int a, int b = -1, int c = -1, std::uint64_t k = 0);
  int draw_conversion(expr::Op op);
  unsigned width() { return options_.widths[rng_.below(options_.widths.size())]; }

  expr::Pool& pool_;
  Rng& rng_;
  Options options_;
  std::vector<Drawn> drawn_;
};

}  // namespace espalier::test
