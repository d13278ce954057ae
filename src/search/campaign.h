#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/input.h"
#include "coverage/criterion.h"
#include "execute/subject.h"
#include "model/model.h"
#include "solve/solver.h"

namespace espalier::search {

struct Options {
  std::string strategy = "dfs";
  std::uint64_t seed = 1;
  std::chrono::milliseconds budget{60'000};
  std::uint64_t iterations = 0;             ///< 0: no limit
  std::uint32_t depth = 256;                ///< choice points on a path that are flipped; 0: no limit
  std::chrono::milliseconds query_budget{2'000};
  bool exhaustive = false;                  ///< go on after every goal is covered
};

/// A run worth keeping.
struct Candidate {
  Input input;
  esp_status status = ESP_OK;
  std::int32_t detail = 0;
  std::uint64_t address = 0;
  std::uint64_t pc = 0;
  std::string message;
  std::vector<esp_output> outputs;
  std::vector<coverage::GoalId> goals;      ///< all goals it covers
  std::vector<execute::Step> path;          ///< its symbolic steps
};

enum class Verdict : std::uint8_t { Covered, Infeasible, Unknown };

struct GoalVerdict {
  Verdict verdict = Verdict::Unknown;
  std::string why;                          ///< Infeasible: the proof; Unknown: the reason
};

struct Outcome {
  std::vector<Candidate> candidates;        ///< every run that covered a goal first, or failed in a new way
  std::vector<GoalVerdict> verdicts;        ///< by GoalId
  std::uint64_t iterations = 0;
  std::uint64_t solver_calls = 0;
  std::uint64_t paths = 0;                  ///< distinct ones, rejected inputs left out
  double seconds = 0;
  bool exhausted = false;                   ///< the tree has no open side left
  std::string stopped_by;                   ///< "goals", "exhausted", "budget", "iterations", "interrupted"
  std::vector<std::string> mismatches;      ///< self-check failures: bugs of ours
  solve::Statistics solver;
};

/// Explores one unit.  `interrupted` may be set from a signal handler; what was found is kept.
Outcome explore(execute::Subject& subject, std::uint32_t unit, const model::Program& program,
                const coverage::Criterion& criterion, const Options& options,
                const std::atomic<bool>& interrupted);

}  // namespace espalier::search
