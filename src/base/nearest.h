#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier {

/// The candidate that takes the fewest insertions, deletions and replacements of letters to become `word`;
/// the first of several.  Empty when there are none.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace espalier
