#include <fmt/format.h>

#include <charconv>

#include "commands.h"
#include "frontend/source.h"

namespace espalier::tools {

Target parse_target(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || text.find('/', colon) != std::string::npos) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::vector<std::string> compiler_flags(const CompilerFlags& compiler, const std::string& build_dir,
                                        const std::string& file) {
  std::vector<std::string> flags;
  if (!build_dir.empty()) flags = frontend::flags_from_database(build_dir, file);
  flags.insert(flags.end(), compiler.flags.begin(), compiler.flags.end());
  return flags;
}

std::chrono::milliseconds parse_duration(const std::string& text, const std::string& option) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(rest, text.data() + text.size());
  const double scale = unit == "ms"                  ? 1
                       : unit == "s" || unit.empty() ? 1'000
                       : unit == "m"                 ? 60'000
                       : unit == "h"                 ? 3'600'000
                                                     : 0;
  if (error != std::errc() || scale == 0 || number < 0 || number * scale > 1e12)
    throw UserError(
        ExitCode::Usage,
        fmt::format("{}: '{}' is not a duration; write for example 500ms, 30s, 2m", option, text));
  return std::chrono::milliseconds(static_cast<std::int64_t>(number * scale));
}

CLI::Validator natural_number() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        if (text.starts_with('-')) return "must not be negative";
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc::result_out_of_range ? "is too large; at most 18446744073709551615" : "";
      },
      "");
}

}  // namespace espalier::tools
