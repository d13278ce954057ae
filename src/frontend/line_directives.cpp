#include "frontend/line_directives.h"

#include <cctype>

#include <fmt/format.h>

namespace espalier::frontend {
namespace {

/// `#line 3`, `# 3 "file.y"`; not `#define`, not `#` alone.
bool is_directive(std::string_view line) {
  const auto skip = [&] {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  };
  skip();
  if (!line.starts_with('#')) return false;
  line.remove_prefix(1);
  skip();
  if (line.starts_with("line") && line.size() > 4 && (line[4] == ' ' || line[4] == '\t')) return true;
  return !line.empty() && std::isdigit(static_cast<unsigned char>(line.front())) != 0;
}

template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

bool has_line_directives(std::string_view text) {
  bool found = false;
  for_each_line(text, [&](std::string_view line) { found = found || is_directive(line); });
  return found;
}

std::string without_line_directives(std::string_view text, const std::filesystem::path& path) {
  std::string copy = fmt::format("#line 1 \"{}\"\n", path.string());
  for_each_line(text, [&](std::string_view line) {
    if (!is_directive(line)) copy += line;
    copy += '\n';
  });
  return copy;
}

}  // namespace espalier::frontend
