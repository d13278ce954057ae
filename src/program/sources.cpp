#include "program/sources.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/result.h"

namespace espalier::program {
namespace {

constexpr std::uint32_t longest = 0xffff;  // what is missing is told by 16 bits

void check(const Source& source) {
  if (source.size > longest)
    throw UserError(ExitCode::Usage, fmt::format("{} bytes are too many for one input; give {} at most",
                                                 source.size, longest));
  if (source.name.size() >= sizeof esp_source::name)
    throw UserError(ExitCode::Usage, fmt::format("'{}': the name is too long; {} characters fit", source.name,
                                                 sizeof esp_source::name - 1));
  const bool is_file = source.kind == ESP_SOURCE_FILE;
  if (is_file && (source.name.find('/') != std::string::npos || source.name == "." || source.name == ".."))
    throw UserError(
        ExitCode::Usage,
        fmt::format("--file: '{}' must be a plain name; the file is made in the directory that the "
                    "program runs in",
                    source.name));
  if (source.kind == ESP_SOURCE_ENVIRONMENT && source.name.find('=') != std::string::npos)
    throw UserError(ExitCode::Usage, fmt::format("--env: '{}' is no name of a variable", source.name));
  if ((is_file || source.kind == ESP_SOURCE_ENVIRONMENT) && source.name.empty())
    throw UserError(ExitCode::Usage, "--file, --env: a name is missing; write NAME:BYTES");
}

}  // namespace

Layout lay_out(const std::vector<Source>& sources) {
  if (sources.size() > ESP_MAX_SOURCES)
    throw UserError(ExitCode::Usage, fmt::format("{} symbolic inputs are too many; give {} at most",
                                                 sources.size(), ESP_MAX_SOURCES));
  Layout layout;
  for (const Source& source : sources) {
    check(source);
    esp_source entry = {};
    entry.kind = source.kind;
    entry.size = source.size;
    entry.absent = layout.stream_first;
    entry.first = layout.stream_first + 1;
    source.name.copy(entry.name, sizeof entry.name - 1);
    layout.stream_first = entry.first + source.size;
    layout.sources.push_back(entry);
  }
  return layout;
}

bool is_stream(const esp_source& source) {
  return source.kind == ESP_SOURCE_STDIN || source.kind == ESP_SOURCE_FILE || source.kind == ESP_SOURCE_BYTES;
}

std::string bytes_of(const esp_source& source, const Input& input) {
  std::uint64_t length = source.size;
  if (is_stream(source)) length -= std::min<std::uint64_t>(input[source.absent] & longest, length);
  std::string bytes;
  for (std::uint32_t i = 0; i < length; ++i) {
    const auto byte = static_cast<char>(input[source.first + i]);
    if (byte == 0 && !is_stream(source)) break;
    bytes += byte;
  }
  return bytes;
}

bool is_absent(const esp_source& source, const Input& input) {
  return source.kind == ESP_SOURCE_ENVIRONMENT && (input[source.absent] & 1) != 0;
}

void set_bytes(const esp_source& source, std::string_view bytes, Input& input) {
  const auto length = static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size(), source.size));
  if (is_stream(source)) input.set(source.absent, source.size - length);
  for (std::uint32_t i = 0; i < length; ++i) input.set(source.first + i, static_cast<std::uint8_t>(bytes[i]));
}

std::string describe(const esp_source& source) {
  switch (static_cast<esp_source_kind>(source.kind)) {
    case ESP_SOURCE_STDIN:
      return "stdin";
    case ESP_SOURCE_FILE:
      return fmt::format("file {}", source.name);
    case ESP_SOURCE_ARGUMENT:
      return fmt::format("argument {}", source.position);
    case ESP_SOURCE_ENVIRONMENT:
      return fmt::format("environment {}", source.name);
    case ESP_SOURCE_BYTES:
    case ESP_SOURCE_KINDS:
      break;
  }
  return "bytes";
}

std::vector<std::string> place_arguments(const std::vector<std::string>& given, Layout& layout) {
  const auto file =
      std::ranges::find(layout.sources, static_cast<std::uint32_t>(ESP_SOURCE_FILE), &esp_source::kind);
  std::vector<esp_source*> symbolic;
  for (esp_source& source : layout.sources)
    if (source.kind == ESP_SOURCE_ARGUMENT) symbolic.push_back(&source);
  std::size_t placed = 0;
  std::vector<std::string> arguments;
  const auto place = [&] {
    arguments.emplace_back();
    symbolic[placed++]->position = static_cast<std::uint32_t>(arguments.size());
  };
  for (const std::string& argument : given) {
    if (argument == "@@") {
      if (file == layout.sources.end())
        throw UserError(ExitCode::Usage, "@@: there is no symbolic file; give --file NAME:BYTES");
      arguments.emplace_back(file->name);
    } else if (argument == "@arg") {
      if (placed == symbolic.size())
        throw UserError(ExitCode::Usage,
                        "@arg: there is no symbolic argument for it; give another --arg BYTES");
      place();
    } else {
      arguments.push_back(argument);
    }
  }
  while (placed < symbolic.size()) place();
  return arguments;
}

}  // namespace espalier::program
