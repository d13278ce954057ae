// Names that harness and exported tests use: what they may be, and how to reach an object by one.
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

constexpr const char* keywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t "
    "class compl const const_cast constexpr continue decltype default delete do double dynamic_cast "
    "else enum explicit export extern false float for friend goto if inline int long main mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast restrict return short signed sizeof static static_assert static_cast struct "
    "switch template this thread_local throw true try typedef typeid typename union unsigned using "
    "virtual void volatile wchar_t while xor xor_eq";

bool is_identifier(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
             std::string::npos;
}

}  // namespace

std::set<std::string, std::less<>> reserved_names(const SourceFile& source) {
  std::istringstream words{keywords};
  std::set<std::string, std::less<>> names{std::istream_iterator<std::string>{words}, {}};
  for (const Type& type : source.types) {
    if (is_identifier(type.spelling)) names.insert(type.spelling);
    for (const auto& enumerator : type.enumerators) names.insert(enumerator.name);
  }
  return names;
}

std::string tag_of(const Type& type) {
  const auto space = type.spelling.rfind(' ');
  const std::string tag = space == std::string::npos ? type.spelling : type.spelling.substr(space + 1);
  return is_identifier(tag) ? tag : "object";
}

std::string through_pointer(const Pool& pool, const std::string& name, const std::string& pointer,
                            const std::string& expression) {
  const auto at = expression.find(name);  // after "__real__ ", perhaps
  const std::string before = expression.substr(0, at), after = expression.substr(at + name.size());
  if (pool.is_array) return before + pointer + after;
  if (after.starts_with('.')) return fmt::format("{}{}->{}", before, pointer, after.substr(1));
  return fmt::format("{}(*{}){}", before, pointer, after);
}

// A header name in quotes ends at the next quote, whatever stands before it; brackets end at `>`.
std::string include_directive(const std::string& path) {
  return path.find('"') == std::string::npos ? fmt::format("#include \"{}\"\n", path)
                                             : fmt::format("#include <{}>\n", path);
}

}  // namespace espalier::frontend
