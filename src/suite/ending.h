#pragma once

#include "search/campaign.h"

namespace espalier::suite {

/// How a run can end, in the words of people, tests and files: one row per esp_status.
struct Ending {
  esp_status status;
  const char* kind;     ///< of a finding; empty: none
  const char* message;  ///< of a finding whose run left no message
  const char* test;     ///< what a test does that ends so
  const char* json;     ///< in suite.json
};

[[nodiscard]] const Ending& ending_of(esp_status status);

/// A signal by its name: "SIGSEGV".
[[nodiscard]] std::string signal_name(int signal);

}  // namespace espalier::suite
