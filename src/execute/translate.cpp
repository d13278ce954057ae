// From a node of the subject's table to a term.
//
// A node names its operands by label and at most one of them is the constant k (label 0).  The
// constant's width is not recorded: the operator and the other operand give it.  The subject may
// have overwritten its own shared memory, so nothing here is taken for granted.
#include "execute/translate.h"

#include "expr/semantics.h"

namespace espalier::execute {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;

/// What an operator asks of its operands' widths.
enum class Shape {
  Constant,
  Input,
  Same,        ///< all as wide as the result
  SameFloat,   ///< and 32 or 64 bits
  Compare,     ///< equal widths, result one bit
  CompareFloat,
  Widen,       ///< the result is at least as wide
  Extract,
  Concat,
  Select,
  FloatToAny,  ///< operand 32 or 64 bits
  AnyToFloat,  ///< result 32 or 64 bits
};

Shape shape_of(Op op) {
  switch (op) {
    case Op::Const:
      return Shape::Constant;
    case Op::Input:
      return Shape::Input;
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return Shape::Same;
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FNeg:
    case Op::FAbs:
    case Op::FSqrt:
      return Shape::SameFloat;
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      return Shape::Compare;
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
    case Op::FUno:
      return Shape::CompareFloat;
    case Op::ZExt:
    case Op::SExt:
      return Shape::Widen;
    case Op::Extract:
      return Shape::Extract;
    case Op::Concat:
      return Shape::Concat;
    case Op::Select:
      return Shape::Select;
    case Op::FToF:
    case Op::FToS:
      return Shape::FloatToAny;
    case Op::SToF:
    case Op::UToF:
      return Shape::AnyToFloat;
  }
  return Shape::Constant;
}

bool is_float(unsigned bits) { return bits == 32 || bits == 64; }

struct Widths {
  unsigned a = 0, b = 0, c = 0;  ///< 0: the operand is the constant, or there is none
};

/// The width of the constant operand, 0 when there can be none.
unsigned constant_width(Shape shape, unsigned bits, Widths w, int position) {
  switch (shape) {
    case Shape::Same:
    case Shape::SameFloat:
      return bits;
    case Shape::Compare:
    case Shape::CompareFloat:
      return position == 0 ? w.b : w.a;
    case Shape::Concat:
      return bits > w.a + w.b ? bits - w.a - w.b : 0;
    case Shape::Select:
      return position == 0 ? 1 : bits;
    default:
      return 0;
  }
}

bool fits(Shape shape, unsigned bits, Widths w, std::uint64_t k, int operands) {
  switch (shape) {
    case Shape::Constant:
      return true;
    case Shape::Input:
      return k <= 0xffffffffu;
    case Shape::SameFloat:
      if (!is_float(bits)) return false;
      [[fallthrough]];
    case Shape::Same:
      return w.a == bits && (operands < 2 || w.b == bits);
    case Shape::CompareFloat:
      if (!is_float(w.a)) return false;
      [[fallthrough]];
    case Shape::Compare:
      return bits == 1 && w.a == w.b;
    case Shape::Widen:
      return bits >= w.a;
    case Shape::Extract:
      return k < w.a && bits <= w.a - k;
    case Shape::Concat:
      return w.a + w.b == bits;
    case Shape::Select:
      return w.a == 1 && w.b == bits && w.c == bits;
    case Shape::FloatToAny:
      return is_float(w.a);
    case Shape::AnyToFloat:
      return is_float(bits);
  }
  return false;
}

}  // namespace

Expr translate(Pool& pool, const esp_node& node, std::span<const Expr> terms) {
  if (node.op >= ESP_OP_COUNT || node.bits < 1 || node.bits > 64) return {};
  const auto op = static_cast<Op>(node.op);
  const Shape shape = shape_of(op);
  if (shape == Shape::Constant) return pool.constant(node.k & expr::mask_of(node.bits), node.bits);

  const int operands = expr::info(op).operands;
  const std::uint32_t labels[3] = {node.a, node.b, node.c};
  expr::Term term{op, node.bits, {}, 0};
  Widths widths;
  unsigned* const width[3] = {&widths.a, &widths.b, &widths.c};
  int constant = -1;  // position of the constant operand
  for (int i = 0; i < operands; ++i) {
    if (labels[i] >= terms.size()) return {};
    if (labels[i] == 0) {
      if (constant >= 0) return {};
      constant = i;
      continue;
    }
    term.operands[i] = terms[labels[i]];
    *width[i] = pool.bits(term.operands[i]);
  }
  if (constant >= 0) {
    const unsigned bits = constant_width(shape, node.bits, widths, constant);
    if (bits == 0) return {};
    term.operands[constant] = pool.constant(node.k & expr::mask_of(bits), bits);
    *width[constant] = bits;
  }
  if (!fits(shape, node.bits, widths, node.k, operands)) return {};
  if (shape == Shape::Input || shape == Shape::Extract) term.k = node.k;
  return pool.make(term);
}

}  // namespace espalier::execute
