#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "property/programs/program.h"

namespace espalier::property {

enum class Side : std::uint8_t { False, True, Case, Default };
[[nodiscard]] std::string_view to_text(Side side);  ///< as coverage::Goal says it

/// One side of an atomic condition, or one label of a switch.  The printer gives each its own
/// line, so that judge and engine can speak about it without knowing each other.
struct Mark {
  std::uint32_t line = 0;
  Side side = Side::False;
  friend auto operator<=>(const Mark&, const Mark&) = default;
};

/// Several programs as one file.
struct Source {
  std::string plain;                   ///< what the engine gets
  std::string recording;  ///< the same lines, with every mark reported to record.h, and a main
  std::vector<std::set<Mark>> marks;  ///< by program: all of the functions that its unit may reach
};

[[nodiscard]] Source print(const std::vector<Program>& programs);

}  // namespace espalier::property
