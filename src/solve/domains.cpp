#include "solve/domains.h"

#include <algorithm>

#include "expr/semantics.h"

namespace espalier::solve {
namespace {

Byte anything(const Domains::Domain& domain) {
  Byte byte{domain.variable, domain.bits, {}, {}};
  for (std::size_t value = 0; value >> domain.bits == 0; ++value) byte.values.set(value);
  return byte;
}

}  // namespace

const Domains::Domain* Domains::of(expr::Expr condition) {
  const auto [entry, is_new] = known_.try_emplace(condition.id);
  if (is_new) entry->second = find(condition);
  return entry->second ? &*entry->second : nullptr;
}

std::optional<Domains::Domain> Domains::find(expr::Expr condition) {
  tape_.load({&condition, 1});
  if (tape_.variables().size() != 1 || tape_.steps().size() > most_steps) return std::nullopt;
  const Tape::Variable& variable = tape_.variables().front();
  if (variable.bits > most_bits) return std::nullopt;
  Domain domain{variable.number, variable.bits, {}};
  values_.start({});
  for (std::uint64_t value = 0; value >> variable.bits == 0; ++value) {
    values_.set(0, value);
    domain.values[value] = values_.all_true();
  }
  return domain;
}

std::vector<std::size_t> Byte::conditions() const {
  std::vector<std::size_t> indices;
  for (const Cause& cause : causes) indices.push_back(cause.condition);
  return indices;
}

std::uint64_t Byte::allowed_from(std::uint64_t value) const {
  while (!values[value & expr::mask_of(bits)]) ++value;
  return value & expr::mask_of(bits);
}

const Byte* Narrowed::load(Domains& domains, std::span<const expr::Expr> conditions) {
  bytes.clear();
  others.clear();
  other_terms.clear();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Domains::Domain* const domain = domains.of(conditions[i]);
    auto byte = domain == nullptr ? bytes.end() : std::ranges::find(bytes, domain->variable, &Byte::number);
    if (domain == nullptr || (byte != bytes.end() && byte->bits != domain->bits)) {
      others.push_back(i);
      other_terms.push_back(conditions[i]);
      continue;
    }
    if (byte == bytes.end()) byte = bytes.insert(byte, anything(*domain));
    const Domains::Values left = byte->values & domain->values;
    if (left == byte->values) continue;
    byte->values = left;
    byte->causes.push_back({i, domain});
    if (left.none()) return &*byte;
  }
  return nullptr;
}

const Byte* Narrowed::find(std::uint32_t variable) const {
  const auto found = std::ranges::find(bytes, variable, &Byte::number);
  return found == bytes.end() ? nullptr : &*found;
}

}  // namespace espalier::solve
