#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/input.h"
#include "runtime/abi.h"

namespace espalier::program {

/// Where a program gets symbolic bytes from, as the user says it.
struct Source {
  esp_source_kind kind = ESP_SOURCE_STDIN;
  std::uint32_t size = 0;  ///< bytes at most
  std::string name{};      ///< of a file or an environment variable
};

/// The sources with their variables.  Each has one that says what is missing (all zero: every byte is there),
/// then one for each byte.
struct Layout {
  std::vector<esp_source> sources;
  std::uint32_t stream_first = 0;  ///< the first variable after those of all sources
};

/// UserError(Usage) when there are too many, a name is too long, or one cannot be made.
Layout lay_out(const std::vector<Source>& sources);

/// The bytes that a source has under an input; of a string, up to its end.
std::string bytes_of(const esp_source& source, const Input& input);

/// An environment variable that is not set; nothing else can be missing altogether.
bool is_absent(const esp_source& source, const Input& input);

/// Gives a source these bytes, as many as fit.
void set_bytes(const esp_source& source, std::string_view bytes, Input& input);

/// "stdin", "file NAME", "argument 2", "environment NAME", "bytes".
std::string describe(const esp_source& source);

/// Has a length of its own, as files have and strings have not.
[[nodiscard]] bool is_stream(const esp_source& source);

/// The program's arguments: `@@` becomes the name of the symbolic file, `@arg` the next symbolic argument;
/// further symbolic arguments follow at the end.  Sets their positions in the layout.
std::vector<std::string> place_arguments(const std::vector<std::string>& given, Layout& layout);

}  // namespace espalier::program
