#include "evolve/genome.h"

#include <algorithm>

#include "frontend/unit.h"

namespace espalier::evolve {
namespace {

std::uint64_t sign_bit(const Gene& gene) { return std::uint64_t{1} << (gene.bits - 1); }

}  // namespace

Genome genome_of(std::span<const frontend::InputVariable> variables) {
  using From = frontend::InputVariable::Kind;
  Genome genome;
  for (const frontend::InputVariable& variable : variables)
    genome.push_back({.kind = variable.kind == From::Float    ? Gene::Kind::Float
                              : variable.kind == From::Choice ? Gene::Kind::Choice
                                                              : Gene::Kind::Integer,
                      .bits = std::clamp(variable.bits, 1u, 64u),
                      .is_signed = variable.is_signed && variable.kind != From::Bool});
  return genome;
}

std::uint64_t key_of(const Gene& gene, std::uint64_t value) {
  value &= last_key(gene);
  if (gene.kind == Gene::Kind::Float)
    return (value & sign_bit(gene)) != 0 ? ~value & last_key(gene) : value | sign_bit(gene);
  return gene.kind == Gene::Kind::Integer && gene.is_signed ? value ^ sign_bit(gene) : value;
}

std::uint64_t value_of(const Gene& gene, std::uint64_t key) {
  if (gene.kind == Gene::Kind::Float)
    return (key & sign_bit(gene)) != 0 ? key ^ sign_bit(gene) : ~key & last_key(gene);
  return gene.kind == Gene::Kind::Integer && gene.is_signed ? key ^ sign_bit(gene) : key;
}

Domain Domain::whole(const Genome& genome) {
  Domain domain;
  for (const Gene& gene : genome) domain.ranges.push_back({0, last_key(gene)});
  domain.frozen.resize(genome.size());
  return domain;
}

bool Domain::contains(const Genome& genome, std::span<const std::uint64_t> values) const {
  for (std::size_t i = 0; i < std::min(values.size(), ranges.size()); ++i)
    if (const std::uint64_t key = key_of(genome[i], values[i]); key < ranges[i].low || key > ranges[i].high)
      return false;
  return true;
}

}  // namespace espalier::evolve
