// compile_commands.json: the flags that a build system uses for one file.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "frontend/source.h"

namespace espalier::frontend {
namespace {
namespace fs = std::filesystem;
using nlohmann::json;

[[noreturn]] void refuse(const fs::path& path, const std::string& what, const std::string& advice) {
  throw UserError{ExitCode::Usage, fmt::format("{}: {}; {}", path.string(), what, advice)};
}

/// Splits a command line as a POSIX shell does, without expansions.
std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (word) words.push_back(*word);
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      const char next = command[i + 1];
      // Between double quotes a backslash protects only what is special there.
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') *word += c;
      *word += next;
      ++i;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      *word += c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

std::string absolute_in(const fs::path& directory, const std::string& path) {
  return (fs::path{path}.is_absolute() ? fs::path{path} : directory / path).lexically_normal().string();
}

constexpr std::array<std::string_view, 6> path_flags = {"-include",   "-isystem", "-iquote",
                                                        "-idirafter", "-imacros", "-I"};

/// The flags without compiler, file and output, with paths that hold in any directory.
std::vector<std::string> portable_flags(const std::vector<std::string>& words, const fs::path& directory,
                                        const fs::path& file) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-c" || word == "--") continue;
    if (word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ") {
      ++i;
      continue;
    }
    if (!word.starts_with('-') && fs::path{absolute_in(directory, word)} == file) continue;
    const auto flag = std::find_if(path_flags.begin(), path_flags.end(),
                                   [&](std::string_view prefix) { return word.starts_with(prefix); });
    if (flag == path_flags.end()) {
      flags.push_back(word);
    } else if (word == *flag) {
      flags.push_back(word);
      if (i + 1 < words.size()) flags.push_back(absolute_in(directory, words[++i]));
    } else {
      flags.push_back(std::string{*flag} + absolute_in(directory, word.substr(flag->size())));
    }
  }
  return flags;
}

}  // namespace

std::vector<std::string> flags_from_database(const fs::path& build_dir, const fs::path& file) {
  const fs::path path = build_dir / "compile_commands.json";
  const auto text = read_file(path);
  if (!text)
    refuse(path, "cannot be read",
           "configure the build with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or give flags after --");
  const std::string malformed = "write the file anew, or give flags after --";
  const json database = json::parse(*text, nullptr, false);
  if (!database.is_array()) refuse(path, "is not a JSON array of compile commands", malformed);

  const fs::path wanted = fs::absolute(file).lexically_normal();
  std::error_code ignored;
  for (const json& entry : database) {
    if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string())
      refuse(path, "has an entry without a file", malformed);
    const fs::path directory = entry.contains("directory") && entry["directory"].is_string()
                                   ? fs::absolute(build_dir / entry["directory"].get<std::string>())
                                   : fs::absolute(build_dir);
    const fs::path listed = absolute_in(directory, entry["file"].get<std::string>());
    if (listed != wanted && !fs::equivalent(listed, wanted, ignored)) continue;

    std::vector<std::string> words;
    if (entry.contains("arguments") && entry["arguments"].is_array()) {
      for (const json& argument : entry["arguments"]) {
        if (!argument.is_string()) refuse(path, "has an argument that is not a string", malformed);
        words.push_back(argument.get<std::string>());
      }
    } else if (entry.contains("command") && entry["command"].is_string()) {
      words = split_command(entry["command"].get<std::string>());
    } else {
      refuse(path, fmt::format("has no command for {}", file.string()), malformed);
    }
    return portable_flags(words, directory, listed);
  }
  refuse(path, fmt::format("does not list {}", file.string()), "check the path, or give flags after --");
}

}  // namespace espalier::frontend
