#include "frontend/flags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace espalier::frontend {
namespace {

bool starts_with_any(std::string_view text, auto&& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool ends_with_any(std::string_view text, auto&& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return text.ends_with(ending); });
}

// -pedantic-errors and -Werror would make errors of what the harness needs and -w silences.
constexpr std::array<std::string_view, 14> dropped_prefixes = {"-O",
                                                               "-g",
                                                               "-flto",
                                                               "-fno-lto",
                                                               "-fsanitize",
                                                               "-fno-sanitize",
                                                               "-fprofile",
                                                               "-fcoverage",
                                                               "--coverage",
                                                               "-ftest-coverage",
                                                               "-fpass-plugin",
                                                               "-pedantic-errors",
                                                               "-Werror",
                                                               "-fomit-frame-pointer"};
constexpr std::array<std::string_view, 5> dropped = {"-c", "-S", "-E", "-pg", "-pipe"};
constexpr std::array<std::string_view, 4> dropped_with_value = {"-o", "-MF", "-MT", "-MQ"};
constexpr std::array<std::string_view, 4> dependency_flags = {"-M", "-MD", "-MMD", "-MP"};
constexpr std::array<std::string_view, 3> link_prefixes = {"-l", "-L", "-Wl,"};
constexpr std::array<std::string_view, 3> link_endings = {".o", ".a", ".so"};
// Flags whose value is the next argument: the value must not be taken for a file to link.
constexpr std::array<std::string_view, 8> kept_with_value = {"-I",       "-D",      "-U",         "-include",
                                                             "-isystem", "-iquote", "-idirafter", "-imacros"};

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

UserFlags sort_flags(const std::vector<std::string>& flags) {
  UserFlags sorted;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag.empty()) continue;
    if (is_one_of(flag, dropped_with_value)) {
      ++i;
    } else if (is_one_of(flag, kept_with_value)) {
      sorted.compile.push_back(flag);
      if (i + 1 < flags.size()) sorted.compile.push_back(flags[++i]);
    } else if (is_one_of(flag, dropped) || is_one_of(flag, dependency_flags) ||
               starts_with_any(flag, dropped_prefixes)) {
      continue;
    } else if (starts_with_any(flag, link_prefixes) ||
               (flag.front() != '-' && ends_with_any(flag, link_endings))) {
      sorted.link.push_back(flag);
    } else {
      sorted.compile.push_back(flag);
    }
  }
  return sorted;
}

}  // namespace espalier::frontend
