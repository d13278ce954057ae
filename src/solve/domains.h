#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"
#include "solve/tape.h"

namespace espalier::solve {

/// Which values of its one variable make a condition true, found by trying them all, once for each condition.
class Domains {
 public:
  static constexpr unsigned most_bits = 8;
  static constexpr std::size_t most_steps = 1'000;  ///< of a condition: each is computed for all values
  using Values = std::bitset<1U << most_bits>;
  struct Domain {
    std::uint32_t variable;
    unsigned bits;
    Values values;
  };

  explicit Domains(const expr::Pool& pool) : tape_(pool), values_(tape_) {}

  /// Null for a condition that speaks of no variable, of several or of a wider one, or that is large.
  const Domain* of(expr::Expr condition);

 private:
  std::optional<Domain> find(expr::Expr condition);

  Tape tape_;
  Valuation values_;
  std::unordered_map<std::uint32_t, std::optional<Domain>> known_;  // by condition
};

/// What the conditions on a byte alone leave of it.
struct Byte {
  struct Cause {
    std::size_t condition;  ///< index in the query
    const Domains::Domain* domain;
  };
  std::uint32_t number;
  unsigned bits;
  Domains::Values values;
  std::vector<Cause> causes;  ///< the conditions that took something away

  /// The causes' indices.
  [[nodiscard]] std::vector<std::size_t> conditions() const;
  /// The first value from this one on that is allowed.
  [[nodiscard]] std::uint64_t allowed_from(std::uint64_t value) const;
};

/// A query, taken apart into what its conditions say about single bytes and the others.
struct Narrowed {
  std::vector<Byte> bytes;
  std::vector<std::size_t> others;  ///< indices in the query
  std::vector<expr::Expr> other_terms;

  /// A byte that can have no value, or null.
  const Byte* load(Domains& domains, std::span<const expr::Expr> conditions);
  /// Null: nothing is said about the variable alone.
  [[nodiscard]] const Byte* find(std::uint32_t variable) const;
};

}  // namespace espalier::solve
