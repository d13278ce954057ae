#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace espalier::suite {

/// One call of a call stack, in the words of the source.
struct Frame {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
  bool operator==(const Frame&) const = default;
};

/// Program counters of a binary as source places, inlined calls included, innermost first; those without
/// debug information have no entry.  One call of `symbolizer` for all; an empty name finds nothing.
std::map<std::uint64_t, std::vector<Frame>> source_frames(const std::vector<std::uint64_t>& addresses,
                                                          const std::filesystem::path& binary,
                                                          const std::string& symbolizer);

/// "file:line" of the innermost frame, or "".
std::string innermost_place(const std::vector<Frame>& stack);

}  // namespace espalier::suite
