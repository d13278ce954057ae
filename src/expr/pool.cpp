#include <bit>
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
  const std::uint64_t head = std::uint64_t{a.id} << 32 | std::uint64_t{term.bits} << 8 |
                             static_cast<std::uint64_t>(term.op);
  const std::uint64_t tail = std::uint64_t{c.id} << 32 | b.id;
  const std::uint64_t first = fold(head ^ 0x9e37'79b9'7f4a'7c15, tail ^ 0xd1b5'4a32'd192'ed03);
  return static_cast<std::uint32_t>(fold(first ^ term.k, 0xa076'1d64'78bd'642f));
}

}  // namespace

Pool::Pool() : terms_(1, Term{Op::Const, 0, {}, 0}), table_(std::size_t{1} << 12, Slot{0, 0}) {}

Expr Pool::intern(const Term& term) {
  const std::uint32_t hash = hash_of(term);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  while (table_[at].id != 0) {
    if (table_[at].hash == hash && terms_[table_[at].id] == term) return Expr{table_[at].id};
    at = (at + 1) & mask;
  }
  const auto id = static_cast<std::uint32_t>(terms_.size());
  assert(id != 0 && "more than 2^32 terms");
  terms_.push_back(term);
  table_[at] = Slot{hash, id};
  if (2 * terms_.size() > table_.size()) grow();
  return Expr{id};
}

void Pool::grow() {
  std::vector<Slot> old(2 * table_.size(), Slot{0, 0});
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == 0) continue;
    std::size_t at = slot.hash & mask;
    while (table_[at].id != 0) at = (at + 1) & mask;
    table_[at] = slot;
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
