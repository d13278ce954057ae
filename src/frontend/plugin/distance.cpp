// What a branch compares, for distances (runtime/distance.c).
#include "distance.h"

#include <set>

#include "label_builder.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

/// The comparison that decides: `int same = a == b; if (same)` tests a number that is the answer of one.
CmpInst* decisive(Value* condition) {
  for (;;) {
    auto* cmp = dyn_cast<CmpInst>(condition);
    if (auto* negation = dyn_cast<BinaryOperator>(condition);
        negation && negation->getOpcode() == Instruction::Xor && isa<ConstantInt>(negation->getOperand(1))) {
      condition = negation->getOperand(0);
      continue;
    }
    if (!cmp) return nullptr;
    const auto* constant = dyn_cast<ConstantInt>(cmp->getOperand(1));
    auto* wider = dyn_cast<CastInst>(cmp->getOperand(0));
    if (!constant || !constant->isZero() || !wider || !wider->getSrcTy()->isIntegerTy(1)) return cmp;
    condition = wider->getOperand(0);
    if (!isa<CmpInst>(condition)) return cmp;
  }
}

struct Compared {
  esp_compared how = ESP_COMPARED_NOTHING;
  Value *a, *b;
};

Compared compared(IRBuilder<>& b, Value* condition) {
  const Compared nothing{ESP_COMPARED_NOTHING, b.getInt64(0), b.getInt64(0)};
  const CmpInst* cmp = decisive(condition);
  if (!cmp) return nothing;
  Value *x = cmp->getOperand(0), *y = cmp->getOperand(1);
  Type* type = x->getType();
  if (type->isFloatTy() || type->isDoubleTy())
    return {type->isFloatTy() ? ESP_COMPARED_FLOAT : ESP_COMPARED_DOUBLE, as_bits(b, x), as_bits(b, y)};
  if (!type->isIntegerTy() || label_bits(type) == 0) return nothing;
  const auto widened = [&](bool as_signed) {
    return std::pair{b.CreateIntCast(x, b.getInt64Ty(), as_signed),
                     b.CreateIntCast(y, b.getInt64Ty(), as_signed)};
  };
  const bool is_unsigned = cmp->isUnsigned();
  const auto [first, second] = widened(!is_unsigned);
  if (cmp->isEquality()) return {ESP_COMPARED_EQUAL, first, second};
  return {is_unsigned ? ESP_COMPARED_UNSIGNED : ESP_COMPARED_SIGNED, first, second};
}

/// A table: the number of cases, their values, sign-extended, and one that is none of them; if there is no
/// such value, the first one again.
Constant* case_labels(SwitchInst& choice) {
  SmallVector<std::uint64_t> values{choice.getNumCases()};
  std::set<std::uint64_t> known;
  for (const auto& option : choice.cases()) {
    const APInt& value = option.getCaseValue()->getValue();
    values.push_back(static_cast<std::uint64_t>(value.sextOrTrunc(64).getSExtValue()));
    known.insert(value.zextOrTrunc(64).getZExtValue());
  }
  const std::uint64_t last = cast<IntegerType>(choice.getCondition()->getType())->getBitMask();
  std::uint64_t other = 0;
  while (other < last && known.contains(other)) other++;
  values.push_back(known.contains(other) ? values[1] : other);
  Constant* data = ConstantDataArray::get(choice.getContext(), values);
  return new GlobalVariable(*choice.getModule(), data->getType(), true, GlobalValue::PrivateLinkage, data,
                            "esp_cases");
}

}  // namespace

Value* tell_comparison(IRBuilder<>& b, const RuntimeCalls& runtime, Value* condition, Value* label,
                       Constant* first) {
  const Compared found = compared(b, condition);
  Value* what = b.CreateOr(b.CreateShl(b.CreateZExt(condition, b.getInt32Ty()), 8), b.getInt32(found.how));
  Value* truth = runtime.call(b, "__esp_compare", b.getInt32Ty(), {label, first, what, found.a, found.b});
  return b.CreateICmpNE(truth, b.getInt32(0));
}

Value* tell_choice(IRBuilder<>& b, const RuntimeCalls& runtime, SwitchInst& choice, Value* label,
                   Constant* first) {
  Value* value = choice.getCondition();
  Value* wide = b.CreateIntCast(value, b.getInt64Ty(), true);
  Value* decided = runtime.call(b, "__esp_switch", b.getInt64Ty(), {label, first, wide, case_labels(choice)});
  return b.CreateIntCast(decided, value->getType(), true);
}

}  // namespace espalier::plugin
