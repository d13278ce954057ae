#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solve/backends/gates.h"

namespace CaDiCaL {
class Solver;
}

namespace espalier::solve {

/// One question to the SAT solver: can all these signals be 1?  Only the gates that they depend on
/// become clauses.
///
///   SatQuery question(gates, roots, numbers);
///   question.prefer(x, true);                      // a value to try first
///   if (question.solve(deadline) == SatQuery::Result::Sat) use(question.value(x));
class SatQuery {
 public:
  enum class Result { Sat, Unsat, Unknown };

  /// SAT variables by gate, 0 for none.  Kept between questions, so that one costs what its own gates cost.
  using Numbers = std::vector<int>;

  SatQuery(const Gates& gates, std::span<const Signal> roots, Numbers& numbers);
  ~SatQuery();
  SatQuery(const SatQuery&) = delete;
  SatQuery& operator=(const SatQuery&) = delete;

  /// The number of gates below the roots.
  [[nodiscard]] std::size_t size() const { return cone_.size(); }
  [[nodiscard]] bool contains(Signal s) const { return number_[s.gate()] != 0; }
  void prefer(Signal s, bool value);
  /// Unknown at the deadline, or after so many conflicts if that is not negative.  May be asked again to go
  /// on.
  Result solve(std::chrono::steady_clock::time_point deadline, int conflicts = -1);
  /// After Sat; a signal outside of the cone may have any value.
  [[nodiscard]] bool value(Signal s) const;
  /// After Unsat: positions of roots that cannot be 1 together.
  [[nodiscard]] std::vector<std::size_t> failed() const;

 private:
  [[nodiscard]] int literal(Signal s) const { return s.negated() ? -number_[s.gate()] : number_[s.gate()]; }
  void collect();
  void load();
  void clauses_of(std::uint32_t gate);

  const Gates& gates_;
  std::span<const Signal> roots_;
  std::vector<std::uint32_t> cone_;  // gates, inputs of a gate before it
  Numbers& number_;
  std::vector<std::pair<Signal, bool>> preferred_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
};

}  // namespace espalier::solve
