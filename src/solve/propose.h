#pragma once

#include <functional>
#include <vector>

#include "solve/inverse.h"
#include "solve/tape.h"

namespace espalier::solve {

/// Where an inversion could go several ways, a Chooser says which.
class Chooser {
 public:
  virtual ~Chooser() = default;
  virtual std::size_t pick(std::size_t ways) = 0;  ///< below `ways`
};

struct Assignment {
  std::size_t variable;  ///< of the tape
  std::uint64_t value;
};

/// Makes a condition true by walking down from it: at each step an operand gets a value that makes
/// the step's value the wanted one while the rest stays as it is, until inputs are reached.
/// (Propagation-based local search; Niemetz, Preiner, Biere: CAV 2016.)  The result is a guess:
/// a variable that occurs twice changes the rest, too.
class Proposer {
 public:
  Proposer(const Tape& tape, const Valuation& values) : tape_(tape), values_(values) {}

  /// Changes of variables; empty when this way leads nowhere.
  const std::vector<Assignment>& propose(Tape::Position condition, Chooser& chooser);

 private:
  struct Goal {
    Tape::Position step;
    Wanted wanted;
  };
  bool pursue(Goal goal, Chooser& chooser);
  bool pursue_comparison(Goal goal, Chooser& chooser);
  bool pursue_float_comparison(Goal goal, Chooser& chooser);
  bool pursue_logic(Goal goal, Chooser& chooser);
  bool pursue_operator(Goal goal, Chooser& chooser);

  // Trees of choices (propose_choice.cpp).
  using LeafTest = std::function<bool(Tape::Position leaf)>;
  bool pursue_choice(Goal goal, Chooser& chooser);
  /// Makes a comparison true by another entry of the table that the side reads.
  bool pursue_table(Goal goal, Tape::Position side, Chooser& chooser);
  std::uint32_t count_leaves(Tape::Position root, const LeafTest& good);
  /// Wants the conditions on the way to one of the leaves counted last; the leaf, or 0 if it cannot be.
  Tape::Position go_to_leaf(Tape::Position root, std::size_t number);
  [[nodiscard]] bool excluded(const Tape::Step& choice, bool takes_a) const;

  /// One side of a comparison gets one of the values.
  bool side_gets(Tape::Position side, std::initializer_list<std::uint64_t> values, Chooser& chooser);
  bool want(Tape::Position step, Wanted wanted);
  bool want(Tape::Position step, std::uint64_t value) { return want(step, {value, ~std::uint64_t{0}}); }

  const Tape& tape_;
  const Valuation& values_;
  std::vector<Goal> goals_;
  std::vector<Assignment> assignments_;

  struct Part {  // what the conditions on a way want of the bits of one step
    Tape::Position step;
    std::uint64_t mask, bits;
  };
  std::vector<std::uint32_t> leaves_;  // by step: good leaves below it
  std::vector<std::uint8_t> counted_;  // by step
  std::vector<Tape::Position> stack_, chain_;
  std::vector<Part> parts_;
};

}  // namespace espalier::solve
