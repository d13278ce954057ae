#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "execute/subject.h"
#include "search/campaign.h"

namespace espalier::bench {

/// What one campaign covered, and when.  An iteration is one execution.
struct Race {
  std::vector<std::uint64_t> news;  ///< the iteration that covered each goal first, in order
  std::uint64_t iterations = 0;
  std::uint64_t solver_calls = 0;
  std::uint64_t paths = 0, nodes = 0;  ///< of the execution tree
  double cpu_seconds = 0;           ///< driver, subject and the solver's children
  std::vector<double> cpu_at;       ///< after each `cpu_stride` iterations, and the last one
  std::vector<std::uint64_t> told_at;  ///< records of all traces so far, at the same times
  std::vector<std::uint64_t> asked_at;  ///< questions to the solver so far, at the same times
  std::string stopped_by;

  static constexpr std::uint64_t cpu_stride = 20;

  [[nodiscard]] std::uint64_t covered_by(std::uint64_t iteration) const;
  /// The iteration that brought the number of covered goals to `count`.
  [[nodiscard]] std::optional<std::uint64_t> iterations_to(std::uint64_t count) const;
  /// Processor time of the first so many iterations.
  [[nodiscard]] double cpu_of(std::uint64_t iteration) const;
  /// Of `told_at` or `asked_at`, after the first so many iterations.
  [[nodiscard]] std::uint64_t by(std::uint64_t iteration, const std::vector<std::uint64_t>& sums) const;
};

/// What a race takes place on.
struct Ground {
  execute::Subject& subject;
  const model::Program& program;
  const coverage::Criterion& criterion;
};

/// Told how many runs there were, before each run.
using Watch = std::function<void(std::uint64_t)>;

/// One campaign.  Throws when the self-check finds a mismatch: then figures mean nothing.
Race hold_race(const Ground& ground, const search::Options& options, const Watch& watch = {});

/// So deep that only runaway loops are cut, and so short that memory lasts.
inline constexpr std::uint32_t race_depth = 4'000;

}  // namespace espalier::bench
