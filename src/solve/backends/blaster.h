#pragma once

#include <vector>

#include "expr/expr.h"
#include "solve/backends/floats.h"
#include "solve/backends/words.h"

namespace espalier::solve {

/// Our terms as circuits.  Each term is translated once, until `forget`: consecutive queries
/// share most of their terms.
class Blaster {
 public:
  explicit Blaster(const expr::Pool& pool) : pool_(pool), words_(gates_), floats_(words_) {}

  /// The signal of a one-bit term.
  Signal condition(expr::Expr e);

  /// About how many gates the terms need that are not translated yet.
  static constexpr std::size_t cannot_translate = ~std::size_t{0};
  std::size_t cost_of(std::span<const expr::Expr> constraints);

  /// The bits of an input variable as far as they occur.
  [[nodiscard]] const Word& variable(std::uint32_t number) const { return variables_[number]; }
  [[nodiscard]] std::size_t variables() const { return variables_.size(); }

  [[nodiscard]] const Gates& gates() const { return gates_; }
  void forget();

 private:
  struct Form {
    Word bits;         // empty: only the number is known
    int number = -1;   // position in Floats: the value as an unpacked floating-point number
    bool known = false;
  };

  void translate(expr::Expr root);
  Word translate_integer(const expr::Term& term);
  void translate_float(expr::Expr e);
  Word input(std::uint32_t variable, unsigned bits);
  Word shift(const expr::Term& term);
  Word bits_of_number(expr::Expr e);

  const Word& bits(expr::Expr e);
  int number(expr::Expr e);
  Signal bit(expr::Expr e) { return bits(e).front(); }

  const expr::Pool& pool_;
  Gates gates_;
  Words words_;
  Floats floats_;
  std::vector<Form> forms_;  // by term
  std::vector<Word> variables_;
  std::vector<std::uint32_t> seen_;  // by term: the epoch of the last cost_of that met it
  std::uint32_t epoch_ = 0;
};

}  // namespace espalier::solve
