#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "suite/verify/sanitize.h"

namespace espalier::suite {

/// How the tests behaved on plain builds.
struct Behaviour {
  struct Deviation {
    std::string tool;  ///< "plain C, gcc"
    std::string test;  ///< "unit.test"
    std::string what;  ///< "returned, expected a signal (11)"
  };
  std::vector<Deviation> deviations;
  std::set<std::string> long_runs;  ///< expected to hang, and returned
  std::set<std::string> deaths;  ///< nothing was expected, and a signal killed it
};

/// What the sanitizers show becomes a finding, or confirms one; tests that return but may not be relied on
/// assert nothing from now on.
void add_reports(Suite& suite, const std::vector<Report>& reports);

/// Findings that nothing confirms become suspicions.  Deviations that these explain are forgotten; the
/// others are returned, as failures of the verification.
std::vector<std::string> settle(Suite& suite, const Behaviour& behaviour);

}  // namespace espalier::suite
