#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace espalier::suite {

/// A plain C test file as Espalier writes it, perhaps edited since: its functions and the table in main.
class TestFile {
 public:
  struct Entry {
    std::string unit, name;
    std::string function;  ///< test_unit_name
    std::string end;  ///< "ESPALIER_RETURNS"
  };

  explicit TestFile(const std::string& text);

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// The test function that contains the line (from 1); empty when none does.
  [[nodiscard]] std::string function_at(std::uint32_t line) const;
  /// The text without these functions and their rows, every other line at its place.
  [[nodiscard]] std::string without(const std::set<std::string>& functions) const;

 private:
  std::vector<std::string> lines_;
  std::vector<std::string> owner_;  ///< by line: the test function it belongs to, as code or as its row
  std::vector<Entry> entries_;
};

}  // namespace espalier::suite
