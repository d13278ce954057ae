#include <algorithm>
#include <cassert>

#include "expr/expr.h"
#include "expr/rules/rules.h"
#include "expr/semantics.h"

namespace espalier::expr {
namespace {

// The high and the low half of a product together depend on every bit of both factors.
std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

// Constants take part: x+0, x+1, x+2, ... of a loop must not share a slot.
std::uint32_t hash_of(const Term& term) {
  const auto [a, b, c] = term.operands;
  const std::uint64_t head =
      std::uint64_t{a.id} << 32 | std::uint64_t{term.bits} << 8 | static_cast<std::uint64_t>(term.op);
  const std::uint64_t tail = std::uint64_t{c.id} << 32 | b.id;
  const std::uint64_t first = fold(head ^ 0x9e37'79b9'7f4a'7c15, tail ^ 0xd1b5'4a32'd192'ed03);
  return static_cast<std::uint32_t>(fold(first ^ term.k, 0xa076'1d64'78bd'642f));
}

bool is_leaf(const Term& term) { return term.op == Op::Const || term.op == Op::Input; }

// A cache miss costs more than all the rest of making a term.  Terms made one after the other build
// on one another, so the line is chosen by the youngest operand's age (a leaf's by its value),
// spread over a few neighbours: making or finding the terms of a trace walks through the table
// instead of jumping about in it, and each line has about four of its eight slots used.
std::size_t home_line(const Term& term, std::uint32_t hash) {
  if (is_leaf(term)) return (term.k >> 2) + std::size_t{term.bits} * 5;
  const auto [a, b, c] = term.operands;
  const std::uint32_t youngest = std::max(a.id, std::max(b.id, c.id));
  return (youngest >> 2) + (hash & 31);
}

}  // namespace

Pool::Pool() : terms_(1, Term{Op::Const, 0, {}, 0}) {}

// The slot of the term, or the free slot where it belongs.  When the home line is full (an old
// term with many users), the search goes on from a line that the hash alone decides.  Nothing is ever
// removed, so a free slot ends every search.
Pool::Slot& Pool::find(Table& table, const Term& term, std::uint32_t hash) {
  const std::size_t mask = table.lines.size() - 1;
  std::size_t at = home_line(term, hash) & mask;
  for (bool at_home = true;; at_home = false) {
    for (Slot& slot : table.lines[at].slots)
      if (slot.id == 0 || (slot.hash == hash && terms_[slot.id] == term)) return slot;
    at = at_home ? (hash * 0x9e37'79b9'7f4a'7c15 >> 20) & mask : (at + 1) & mask;
  }
}

Expr Pool::intern(const Term& term) {
  const std::uint32_t hash = hash_of(term);
  const bool leaf = is_leaf(term);
  Table& table = leaf ? leaves_ : operations_;
  Slot& slot = find(table, term, hash);
  if (slot.id != 0) return Expr{slot.id};
  const auto id = static_cast<std::uint32_t>(terms_.size());
  assert(id != 0 && "more than 2^32 terms");
  slot = Slot{hash, id};
  terms_.push_back(term);
  if (++table.count > 4 * table.lines.size()) grow(table, leaf);
  return Expr{id};
}

// Filed again in the order of making, which is the order of the lines.
void Pool::grow(Table& table, bool leaves) {
  table.lines = std::vector<Line>(2 * table.lines.size());
  for (std::uint32_t id = 1; id < terms_.size(); ++id) {
    if (is_leaf(terms_[id]) != leaves) continue;
    const std::uint32_t hash = hash_of(terms_[id]);
    find(table, terms_[id], hash) = Slot{hash, id};
  }
}

Expr Pool::make(const Term& term) {
  assert(term.bits >= 1 && term.bits <= 64 && "terms are 1 to 64 bits wide");
  if (term.op == Op::Const || term.op == Op::Input) return intern(term);
  const Expr simpler = simplify(*this, term);
  return simpler ? simpler : intern(term);
}

Expr Pool::constant(std::uint64_t value, unsigned bits) {
  return intern({Op::Const, static_cast<std::uint8_t>(bits), {}, value & mask_of(bits)});
}

Expr Pool::input(std::uint32_t variable, unsigned bits) {
  return intern({Op::Input, static_cast<std::uint8_t>(bits), {}, variable});
}

Expr Pool::binary(Op op, Expr a, Expr b) {
  assert((op == Op::Concat || bits(a) == bits(b)) && "operands of one width");
  unsigned width = bits(a);
  if (is_comparison(op)) width = 1;
  if (op == Op::Concat) width += bits(b);
  return make({op, static_cast<std::uint8_t>(width), {a, b, {}}, 0});
}

Expr Pool::unary(Op op, Expr a, unsigned bits) {
  return make({op, static_cast<std::uint8_t>(bits), {a, {}, {}}, 0});
}

Expr Pool::extract(Expr a, unsigned low, unsigned width) {
  assert(low + width <= bits(a) && "bits of the operand");
  return make({Op::Extract, static_cast<std::uint8_t>(width), {a, {}, {}}, low});
}

Expr Pool::select(Expr condition, Expr a, Expr b) {
  assert(bits(condition) == 1 && bits(a) == bits(b));
  return make({Op::Select, static_cast<std::uint8_t>(bits(a)), {condition, a, b}, 0});
}

Expr Pool::negate(Expr condition) {
  assert(bits(condition) == 1);
  return binary(Op::Xor, condition, constant(1, 1));
}

}  // namespace espalier::expr
