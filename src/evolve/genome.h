#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace espalier::frontend {
struct InputVariable;
}

namespace espalier::evolve {

/// What is known of one input variable.
struct Gene {
  enum class Kind : std::uint8_t {
    Integer,
    Float,   ///< IEEE, 32 or 64 bits
    Choice,  ///< a small number that the harness decides by: null or not, which object
  };
  Kind kind = Kind::Integer;
  unsigned bits = 32;
  bool is_signed = true;
};
using Genome = std::vector<Gene>;
Genome genome_of(std::span<const frontend::InputVariable> variables);

/// Values as unsigned keys in the order of what they mean, so that near keys are near values: signed
/// integers from the least on, floating-point numbers likewise (-0 right below 0, NaNs at both ends).
std::uint64_t key_of(const Gene& gene, std::uint64_t value);
std::uint64_t value_of(const Gene& gene, std::uint64_t key);
/// The largest key.
inline std::uint64_t last_key(const Gene& gene) {
  return gene.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << gene.bits) - 1;
}

/// Keys from low to high.
struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Where to search: a box of keys.
struct Domain {
  std::vector<Range> ranges;   ///< by variable
  std::vector<bool> frozen;    ///< by variable: its value does not matter, so it keeps the one it has

  static Domain whole(const Genome& genome);
  [[nodiscard]] bool contains(const Genome& genome, std::span<const std::uint64_t> values) const;
  friend bool operator==(const Domain&, const Domain&) = default;
};

/// Inputs of one width, one after the other.
class Population {
 public:
  explicit Population(std::size_t width = 0, std::size_t size = 0) : width_(width), values_(width * size) {}
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::size_t size() const { return width_ == 0 ? 0 : values_.size() / width_; }
  [[nodiscard]] std::span<const std::uint64_t> operator[](std::size_t i) const {
    return {values_.data() + i * width_, width_};
  }
  [[nodiscard]] std::span<std::uint64_t> operator[](std::size_t i) {
    return {values_.data() + i * width_, width_};
  }
  [[nodiscard]] std::span<const std::uint64_t> values() const { return values_; }
  void resize(std::size_t size) { values_.resize(size * width_); }

 private:
  std::size_t width_;
  std::vector<std::uint64_t> values_;
};

}  // namespace espalier::evolve
