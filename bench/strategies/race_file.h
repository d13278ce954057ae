#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "race.h"

namespace espalier::bench {

/// Changes when the file does.
std::string stamp_of(const std::filesystem::path& file);
/// Changes with this experiment's program, and with what is built into those that races take place on.
std::string stamp_of_build();

/// One race on disk, so that a long contest can be stopped and gone on with.
class RaceFile {
 public:
  /// `circumstances`: whatever the outcome depends on.
  RaceFile(std::filesystem::path path, std::string circumstances);

  /// What was kept here under the same circumstances.
  [[nodiscard]] std::optional<Race> read() const;
  void keep(const Race& race) const;

 private:
  std::filesystem::path path_;
  std::string circumstances_;
};

}  // namespace espalier::bench
