#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "runtime/abi.h"

namespace espalier::search {

/// What makes two failing runs one failure: they end alike at the same place.
struct Failure {
  esp_status status = ESP_OK;
  std::int32_t detail = 0;
  std::uint64_t pc = 0;
  std::string message;
  auto operator<=>(const Failure&) const = default;
};

/// Of an execute::Run or a Candidate.  Hangs, exhausted memory and stack overflows have no place worth
/// telling apart: the budget runs out somewhere in the same loop or recursion.
template <class R>
Failure failure_of(const R& run) {
  const bool placed = run.status != ESP_STEPS && run.status != ESP_TIMEOUT && run.status != ESP_MEMORY &&
                      run.status != ESP_STACK;
  return {run.status == ESP_TIMEOUT ? ESP_STEPS : run.status, run.detail, placed ? run.pc : 0, run.message};
}

}  // namespace espalier::search
