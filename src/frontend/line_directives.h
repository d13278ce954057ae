#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace espalier::frontend {

/// Generated sources say `#line 12 "grammar.y"`, and compilers believe it; coverage is judged by the lines
/// of the file itself.  So the harness includes a copy without these lines.
bool has_line_directives(std::string_view text);

/// The text with an empty line in place of every such directive, said to be `path` from its first line on.
std::string without_line_directives(std::string_view text, const std::filesystem::path& path);

}  // namespace espalier::frontend
