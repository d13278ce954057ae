#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/input.h"
#include "expr/expr.h"

namespace espalier::solve {

/// The terms of one query in one array, operands before their users, each term once.  Layers that
/// evaluate a query many times, or walk through it up and down, work on this instead of the pool.
class Tape {
 public:
  using Position = std::uint32_t;
  struct Step {
    expr::Op op;
    std::uint8_t bits;
    std::uint8_t a_bits = 0, b_bits = 0;
    Position a = 0, b = 0, c = 0;  ///< 0: no operand; position 0 is unused
    std::uint64_t k = 0;
  };
  struct Variable {
    std::uint32_t number;
    unsigned bits;                ///< the widest use
    bool is_float = false;        ///< a floating-point operator reads it
    std::vector<Position> inputs; ///< its steps, one for each width
  };

  explicit Tape(const expr::Pool& pool) : pool_(pool) {}
  void load(std::span<const expr::Expr> constraints);

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] const Step& operator[](Position p) const { return steps_[p]; }
  [[nodiscard]] bool is_constant(Position p) const { return steps_[p].op == expr::Op::Const; }
  /// Constants only below it.
  [[nodiscard]] bool is_fixed(Position p) const { return fixed_[p] != 0; }
  [[nodiscard]] const std::vector<Position>& constraints() const { return constraints_; }
  [[nodiscard]] std::span<const Variable> variables() const { return {variables_.data(), variable_count_}; }
  /// The index in variables() of an Input step.
  [[nodiscard]] std::size_t variable_at(Position p) const { return steps_[p].a; }
  /// The steps that depend on a variable, ascending.
  [[nodiscard]] const std::vector<Position>& users(std::size_t variable) const;
  /// The steps that it is an operand of, ascending.
  [[nodiscard]] std::span<const Position> uses(Position p) const;
  /// Floating-point operators occur.
  [[nodiscard]] bool has_floats() const { return has_floats_; }

 private:
  void index_uses() const;
  void find_users(std::size_t first) const;
  Position place(expr::Expr root);
  void append(expr::Expr e);
  Position position_of(expr::Expr e) const { return e ? position_[e.id] : 0; }

  const expr::Pool& pool_;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> fixed_;
  std::vector<Position> constraints_;
  // Those beyond the count are left from other queries, for their place on the heap.
  std::size_t variable_count_ = 0;
  std::vector<Variable> variables_;
  mutable std::vector<std::vector<Position>> users_;  // by variable; empty: not computed yet
  mutable std::vector<Position> uses_;               // of all steps, one after the other
  mutable std::vector<std::uint32_t> use_begins_;      // by step, and one more; empty: not computed yet
  mutable std::vector<std::uint64_t> depends_;  // by step: the variables below it, of those being looked at
  bool has_floats_ = false;

  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> seen_;  // by term: the epoch in which position_ was set
  std::vector<Position> position_;  // by term
  std::vector<std::uint32_t> variable_;  // by variable number: index + 1
  std::vector<expr::Expr> stack_;
};

/// Values of all steps under an input that changes bit by bit.
class Valuation {
 public:
  explicit Valuation(const Tape& tape) : tape_(tape) {}
  /// All steps under the input.
  void start(const Input& input);
  /// Changes one variable and whatever depends on it.
  void set(std::size_t variable, std::uint64_t value);
  [[nodiscard]] std::uint64_t operator[](Tape::Position p) const { return values_[p]; }
  [[nodiscard]] std::uint64_t variable(std::size_t variable) const { return variables_[variable]; }
  [[nodiscard]] bool all_true() const;
  /// The input with the variables' present values.
  [[nodiscard]] Input input(const Input& seed) const;
  /// Steps that depend on what was changed so far: the measure of work done.
  [[nodiscard]] std::uint64_t work() const { return work_; }

 private:
  void wait(Tape::Position p) { waiting_[p / 64] |= std::uint64_t{1} << p % 64; }
  [[nodiscard]] std::uint64_t value_of(const Tape::Step& step) const;
  const Tape& tape_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint64_t> waiting_;  // by step, a bit each: an operand changed
  std::vector<std::uint64_t> variables_;
  std::uint64_t work_ = 0;
};

}  // namespace espalier::solve
