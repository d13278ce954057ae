#include "execute/lately_made.h"

#include <algorithm>

#include "execute/translate.h"

namespace espalier::execute {

std::uint64_t LatelyMade::hash_of(const esp_node& node, std::span<const std::uint64_t> hashes) {
  std::uint64_t hash = node.k + (std::uint64_t{node.op} << 8 | node.bits);
  for (const std::uint32_t label : {node.a, node.b, node.c}) {
    const std::uint64_t below = label == 0 || label >= hashes.size() ? 0 : hashes[label];
    hash = (hash ^ below) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash;
}

expr::Expr LatelyMade::term_of(expr::Pool& pool, const esp_node& node, std::uint64_t hash,
                               std::span<const expr::Expr> terms) {
  if (std::max({node.a, node.b, node.c}) >= terms.size()) return translate(pool, node, terms);
  const auto id = [&](std::uint32_t label) { return label == 0 ? 0 : terms[label].id + 1; };
  const Key key{node.k, id(node.a), id(node.b), id(node.c), node.op, node.bits};
  Entry& entry = entries_[place_of(hash)];
  if (!entry.term || entry.key != key) entry = {key, translate(pool, node, terms)};
  return entry.term;
}

}  // namespace espalier::execute
