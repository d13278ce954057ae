#pragma once

#include <z3++.h>

#include <vector>

#include "base/input.h"
#include "expr/expr.h"

namespace espalier::solve {

/// Our terms in Z3's language.  Each term is translated once in the life of the object, into
/// the form it is born in, and into another form when somebody needs it:
///   bits    a bit vector: integers, inputs
///   truth   a Bool: comparisons and one-bit logic, which Z3 handles much faster than one-bit vectors
///   number  a FloatingPoint: results of floating-point operators
class Z3Terms {
 public:
  Z3Terms(z3::context& context, const expr::Pool& pool);

  /// The condition that a one-bit term is 1.
  z3::expr condition(expr::Expr e);

  /// A floating-point operator occurs in the (translated) term.
  [[nodiscard]] bool has_floats(expr::Expr e) const { return forms_[e.id].has_floats; }

  /// Sets the input variables that the model gives a value; any value does for the others.
  /// Input variables are the constants with a number for a name.
  void read_model(const z3::model& model, Input& input) const;

 private:
  struct Forms {
    Z3_ast bits = nullptr;
    Z3_ast truth = nullptr;
    Z3_ast number = nullptr;
    bool has_floats = false;
    [[nodiscard]] bool known() const { return bits != nullptr || truth != nullptr || number != nullptr; }
  };

  void translate(expr::Expr root);
  void translate_one(expr::Expr e);
  void translate_one_bit(expr::Expr e);
  void translate_integer(expr::Expr e);
  void translate_float(expr::Expr e);

  z3::expr bits(expr::Expr e);
  z3::expr truth(expr::Expr e);
  z3::expr number(expr::Expr e);

  z3::expr shift(const expr::Term& term);
  z3::expr bits_of_number(expr::Expr e);
  z3::expr to_signed(const z3::expr& number, unsigned bits);

  z3::expr keep_bits(expr::Expr e, const z3::expr& form);
  z3::expr keep_truth(expr::Expr e, const z3::expr& form);
  z3::expr keep_number(expr::Expr e, const z3::expr& form);
  z3::expr wrap(Z3_ast ast) { return z3::to_expr(context_, ast); }
  z3::sort float_sort(unsigned bits);
  z3::expr power_of_two(int exponent, bool negative, unsigned float_bits);

  z3::context& context_;
  const expr::Pool& pool_;
  z3::expr nearest_;  // rounding modes
  z3::expr to_zero_;
  std::vector<Forms> forms_;        // by term id
  std::vector<z3::expr> kept_;      // owns every ast of forms_
  std::vector<Z3_ast> variables_;   // by input variable
};

}  // namespace espalier::solve
