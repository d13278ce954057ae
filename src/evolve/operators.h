#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "evolve/genome.h"

namespace espalier::evolve {

/// Numbers that the code compares with or computes with.
struct Constants {
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
};

/// How individuals are made and changed.  Everything stays inside the domain.
class Operators {
 public:
  /// With constants, values are drawn and changed with an eye to boundaries (the ends of types, zero,
  /// constants of the code); without, all bits are alike.
  Operators(const Genome& genome, const Constants* constants) : genome_(genome), constants_(constants) {}

  void draw(const Domain& domain, std::span<std::uint64_t> into, Rng& rng) const;

  /// One point: the child has the bits of `a` up to it and those of `b` behind it.
  void cross(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
             std::span<std::uint64_t> child, Rng& rng) const;

  /// Flips bits, one on the average.  With constants, it often steps up or down by a power of two instead,
  /// takes a constant, or the value of another variable.
  void mutate(const Domain& domain, std::span<std::uint64_t> x, Rng& rng) const;

  /// Each value with probability 1/2 becomes a + (b - c) / 2.
  void differ(const Domain& domain, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
              std::span<const std::uint64_t> c, std::span<std::uint64_t> child, Rng& rng) const;

 private:
  [[nodiscard]] std::uint64_t any(const Gene& gene, const Range& range, Rng& rng) const;
  [[nodiscard]] std::uint64_t special(const Gene& gene, Rng& rng) const;
  [[nodiscard]] std::uint64_t small(const Gene& gene, Rng& rng) const;
  [[nodiscard]] std::uint64_t from_integer(const Gene& gene, std::int64_t number) const;
  /// As a value of the other variable's meaning: 3 becomes 3.0.
  [[nodiscard]] std::uint64_t converted(const Gene& from, const Gene& to, std::uint64_t value) const;
  void step(const Gene& gene, std::uint64_t& value, Rng& rng) const;
  void flip(const Gene& gene, std::uint64_t& value, Rng& rng) const;

  const Genome& genome_;
  const Constants* constants_;
};

}  // namespace espalier::evolve
