#include "label_builder.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

std::optional<esp_op> binary_op(unsigned opcode) {
  switch (opcode) {
    case Instruction::Add:
      return ESP_OP_Add;
    case Instruction::Sub:
      return ESP_OP_Sub;
    case Instruction::Mul:
      return ESP_OP_Mul;
    case Instruction::UDiv:
      return ESP_OP_UDiv;
    case Instruction::SDiv:
      return ESP_OP_SDiv;
    case Instruction::URem:
      return ESP_OP_URem;
    case Instruction::SRem:
      return ESP_OP_SRem;
    case Instruction::And:
      return ESP_OP_And;
    case Instruction::Or:
      return ESP_OP_Or;
    case Instruction::Xor:
      return ESP_OP_Xor;
    case Instruction::Shl:
      return ESP_OP_Shl;
    case Instruction::LShr:
      return ESP_OP_LShr;
    case Instruction::AShr:
      return ESP_OP_AShr;
    case Instruction::FAdd:
      return ESP_OP_FAdd;
    case Instruction::FSub:
      return ESP_OP_FSub;
    case Instruction::FMul:
      return ESP_OP_FMul;
    case Instruction::FDiv:
      return ESP_OP_FDiv;
    default:
      return std::nullopt;
  }
}

std::optional<esp_op> cast_op(unsigned opcode) {
  switch (opcode) {
    case Instruction::ZExt:
      return ESP_OP_ZExt;
    case Instruction::SExt:
      return ESP_OP_SExt;
    case Instruction::Trunc:
      return ESP_OP_Extract;
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return ESP_OP_FToF;
    case Instruction::SIToFP:
      return ESP_OP_SToF;
    case Instruction::UIToFP:
      return ESP_OP_UToF;
    case Instruction::FPToSI:
      return ESP_OP_FToS;
    default:
      return std::nullopt;
  }
}

/// One fact about a comparison: the operator, whether operands are swapped and the answer negated.
struct Comparison {
  esp_op op;
  bool swap = false;
  bool negate = false;
};

std::optional<Comparison> comparison(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return Comparison{ESP_OP_Eq};
    case CmpInst::ICMP_NE:
      return Comparison{ESP_OP_Ne};
    case CmpInst::ICMP_ULT:
      return Comparison{ESP_OP_Ult};
    case CmpInst::ICMP_ULE:
      return Comparison{ESP_OP_Ule};
    case CmpInst::ICMP_SLT:
      return Comparison{ESP_OP_Slt};
    case CmpInst::ICMP_SLE:
      return Comparison{ESP_OP_Sle};
    case CmpInst::ICMP_UGT:
      return Comparison{ESP_OP_Ult, true};
    case CmpInst::ICMP_UGE:
      return Comparison{ESP_OP_Ule, true};
    case CmpInst::ICMP_SGT:
      return Comparison{ESP_OP_Slt, true};
    case CmpInst::ICMP_SGE:
      return Comparison{ESP_OP_Sle, true};
    case CmpInst::FCMP_OEQ:
      return Comparison{ESP_OP_FEq};
    case CmpInst::FCMP_OLT:
      return Comparison{ESP_OP_FLt};
    case CmpInst::FCMP_OLE:
      return Comparison{ESP_OP_FLe};
    case CmpInst::FCMP_OGT:
      return Comparison{ESP_OP_FLt, true};
    case CmpInst::FCMP_OGE:
      return Comparison{ESP_OP_FLe, true};
    case CmpInst::FCMP_UNO:
      return Comparison{ESP_OP_FUno};
    // unordered or r  =  not (ordered and not r)
    case CmpInst::FCMP_UNE:
      return Comparison{ESP_OP_FEq, false, true};
    case CmpInst::FCMP_ORD:
      return Comparison{ESP_OP_FUno, false, true};
    case CmpInst::FCMP_ULT:
      return Comparison{ESP_OP_FLe, true, true};
    case CmpInst::FCMP_ULE:
      return Comparison{ESP_OP_FLt, true, true};
    case CmpInst::FCMP_UGT:
      return Comparison{ESP_OP_FLe, false, true};
    case CmpInst::FCMP_UGE:
      return Comparison{ESP_OP_FLt, false, true};
    default:
      return std::nullopt;
  }
}

bool is_ieee(Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

bool is_scalar(Type* type) { return label_bits(type) != 0 && !type->isVectorTy(); }

/// Label of `label ^ 1` for a one-bit value; `v` is the resulting value.
Value* negated(IRBuilder<>& b, const RuntimeCalls& runtime, Value* label, Value* v) {
  return runtime.binary(b, ESP_OP_Xor, 1, label, b.getInt32(0), b.getInt64(0), b.getInt64(1), as_bits(b, v));
}

Value* compare(IRBuilder<>& b, const RuntimeCalls& runtime, CmpInst& cmp, LabelOf label) {
  Value *x = cmp.getOperand(0), *y = cmp.getOperand(1);
  Value *lx = label(x, 0), *ly = label(y, 0);
  const CmpInst::Predicate predicate = cmp.getPredicate();
  if (predicate == CmpInst::FCMP_ONE || predicate == CmpInst::FCMP_UEQ) {  // one: x < y or y < x
    Value *below = b.CreateFCmpOLT(x, y), *above = b.CreateFCmpOLT(y, x);
    Value* l1 = runtime.binary(b, ESP_OP_FLt, 1, lx, ly, as_bits(b, x), as_bits(b, y), as_bits(b, below));
    Value* l2 = runtime.binary(b, ESP_OP_FLt, 1, ly, lx, as_bits(b, y), as_bits(b, x), as_bits(b, above));
    Value* one = b.CreateOr(below, above);
    Value* result =
        runtime.binary(b, ESP_OP_Or, 1, l1, l2, as_bits(b, below), as_bits(b, above), as_bits(b, one));
    return predicate == CmpInst::FCMP_ONE ? result : negated(b, runtime, result, &cmp);
  }
  const Comparison how = *comparison(predicate);
  if (how.swap) {
    std::swap(x, y);
    std::swap(lx, ly);
  }
  Value* answer = how.negate ? b.CreateNot(&cmp) : &cmp;
  Value* result = runtime.binary(b, how.op, 1, lx, ly, as_bits(b, x), as_bits(b, y), as_bits(b, answer));
  return how.negate ? negated(b, runtime, result, &cmp) : result;
}

/// base + sum of index * scale, as 64-bit arithmetic.
Value* address(IRBuilder<>& b, const RuntimeCalls& runtime, GetElementPtrInst& gep, LabelOf label) {
  const DataLayout& layout = gep.getModule()->getDataLayout();
  MapVector<Value*, APInt> variable;
  APInt constant(64, 0);
  cast<GEPOperator>(gep).collectOffset(layout, 64, variable, constant);
  Value* sum = as_bits(b, gep.getPointerOperand());
  Value* result = label(gep.getPointerOperand(), 0);
  const auto add = [&](Value* value, Value* value_label) {
    Value* next = b.CreateAdd(sum, value);
    result = runtime.binary(b, ESP_OP_Add, 64, result, value_label, sum, value, next);
    sum = next;
  };
  for (const auto& [index, scale] : variable) {
    Value* wide = b.CreateSExtOrTrunc(index, b.getInt64Ty());
    Value* l = label(index, 0);
    if (index->getType()->getIntegerBitWidth() < 64) l = runtime.unary(b, ESP_OP_SExt, 64, l, 0, wide);
    if (scale != 1) {
      Value* scaled = b.CreateMul(wide, b.getInt64(scale.getZExtValue()));
      l = runtime.binary(b, ESP_OP_Mul, 64, l, b.getInt32(0), wide, b.getInt64(scale.getZExtValue()), scaled);
      wide = scaled;
    }
    add(wide, l);
  }
  if (constant != 0) add(b.getInt64(constant.getZExtValue()), b.getInt32(0));
  return result;
}

Value* extract(IRBuilder<>& b, const RuntimeCalls& runtime, Value* label, Value* bits, unsigned low,
               unsigned width) {
  Value* part = b.CreateAnd(b.CreateLShr(bits, low), width == 64 ? ~0ull : (1ull << width) - 1);
  return runtime.unary(b, ESP_OP_Extract, width, label, low, part);
}

/// Elements above, the new one, elements below.
Value* insert_element(IRBuilder<>& b, const RuntimeCalls& runtime, InsertElementInst& insert, LabelOf label) {
  const unsigned total = label_bits(insert.getType());
  const unsigned width = label_bits(insert.getOperand(1)->getType());
  const auto position =
      static_cast<unsigned>(cast<ConstantInt>(insert.getOperand(2))->getZExtValue()) * width;
  Value* old = label(insert.getOperand(0), 0);
  Value* old_bits = as_bits(b, insert.getOperand(0));
  Value* all_bits = as_bits(b, &insert);
  Value* result = label(insert.getOperand(1), 0);
  Value* bits = as_bits(b, insert.getOperand(1));
  unsigned size = width;
  if (position > 0) {
    Value* below = b.CreateAnd(old_bits, (1ull << position) - 1);
    Value* joined = b.CreateAnd(all_bits, position + size == 64 ? ~0ull : (1ull << (position + size)) - 1);
    result = runtime.binary(b, ESP_OP_Concat, position + size, result,
                            extract(b, runtime, old, old_bits, 0, position), bits, below, joined);
    bits = joined;
    size += position;
  }
  if (size < total) {
    Value* above = b.CreateLShr(old_bits, size);
    result = runtime.binary(b, ESP_OP_Concat, total, extract(b, runtime, old, old_bits, size, total - size),
                            result, above, bits, all_bits);
  }
  return result;
}

bool is_wide(const Type* type) { return type->isIntegerTy(128); }

bool shifts_by_half(const Instruction& i) {
  const auto* amount = dyn_cast<ConstantInt>(i.getOperand(1));
  return amount && amount->getValue() == 64;
}

/// What is left of 128-bit integers when the rest was done in halves (wide.cpp).
bool has_wide_term(const Instruction& i) {
  if (!is_wide(i.getType()))
    return isa<TruncInst>(i) && is_wide(i.getOperand(0)->getType()) && label_bits(i.getType()) != 0;
  switch (i.getOpcode()) {
    case Instruction::ZExt:
      return label_bits(i.getOperand(0)->getType()) != 0;
    case Instruction::Shl:
    case Instruction::LShr:
      return shifts_by_half(i);
    default:
      return i.getOpcode() == Instruction::Or || isa<FreezeInst>(i);
  }
}

Labels build_wide_labels(IRBuilder<>& b, const RuntimeCalls& runtime, Instruction& i, LabelOf label) {
  Value* x = i.getOperand(0);
  const auto half = [&](Value* whole, unsigned n) {
    return b.CreateTrunc(n == 0 ? whole : b.CreateLShr(whole, 64), b.getInt64Ty());
  };
  const auto joined = [&](unsigned n) {
    Value* y = i.getOperand(1);
    return runtime.binary(b, ESP_OP_Or, 64, label(x, n), label(y, n), half(x, n), half(y, n), half(&i, n));
  };
  switch (i.getOpcode()) {
    case Instruction::Trunc:
      if (i.getType()->isIntegerTy(64)) return {label(x, 0)};
      return {runtime.unary(b, ESP_OP_Extract, label_bits(i.getType()), label(x, 0), 0, as_bits(b, &i))};
    case Instruction::ZExt:
      if (x->getType()->isIntegerTy(64)) return {label(x, 0), b.getInt32(0)};
      return {runtime.unary(b, ESP_OP_ZExt, 64, label(x, 0), 0, as_bits(b, x)), b.getInt32(0)};
    case Instruction::Shl:
      return {b.getInt32(0), label(x, 0)};
    case Instruction::LShr:
      return {label(x, 1), b.getInt32(0)};
    case Instruction::Or:
      return {joined(0), joined(1)};
    default:  // freeze
      return {label(x, 0), label(x, 1)};
  }
}

}  // namespace

Value* as_bits(IRBuilder<>& b, Value* value) {
  Type* type = value->getType();
  if (type->isPointerTy()) return b.CreatePtrToInt(value, b.getInt64Ty());
  if (!type->isIntegerTy()) value = b.CreateBitCast(value, b.getIntNTy(label_bits(type)));
  return b.CreateZExt(value, b.getInt64Ty());
}

bool has_term(const Instruction& i) {
  if (isa<ExtractValueInst>(i) || isa<InsertValueInst>(i)) return true;
  if (has_wide_term(i)) return true;
  if (label_bits(i.getType()) == 0) return false;
  if (isa<ExtractElementInst>(i))
    return label_bits(i.getOperand(0)->getType()) != 0 && isa<ConstantInt>(i.getOperand(1));
  if (isa<InsertElementInst>(i)) return isa<ConstantInt>(i.getOperand(2));
  if (isa<BitCastInst>(i) || isa<FreezeInst>(i)) return label_bits(i.getOperand(0)->getType()) != 0;
  if (i.getType()->isVectorTy()) return false;
  if (const auto* call = dyn_cast<IntrinsicInst>(&i)) {
    switch (call->getIntrinsicID()) {
      case Intrinsic::fabs:
      case Intrinsic::sqrt:
        return is_ieee(i.getType());
      case Intrinsic::expect:
        return true;
      default:
        return false;
    }
  }
  if (isa<GetElementPtrInst>(i)) return true;
  if (const auto* cmp = dyn_cast<CmpInst>(&i)) {
    const bool two = cmp->getPredicate() == CmpInst::FCMP_ONE || cmp->getPredicate() == CmpInst::FCMP_UEQ;
    return is_scalar(cmp->getOperand(0)->getType()) && (two || comparison(cmp->getPredicate()));
  }
  if (isa<BinaryOperator>(i)) return binary_op(i.getOpcode()).has_value();
  if (isa<UnaryOperator>(i)) return i.getOpcode() == Instruction::FNeg;
  if (isa<SelectInst>(i)) return i.getOperand(0)->getType()->isIntegerTy(1);
  if (isa<PtrToIntInst>(i)) return i.getType()->isIntegerTy();
  if (isa<IntToPtrInst>(i)) return is_scalar(i.getOperand(0)->getType());
  if (isa<CastInst>(i)) return cast_op(i.getOpcode()).has_value() && is_scalar(i.getOperand(0)->getType());
  return false;
}

Labels build_labels(IRBuilder<>& b, const RuntimeCalls& runtime, Instruction& i, LabelOf label) {
  if (has_wide_term(i)) return build_wide_labels(b, runtime, i, label);
  const unsigned bits = label_bits(i.getType());
  if (auto* value = dyn_cast<ExtractValueInst>(&i)) {
    Labels result;
    const unsigned from = leaf_offset(value->getAggregateOperand()->getType(), value->getIndices());
    for (unsigned n = 0; n < leaf_count(i.getType()); n++)
      result.push_back(label(value->getAggregateOperand(), from + n));
    return result;
  }
  if (auto* value = dyn_cast<InsertValueInst>(&i)) {
    Labels result;
    const unsigned from = leaf_offset(i.getType(), value->getIndices());
    const unsigned inserted = leaf_count(value->getInsertedValueOperand()->getType());
    for (unsigned n = 0; n < leaf_count(i.getType()); n++)
      result.push_back(n >= from && n < from + inserted ? label(value->getInsertedValueOperand(), n - from)
                                                        : label(value->getAggregateOperand(), n));
    return result;
  }
  if (auto* gep = dyn_cast<GetElementPtrInst>(&i)) return {address(b, runtime, *gep, label)};
  if (auto* cmp = dyn_cast<CmpInst>(&i)) return {compare(b, runtime, *cmp, label)};
  if (auto* insert = dyn_cast<InsertElementInst>(&i)) return {insert_element(b, runtime, *insert, label)};

  Value* x = i.getOperand(0);
  if (auto* element = dyn_cast<ExtractElementInst>(&i)) {
    const auto position =
        static_cast<unsigned>(cast<ConstantInt>(element->getIndexOperand())->getZExtValue());
    return {extract(b, runtime, label(x, 0), as_bits(b, x), position * bits, bits)};
  }
  if (isa<BitCastInst>(i) || isa<FreezeInst>(i)) return {label(x, 0)};
  if (isa<PtrToIntInst>(i) || isa<IntToPtrInst>(i)) {
    const unsigned from = label_bits(x->getType());
    if (from == bits) return {label(x, 0)};
    return {
        runtime.unary(b, from < bits ? ESP_OP_ZExt : ESP_OP_Extract, bits, label(x, 0), 0, as_bits(b, &i))};
  }
  if (auto* call = dyn_cast<IntrinsicInst>(&i)) {
    if (call->getIntrinsicID() == Intrinsic::expect) return {label(x, 0)};
    const esp_op op = call->getIntrinsicID() == Intrinsic::fabs ? ESP_OP_FAbs : ESP_OP_FSqrt;
    return {runtime.unary(b, op, bits, label(x, 0), 0, as_bits(b, &i))};
  }
  if (isa<UnaryOperator>(i)) return {runtime.unary(b, ESP_OP_FNeg, bits, label(x, 0), 0, as_bits(b, &i))};
  if (isa<CastInst>(i))
    return {runtime.unary(b, *cast_op(i.getOpcode()), bits, label(x, 0), 0, as_bits(b, &i))};

  Value* y = i.getOperand(1);
  if (isa<SelectInst>(i)) {
    Value* z = i.getOperand(2);
    return {runtime.call(b, "__esp_select", b.getInt32Ty(),
                         {b.getInt32(bits), label(x, 0), label(y, 0), label(z, 0), as_bits(b, x),
                          as_bits(b, y), as_bits(b, z)})};
  }
  return {runtime.binary(b, *binary_op(i.getOpcode()), bits, label(x, 0), label(y, 0), as_bits(b, x),
                         as_bits(b, y), as_bits(b, &i))};
}

}  // namespace espalier::plugin
