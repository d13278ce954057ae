#pragma once

#include <cstdint>
#include <vector>

namespace espalier {

/// One test input: the value of every input variable by its number, zero-extended to 64 bits.
/// Variables past the end are 0, so inputs can grow.
struct Input {
  std::vector<std::uint64_t> values;

  [[nodiscard]] std::uint64_t operator[](std::uint32_t variable) const {
    return variable < values.size() ? values[variable] : 0;
  }
  void set(std::uint32_t variable, std::uint64_t value) {
    if (variable >= values.size()) values.resize(variable + 1, 0);
    values[variable] = value;
  }
  friend bool operator==(const Input&, const Input&) = default;
};

}  // namespace espalier
