#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace espalier::suite {

/// A test of a suite, run again.
struct ReplayedTest {
  enum class End : std::uint8_t { Passed, Failed, DoesNotCompile, NotRun };
  std::string unit, name;
  End end = End::Passed;
  std::string what{};  ///< why it did not pass; NotRun: C does not say what it does
};

/// What is left of the coverage of one function.
struct ReplayedUnit {
  std::string name;
  std::uint32_t line = 0;
  bool is_gone = false;  ///< the source has no such function any more
  std::uint32_t goals = 0, taken = 0;  ///< branches now
  std::uint32_t goals_then = 0, taken_then = 0;  ///< when the suite was made
  std::vector<std::string> missed{};  ///< "triangle.c:29: equal_pairs == 2 is true"
};

struct Replay {
  std::filesystem::path source;
  std::vector<ReplayedTest> tests;
  std::vector<ReplayedUnit> units;
  std::string build_error{};  ///< not empty: no test could be built
  bool lines_measured = false;
  std::uint32_t lines = 0, lines_taken = 0;  ///< of the source file, by gcov
};

/// Builds the plain C tests below `directory` with the source as it is now, runs each, and measures with
/// llvm-cov and gcov.  Tests that no longer compile are left out of the build, one by one.  The tests may
/// have been edited; nothing below `directory` is changed. UserError(Usage) when there is no suite,
/// UserError(DoesNotBuild) when the source has errors.
Replay replay(const std::filesystem::path& directory, const std::atomic<bool>* cancelled = nullptr);

}  // namespace espalier::suite
