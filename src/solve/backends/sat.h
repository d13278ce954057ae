#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "solve/backends/gates.h"

namespace CaDiCaL {
class Solver;
}

namespace espalier::solve {

/// One question to the SAT solver: can all these signals be 1?  Only the gates that they depend on
/// become clauses.  After an answer more signals may be required; the solver goes on from there.
///
///   SatQuery question(gates, scratch);
///   question.prefer(x, true);                      // a variable's value to try first
///   question.require(s);
///   if (question.solve(deadline) == SatQuery::Result::Sat) use(question.value(x));
class SatQuery {
 public:
  enum class Result { Sat, Unsat, Unknown };

  /// By gate.  Kept between questions, so that one costs what its own gates cost.
  struct Scratch {
    std::vector<int> number;  ///< of the SAT variable, 0 for none
    std::vector<char> liked;  ///< the value to try first; a gate's follows from those of its inputs
  };

  SatQuery(const Gates& gates, Scratch& scratch);
  ~SatQuery();
  SatQuery(const SatQuery&) = delete;
  SatQuery& operator=(const SatQuery&) = delete;

  /// To be said before anything that depends on the variable is required.
  void prefer(Signal variable, bool value);
  void require(Signal s);
  /// The number of gates below what is required.
  [[nodiscard]] std::size_t size() const { return cone_.size(); }
  [[nodiscard]] bool contains(Signal s) const {
    return s.gate() < scratch_.number.size() && scratch_.number[s.gate()] != 0;
  }
  /// Unknown at the deadline, or after so many conflicts if that is not negative.  May be asked again to go
  /// on.
  Result solve(std::chrono::steady_clock::time_point deadline, int conflicts = -1);
  /// After Sat; a signal outside of the cone may have any value.
  [[nodiscard]] bool value(Signal s) const;
  /// After Unsat: which of those required, counted from 0, cannot be 1 together.
  [[nodiscard]] std::vector<std::size_t> failed() const;

 private:
  [[nodiscard]] int literal(Signal s) const {
    return s.negated() ? -scratch_.number[s.gate()] : scratch_.number[s.gate()];
  }
  [[nodiscard]] bool liked(Signal s) const { return (scratch_.liked[s.gate()] != 0) != s.negated(); }
  [[nodiscard]] bool liked_of(const Gates::Gate& gate) const;
  void make_room();
  void load();
  void clauses_of(std::uint32_t gate);

  const Gates& gates_;
  Scratch& scratch_;
  std::vector<Signal> roots_;
  std::vector<std::uint32_t> cone_;  // gates, inputs of a gate before it
  std::size_t loaded_ = 0;  // of the cone: those that the solver knows
  std::unique_ptr<CaDiCaL::Solver> solver_;
};

}  // namespace espalier::solve
