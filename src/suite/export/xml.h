#pragma once

#include <string>

namespace espalier::suite {

/// Text that may stand in an element or in a quoted attribute.  What XML 1.0 cannot hold (control characters,
/// bytes that are not UTF-8) becomes `?`: texts come from the user's files.
std::string xml_text(const std::string& text);

}  // namespace espalier::suite
