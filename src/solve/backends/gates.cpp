#include "solve/backends/gates.h"

#include <algorithm>
#include <utility>

namespace espalier::solve {
namespace {

std::size_t hash_of(const Gates::Gate& gate) {
  std::uint64_t hash = static_cast<std::uint64_t>(gate.kind) + 1;
  for (const Signal s : gate.in) hash = (hash ^ s.code) * 0x9e37'79b9'7f4a'7c15 ^ hash >> 31;
  return hash ^ hash >> 32;
}

}  // namespace

void Gates::clear() {
  gates_.assign(1, {Kind::Constant, {}});
  table_.assign(1024, 0);
}

Signal Gates::variable() {
  gates_.push_back({Kind::Variable, {}});
  return {static_cast<std::uint32_t>(gates_.size() - 1) << 1};
}

Signal Gates::intern(const Gate& gate) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash_of(gate) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask)
    if (gates_[table_[at]] == gate) return {table_[at] << 1};
  const auto number = static_cast<std::uint32_t>(gates_.size());
  table_[at] = number;
  gates_.push_back(gate);
  if (gates_.size() * 2 > table_.size()) grow();
  return {number << 1};
}

void Gates::grow() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t number = 1; number < gates_.size(); ++number) {
    if (gates_[number].kind == Kind::Variable) continue;
    std::size_t at = hash_of(gates_[number]) & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = number;
  }
}

Signal Gates::conjunction(Signal a, Signal b) {
  if (a > b) std::swap(a, b);
  if (a == never || a == ~b) return never;
  if (a == always || a == b) return b;
  return intern({Kind::And, {a, b, never}});
}

// ~a ^ b == ~(a ^ b), so the inputs are kept positive.
Signal Gates::exclusive(Signal a, Signal b) {
  const bool negate = a.negated() != b.negated();
  a = a ^ a.negated();
  b = b ^ b.negated();
  if (a > b) std::swap(a, b);
  if (a == b) return never ^ negate;
  if (a == never) return b ^ negate;
  return intern({Kind::Xor, {a, b, never}}) ^ negate;
}

// Condition and first arm are kept positive: c ? ~a : ~b == ~(c ? a : b).
Signal Gates::mux(Signal c, Signal a, Signal b) {
  if (c.negated()) {
    c = ~c;
    std::swap(a, b);
  }
  if (c == never || a == b) return b;
  if (a == ~b) return exclusive(c, b);
  if (a == always || a == c) return disjunction(c, b);
  if (a == never || a == ~c) return conjunction(~c, b);
  if (b == always || b == ~c) return disjunction(~c, a);
  if (b == never || b == c) return conjunction(c, a);
  const bool negate = a.negated();
  return intern({Kind::Mux, {c, a ^ negate, b ^ negate}}) ^ negate;
}

// Majority is its own dual: MAJ(~a, ~b, ~c) == ~MAJ(a, b, c); at most one input is kept negated.
Signal Gates::majority(Signal a, Signal b, Signal c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (a == b || b == c) return b;
  if (a == ~b) return c;
  if (b == ~c) return a;
  if (a == never) return conjunction(b, c);
  if (a == always) return disjunction(b, c);
  const int negations = a.negated() + b.negated() + c.negated();
  const bool negate = negations > 1;
  return intern({Kind::Majority, {a ^ negate, b ^ negate, c ^ negate}}) ^ negate;
}

}  // namespace espalier::solve
