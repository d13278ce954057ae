#pragma once

#include <filesystem>
#include <optional>

#include "race.h"

namespace espalier::bench {

/// One race on disk, so that a long contest can be stopped and gone on with.
class RaceFile {
 public:
  /// `limit`: the iterations that end such a race.
  RaceFile(std::filesystem::path path, std::uint64_t limit);

  /// What was kept here by this very build with the same limit.
  [[nodiscard]] std::optional<Race> read() const;
  void keep(const Race& race) const;

 private:
  std::filesystem::path path_;
  std::uint64_t limit_;
};

}  // namespace espalier::bench
