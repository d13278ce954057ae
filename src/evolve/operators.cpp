#include "evolve/operators.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace espalier::evolve {
namespace {

double real_of(const Gene& gene, std::uint64_t value) {
  return gene.bits == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                         : std::bit_cast<double>(value);
}

std::uint64_t bits_of(const Gene& gene, double number) {
  return gene.bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                         : std::bit_cast<std::uint64_t>(number);
}

std::int64_t sign_extended(std::uint64_t value, unsigned bits) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

std::int64_t integer_of(const Gene& gene, std::uint64_t value) {
  return gene.is_signed ? sign_extended(value, gene.bits) : static_cast<std::int64_t>(value);
}

std::uint64_t clamped(const Gene& gene, const Range& range, std::uint64_t value) {
  return value_of(gene, std::clamp(key_of(gene, value), range.low, range.high));
}

}  // namespace

std::uint64_t Operators::from_integer(const Gene& gene, std::int64_t number) const {
  if (gene.kind == Gene::Kind::Float) return bits_of(gene, static_cast<double>(number));
  return static_cast<std::uint64_t>(number) & last_key(gene);
}

std::uint64_t Operators::converted(const Gene& from, const Gene& to, std::uint64_t value) const {
  if (from.kind != Gene::Kind::Float) return from_integer(to, integer_of(from, value));
  const double number = real_of(from, value);
  if (to.kind == Gene::Kind::Float) return bits_of(to, number);
  return std::abs(number) < 9e18 ? from_integer(to, static_cast<std::int64_t>(number)) : 0;
}

/// Up to 2^n in size, for a random n: as many small numbers as large ones.
std::uint64_t Operators::small(const Gene& gene, Rng& rng) const {
  const std::uint64_t most = rng.below(gene.kind == Gene::Kind::Float ? 24 : gene.bits);
  auto number = static_cast<std::int64_t>(rng.next() & ((std::uint64_t{1} << most) - 1));
  if (gene.is_signed && rng.coin()) number = -number;
  if (gene.kind == Gene::Kind::Float && rng.below(4) == 0)  // fractions, too
    return bits_of(gene,
                   static_cast<double>(number) / static_cast<double>(std::uint64_t{1} << rng.below(12)));
  return from_integer(gene, number);
}

/// Where code behaves differently: constants that it has and their neighbours, zero, the ends of the type.
std::uint64_t Operators::special(const Gene& gene, Rng& rng) const {
  const std::size_t integers = constants_->integers.size(), reals = constants_->reals.size();
  constexpr std::uint64_t ends = 4;
  const std::uint64_t n = rng.below(integers + reals + ends);
  const auto near = static_cast<std::int64_t>(rng.below(3)) - 1;
  if (n < integers) {
    const auto number = static_cast<std::int64_t>(static_cast<std::uint64_t>(constants_->integers[n]) +
                                                  static_cast<std::uint64_t>(near));
    return from_integer(gene, number);
  }
  if (n < integers + reals) {
    const double number = constants_->reals[n - integers];
    if (gene.kind != Gene::Kind::Float)
      return std::abs(number) < 9e18 ? from_integer(gene, static_cast<std::int64_t>(number) + near) : 0;
    const std::uint64_t key = key_of(gene, bits_of(gene, number));
    return value_of(gene, (key + static_cast<std::uint64_t>(near)) & last_key(gene));
  }
  switch (n - integers - reals) {
    case 0:
      return 0;
    case 1:
      return from_integer(gene, near);
    case 2:
      return value_of(gene, rng.below(2) * last_key(gene));
    default:
      return gene.kind == Gene::Kind::Float ? bits_of(gene, rng.coin() ? INFINITY : -INFINITY)
                                            : std::uint64_t{1} << rng.below(gene.bits);
  }
}

std::uint64_t Operators::any(const Gene& gene, const Range& range, Rng& rng) const {
  const std::uint64_t width = range.high - range.low;
  const auto uniform = [&] {
    return value_of(gene, width == ~std::uint64_t{0} ? rng.next() : range.low + rng.below(width + 1));
  };
  if (gene.kind == Gene::Kind::Choice)  // mostly the first candidate
    return clamped(gene, range, rng.coin() ? 0 : rng.below(4));
  if (constants_ == nullptr || width < 256) return uniform();
  switch (rng.below(4)) {
    case 0:
      return uniform();
    case 1:
      return clamped(gene, range, special(gene, rng));
    default: {
      const std::uint64_t value = small(gene, rng);
      const std::uint64_t key = key_of(gene, value);
      return key < range.low || key > range.high ? uniform() : value;
    }
  }
}

void Operators::draw(const Domain& domain, std::span<std::uint64_t> into, Rng& rng) const {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = any(genome_[i], domain.ranges[i], rng);
  // Equal values are what unequal random ones never are.
  if (constants_ != nullptr && into.size() > 1 && rng.below(4) == 0) {
    const std::size_t from = rng.below(into.size()), to = rng.below(into.size());
    if (genome_[from].kind != Gene::Kind::Choice && genome_[to].kind != Gene::Kind::Choice)
      into[to] = clamped(genome_[to], domain.ranges[to], converted(genome_[from], genome_[to], into[from]));
  }
}

void Operators::cross(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                      std::span<std::uint64_t> child, Rng& rng) const {
  std::uint64_t total = 0;
  for (const Gene& gene : genome_) total += gene.bits;
  std::uint64_t point = rng.below(total + 1);
  for (std::size_t i = 0; i < child.size(); ++i) {
    const unsigned bits = genome_[i].bits;
    if (point >= bits) {
      child[i] = a[i];
      point -= bits;
    } else {
      const std::uint64_t from_a = (std::uint64_t{1} << point) - 1;
      child[i] = (a[i] & from_a) | (b[i] & ~from_a);
      point = 0;
    }
  }
}

void Operators::flip(const Gene& gene, std::uint64_t& value, Rng& rng) const {
  value ^= std::uint64_t{1} << rng.below(gene.bits);
}

void Operators::step(const Gene& gene, std::uint64_t& value, Rng& rng) const {
  // A step in numbers and not in units of the last place, half of the time.
  if (gene.kind == Gene::Kind::Float && rng.coin()) {
    const double number = real_of(gene, value);
    const double by = std::ldexp(1.0, static_cast<int>(rng.below(24)) - 8);
    value = bits_of(gene, rng.coin() ? number + by : number - by);
    return;
  }
  const std::uint64_t by = std::uint64_t{1} << rng.below(gene.bits);
  const std::uint64_t key = key_of(gene, value);
  if (rng.coin())
    value = value_of(gene, last_key(gene) - key < by ? last_key(gene) : key + by);
  else
    value = value_of(gene, key < by ? 0 : key - by);
}

void Operators::mutate(const Domain& domain, std::span<std::uint64_t> x, Rng& rng) const {
  do {
    const std::size_t i = rng.below(x.size());
    if (domain.frozen[i]) continue;
    const Gene& gene = genome_[i];
    const std::uint64_t how = constants_ == nullptr ? 0 : rng.below(8);
    if (gene.kind == Gene::Kind::Choice) {
      x[i] = rng.below(4);
    } else if (how < 2) {
      flip(gene, x[i], rng);
    } else if (how < 6) {
      step(gene, x[i], rng);
    } else if (how < 7) {
      x[i] = any(gene, domain.ranges[i], rng);
    } else {
      const std::size_t other = rng.below(x.size());
      if (genome_[other].kind != Gene::Kind::Choice) x[i] = converted(genome_[other], gene, x[other]);
    }
    x[i] = clamped(gene, domain.ranges[i], x[i]);
  } while (rng.coin());
}

void Operators::differ(const Domain& domain, std::span<const std::uint64_t> a,
                       std::span<const std::uint64_t> b, std::span<const std::uint64_t> c,
                       std::span<std::uint64_t> child, Rng& rng) const {
  for (std::size_t i = 0; i < child.size(); ++i) {
    child[i] = a[i];
    if (!rng.coin() || domain.frozen[i]) continue;
    const Gene& gene = genome_[i];
    if (gene.kind == Gene::Kind::Float) {
      const double number = real_of(gene, a[i]) + (real_of(gene, b[i]) - real_of(gene, c[i])) / 2;
      child[i] = bits_of(gene, number);
    } else {
      const std::int64_t difference = sign_extended((b[i] - c[i]) & last_key(gene), gene.bits);
      child[i] = (a[i] + static_cast<std::uint64_t>(difference / 2)) & last_key(gene);
    }
    child[i] = clamped(gene, domain.ranges[i], child[i]);
  }
}

}  // namespace espalier::evolve
