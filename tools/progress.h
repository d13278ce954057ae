#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "search/campaign.h"

namespace espalier::tools {

/// How far `generate` is, on standard error: on a terminal one block that is drawn again and again, else a
/// line every ten seconds.
class ProgressDisplay {
 public:
  /// `wanted`: false with --quiet and --json off a terminal.
  explicit ProgressDisplay(bool wanted);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// What is being done while there is nothing to count: "building".
  void stage(const std::string& what);

  /// A campaign begins; `position` of `count` functions.
  void begin(const std::string& unit, std::size_t position, std::size_t count,
             const std::vector<coverage::Goal>& goals, const search::Options& options);
  /// From the campaign, after every run.
  void update(const search::Progress& progress);

  /// Leaves the terminal as it was.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const std::vector<std::string>& lines);
  [[nodiscard]] std::vector<std::string> block(const search::Progress& progress) const;
  [[nodiscard]] std::string last_goal(const search::Progress& progress) const;
  [[nodiscard]] std::string coloured(const char* code, const std::string& text) const;

  bool wanted_, terminal_, colours_;
  std::size_t drawn_ = 0;  ///< lines on the terminal that are ours
  std::string unit_, strategy_;
  std::size_t position_ = 0, count_ = 0;
  const std::vector<coverage::Goal>* goals_ = nullptr;
  double budget_ = 0;
  std::size_t covered_ = 0;
  double covered_at_ = 0;
  Clock::time_point next_{};
};

}  // namespace espalier::tools
