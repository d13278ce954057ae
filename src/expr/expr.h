#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::expr {

/// Operators, in the order of runtime/ops.def.
enum class Op : std::uint8_t {
#define ESP_OP(name, operands, text) name,
#include "runtime/ops.def"
#undef ESP_OP
};

inline constexpr std::size_t op_count = 0
#define ESP_OP(name, operands, text) +1
#include "runtime/ops.def"
#undef ESP_OP
    ;

struct OpInfo {
  std::string_view name;  ///< "Add"
  std::string_view text;  ///< "+"
  int operands;
};
const OpInfo& info(Op op);

/// One bit from two operands: Eq .. Sle, FEq .. FUno.
constexpr bool is_comparison(Op op) {
  return (op >= Op::Eq && op <= Op::Sle) || (op >= Op::FEq && op <= Op::FUno);
}

/// A term of a Pool.  Equal handles of one pool are equal terms (hash consing).
struct Expr {
  std::uint32_t id = 0;  ///< 0: no term
  explicit operator bool() const { return id != 0; }
  friend auto operator<=>(Expr, Expr) = default;
};

struct Term {
  Op op;
  std::uint8_t bits;                ///< 1..64
  std::array<Expr, 3> operands;     ///< unused ones are Expr{}
  std::uint64_t k;                  ///< Const: value; Input: variable; Extract: lowest bit; else 0
  friend bool operator==(const Term&, const Term&) = default;
};

/// Owns all terms of a campaign.  Terms are immutable, operands have smaller ids.  A `const Term&`
/// is valid until the next term is made.
///
///   Pool pool;
///   Expr x = pool.input(0, 32);
///   Expr c = pool.binary(Op::Slt, x, pool.constant(10, 32));   // x < 10
class Pool {
 public:
  Pool();
  Expr constant(std::uint64_t value, unsigned bits);
  Expr input(std::uint32_t variable, unsigned bits);
  /// Two operands of equal width (Concat: any); comparisons give one bit.
  Expr binary(Op op, Expr a, Expr b);
  /// FNeg, FAbs, FSqrt keep the width; ZExt, SExt, FToF, SToF, UToF, FToS change it to `bits`.
  Expr unary(Op op, Expr a, unsigned bits);
  Expr extract(Expr a, unsigned low, unsigned bits);
  Expr select(Expr condition, Expr a, Expr b);
  Expr negate(Expr condition);  ///< logical not of a one-bit term
  /// Any operator by its description; simplifies like the functions above, which call it.
  Expr make(const Term& term);
  /// The term exactly as described, even if a rule would shorten it: for tests of those who read terms.
  Expr make_unsimplified(const Term& term) { return intern(term); }

  [[nodiscard]] const Term& operator[](Expr e) const { return terms_[e.id]; }
  [[nodiscard]] unsigned bits(Expr e) const { return terms_[e.id].bits; }
  [[nodiscard]] bool is_constant(Expr e) const { return terms_[e.id].op == Op::Const; }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }

 private:
  Expr intern(const Term& term);
  struct Slot {
    std::uint32_t hash = 0;  // compared first, so that a collision seldom touches terms_
    std::uint32_t id = 0;    // 0 = free
  };
  struct alignas(64) Line {  // one cache line
    std::array<Slot, 8> slots;
  };
  struct Table {
    std::vector<Line> lines = std::vector<Line>(64);  // power of two
    std::size_t count = 0;
  };
  Slot& find(Table& table, const Term& term, std::uint32_t hash);
  void grow(Table& table, bool leaves);
  std::vector<Term> terms_;  // index = id; [0] unused
  Table leaves_;             // constants and inputs: few, asked for all the time
  Table operations_;
};

/// `(x0 + 1) < x1`-like text for people; variables named by `name` (default x<number>).
std::string to_text(const Pool& pool, Expr e, const std::vector<std::string>& variable_names = {});

/// The input variables of a term, ascending, without duplicates.
std::vector<std::uint32_t> variables_of(const Pool& pool, Expr e);

}  // namespace espalier::expr
