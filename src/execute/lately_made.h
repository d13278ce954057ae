#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"
#include "runtime/abi.h"

namespace espalier::execute {

/// Terms that were made lately, by what they were made of: a table that forgets.
///
/// A node's place follows from what it and its operands are made of, down to the inputs, and not from the
/// operands' terms: so the places of many nodes can be fetched at once, before the first term is known.
class LatelyMade {
 public:
  /// Of a node, with the hashes of all labels below it.
  static std::uint64_t hash_of(const esp_node& node, std::span<const std::uint64_t> hashes);
  void fetch(std::uint64_t hash) const { __builtin_prefetch(&entries_[place_of(hash)]); }
  /// The node's term, with its operands' terms; made if it is not here.  Expr{} when the node makes no sense.
  expr::Expr term_of(expr::Pool& pool, const esp_node& node, std::uint64_t hash,
                     std::span<const expr::Expr> terms);

 private:
  /// A node whose operands are terms, not labels.  With its term it fills half a cache line.
  struct Key {
    std::uint64_t k = 0;
    std::uint32_t a = 0, b = 0, c = 0;
    std::uint8_t op = 0, bits = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct alignas(32) Entry {
    Key key;
    expr::Expr term;
  };
  static_assert(sizeof(Entry) == 32);
  static constexpr std::size_t size = 1 << 15;
  static std::size_t place_of(std::uint64_t hash) { return (hash >> 32) % size; }

  std::vector<Entry> entries_{size};
};

}  // namespace espalier::execute
