#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../experiment.h"
#include "../kernel.h"
#include "coverage/criterion.h"
#include "search/campaign.h"

namespace espalier::bench {

/// What one campaign covered, and when.  An iteration is one execution.
struct Race {
  std::vector<std::uint64_t> news;  ///< the iteration that covered each goal first, in order
  std::uint64_t iterations = 0;
  std::uint64_t solver_calls = 0;
  std::uint64_t paths = 0, nodes = 0;  ///< of the execution tree
  double cpu_seconds = 0;           ///< driver, subject and the solver's children
  std::vector<double> cpu_at;       ///< after each `cpu_stride` iterations
  std::string stopped_by;

  static constexpr std::uint64_t cpu_stride = 20;

  [[nodiscard]] std::uint64_t covered_by(std::uint64_t iteration) const;
  /// The iteration that brought the number of covered goals to `count`.
  [[nodiscard]] std::optional<std::uint64_t> iterations_to(std::uint64_t count) const;
  /// Processor time of the first so many iterations.
  [[nodiscard]] double cpu_of(std::uint64_t iteration) const;
};

/// A C program that searches are compared on: all branches of the function and of what it calls count.
class Arena {
 public:
  Arena(std::string name, const std::filesystem::path& file, const std::string& function);

  /// Throws when the self-check finds a mismatch: then figures mean nothing.  `watch` is told how many runs
  /// there were before each run.
  Race run(search::Options options, const std::function<void(std::uint64_t)>& watch = {});

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t goals() const { return criterion_->goals().size(); }

 private:
  std::string name_;
  Kernel kernel_;
  model::Program program_;
  model::FunctionId root_, unit_;
  std::unique_ptr<coverage::Criterion> criterion_;
};

/// Throws unless each of --only is one of our programs or one of these strategies.
void check_only(const Settings& settings, const std::vector<std::string>& strategies);

/// The programs of this folder and made-up ones that the settings want; the quick choice is small.  Each is
/// built when its turn comes.
void for_each_arena(const Settings& settings, const std::function<void(Arena&)>& visit);

/// So deep that only runaway loops are cut, and so short that memory lasts.
inline constexpr std::uint32_t race_depth = 4'000;

}  // namespace espalier::bench
