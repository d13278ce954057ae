#include "suite/export/xml.h"

#include <cstddef>

namespace espalier::suite {
namespace {

/// Bytes of the UTF-8 character that starts at `at`; 0 when none does.
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto first = byte(at);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  if (length > 1) {  // overlong forms, surrogates, beyond Unicode
    const auto second = byte(at + 1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
      return 0;
  }
  return length;
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto length = utf8_length(text, i);
    const char c = text[i];
    if (length == 0 || (length == 1 && c < ' ' && c != '\n' && c != '\t'))
      result += '?';
    else if (length > 1)
      result += text.substr(i, length);
    else if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
    i += length == 0 ? 1 : length;
  }
  return result;
}

}  // namespace espalier::suite
