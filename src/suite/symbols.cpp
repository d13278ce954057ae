#include "suite/symbols.h"

#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "base/process.h"

namespace espalier::suite {
namespace {

/// "file:line:column"; line 0 when there is none.
Frame parse_place(const std::string& function, const std::string& place) {
  const auto column = place.rfind(':');
  const auto line = column == std::string::npos || column == 0 ? column : place.rfind(':', column - 1);
  Frame frame{function, {}, 0};
  if (line == std::string::npos || place.compare(0, 2, "??") == 0) return frame;
  frame.file = place.substr(0, line);
  std::from_chars(place.data() + line + 1, place.data() + column, frame.line);
  return frame;
}

}  // namespace

// Answers are blocks separated by an empty line, one per address: "function\nfile:line:column\n" and, for
// inlined code, its callers.
std::map<std::uint64_t, std::vector<Frame>> source_frames(const std::vector<std::uint64_t>& addresses,
                                                          const std::filesystem::path& binary,
                                                          const std::string& symbolizer) {
  std::map<std::uint64_t, std::vector<Frame>> frames;
  if (addresses.empty() || symbolizer.empty() || binary.empty()) return frames;
  for (const auto address : addresses) frames[address];
  Command command;
  command.argv = {symbolizer, "--obj=" + binary.string(), "--inlining"};
  for (const auto& [address, none] : frames) command.argv.push_back(fmt::format("{:#x}", address));
  const auto outcome = run_command(command);
  if (!outcome.ok()) return {};

  std::istringstream lines(outcome.out);
  for (auto& [address, stack] : frames) {
    for (std::string function, place; std::getline(lines, function) && !function.empty();) {
      if (!std::getline(lines, place)) break;
      if (auto frame = parse_place(function, place); frame.line != 0) stack.push_back(std::move(frame));
    }
  }
  std::erase_if(frames, [](const auto& entry) { return entry.second.empty(); });
  return frames;
}

std::string innermost_place(const std::vector<Frame>& stack) {
  return stack.empty() ? std::string{} : fmt::format("{}:{}", stack.front().file, stack.front().line);
}

}  // namespace espalier::suite
