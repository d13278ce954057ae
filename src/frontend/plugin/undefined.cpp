// Signed overflow and shifts out of range, as checks that the search asks for (--check-undefined).
//
// Clang marks signed arithmetic "no signed wrap" when it compiles without -fwrapv, and unsigned arithmetic
// not at all; that mark is the only trace of signedness in the IR.
#include "undefined.h"

#include <cstdlib>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "normalise.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

bool asked_for() {
  const char* checks = std::getenv(ESP_ENV_CHECKS);
  return checks && StringRef(checks).contains("undefined");
}

bool can_overflow(const BinaryOperator& op, const SimplifyQuery& query) {
  switch (op.getOpcode()) {
    case Instruction::Add:
      return computeOverflowForSignedAdd(op.getOperand(0), op.getOperand(1), query) !=
             OverflowResult::NeverOverflows;
    case Instruction::Sub:
      return computeOverflowForSignedSub(op.getOperand(0), op.getOperand(1), query) !=
             OverflowResult::NeverOverflows;
    case Instruction::Mul:
      return computeOverflowForSignedMul(op.getOperand(0), op.getOperand(1), query) !=
             OverflowResult::NeverOverflows;
    default:
      return false;
  }
}

bool can_leave_width(const BinaryOperator& op, const SimplifyQuery& query) {
  const KnownBits amount = computeKnownBits(op.getOperand(1), query.DL);
  return amount.getMaxValue().uge(op.getType()->getIntegerBitWidth());
}

/// A product with a constant fits exactly while the other factor stays between two quotients.
Value* leaves_quotients(IRBuilder<>& b, Value* x, const APInt& factor) {
  const unsigned bits = factor.getBitWidth();
  const APInt least = APInt::getSignedMinValue(bits), most = APInt::getSignedMaxValue(bits);
  const auto number = [&](const APInt& value) { return ConstantInt::get(x->getType(), value); };
  if (factor.isAllOnes()) return b.CreateICmpEQ(x, number(least));
  const APInt one = least.sdiv(factor), other = most.sdiv(factor);
  const bool in_order = one.sle(other);
  return b.CreateOr(b.CreateICmpSLT(x, number(in_order ? one : other)),
                    b.CreateICmpSGT(x, number(in_order ? other : one)));
}

/// Up to 32 bits the product is compared at twice the width.  Above, it fits if the wrapped product divided
/// by y gives x again; y is made harmless where the division would fail: zero never overflows, -1 only for
/// the least x.
Value* product_overflows(IRBuilder<>& b, Value* x, Value* y) {
  Type* type = x->getType();
  const unsigned bits = type->getIntegerBitWidth();
  if (const auto* factor = dyn_cast<ConstantInt>(y)) return leaves_quotients(b, x, factor->getValue());
  if (const auto* factor = dyn_cast<ConstantInt>(x)) return leaves_quotients(b, y, factor->getValue());
  if (bits <= 32) {
    Value* product = b.CreateMul(b.CreateSExt(x, b.getInt64Ty()), b.CreateSExt(y, b.getInt64Ty()));
    return b.CreateICmpNE(product, b.CreateSExt(b.CreateTrunc(product, type), b.getInt64Ty()));
  }
  Value* is_minus_one = b.CreateICmpEQ(y, Constant::getAllOnesValue(type));
  Value* special = b.CreateOr(b.CreateICmpEQ(y, ConstantInt::get(type, 0)), is_minus_one);
  Value* usual = b.CreateNot(special);
  Value* divisor = b.CreateOr(b.CreateAnd(y, b.CreateSExt(usual, type)), b.CreateZExt(special, type));
  Value* differs = b.CreateAnd(usual, b.CreateICmpNE(b.CreateSDiv(b.CreateMul(x, y), divisor), x));
  Value* is_least = b.CreateICmpEQ(x, ConstantInt::get(type, APInt::getSignedMinValue(bits)));
  return b.CreateOr(differs, b.CreateAnd(is_minus_one, is_least));
}

/// True where the exact result does not fit: for sums and differences the signs tell.
Value* overflows(IRBuilder<>& b, BinaryOperator* op) {
  Value *x = op->getOperand(0), *y = op->getOperand(1);
  const auto negative = [&](Value* v) { return b.CreateICmpSLT(v, ConstantInt::get(op->getType(), 0)); };
  if (op->getOpcode() == Instruction::Mul) return product_overflows(b, x, y);
  if (op->getOpcode() == Instruction::Add) {
    Value* sum = b.CreateAdd(x, y);
    return negative(b.CreateAnd(b.CreateXor(x, sum), b.CreateXor(y, sum)));
  }
  Value* difference = b.CreateSub(x, y);
  return negative(b.CreateAnd(b.CreateXor(x, y), b.CreateXor(x, difference)));
}

}  // namespace

std::vector<UndefinedOperation> undefined_operations(Function& function) {
  std::vector<UndefinedOperation> found;
  if (!asked_for()) return found;
  const SimplifyQuery query(function.getParent()->getDataLayout());
  for (Instruction& i : instructions(function)) {
    auto* op = dyn_cast<BinaryOperator>(&i);
    if (!op || !op->getType()->isIntegerTy() || op->getType()->getIntegerBitWidth() > 64) continue;
    if (op->isShift()
            ? can_leave_width(*op, query)
            : isa<OverflowingBinaryOperator>(op) && op->hasNoSignedWrap() && can_overflow(*op, query))
      found.push_back({op, op->getOperand(1)});
  }
  return found;
}

void guard_undefined(const std::vector<UndefinedOperation>& operations) {
  for (const auto& [op, amount] : operations) {
    IRBuilder<> b(op);
    b.SetCurrentDebugLocation(op->getDebugLoc());
    const unsigned bits = op->getType()->getIntegerBitWidth();
    const bool shift = op->isShift();
    const StringRef what = shift ? "bad shift" : "signed overflow";
    Value* fails = shift ? b.CreateICmpUGE(amount, ConstantInt::get(op->getType(), bits)) : overflows(b, op);
    IRBuilder<> end(add_check(op, fails, what));
    end.SetCurrentDebugLocation(op->getDebugLoc());
    const auto ends =
        op->getModule()->getOrInsertFunction("__esp_undefined", end.getVoidTy(), end.getPtrTy());
    end.CreateCall(ends, {end.CreateGlobalStringPtr(what, "esp_check")});
  }
}

}  // namespace espalier::plugin
