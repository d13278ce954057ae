#include "operations.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

/// Arithmetic on one width, with constants of that width.
class Words {
 public:
  Words(IRBuilder<>& b, Type* type) : b_(b), type_(type), bits_(type->getIntegerBitWidth()) {}

  [[nodiscard]] Value* constant(std::uint64_t v) const { return ConstantInt::get(type_, v); }
  [[nodiscard]] unsigned bits() const { return bits_; }
  /// The byte repeated over the word.
  [[nodiscard]] Value* repeated(unsigned byte) const {
    return ConstantInt::get(type_, APInt::getSplat(bits_, APInt(8, byte)));
  }
  Value* sign(Value* x) { return b_.CreateAShr(x, constant(bits_ - 1)); }
  Value* is_negative(Value* x) { return b_.CreateICmpSLT(x, constant(0)); }
  Value* least() { return ConstantInt::get(type_, APInt::getSignedMinValue(bits_)); }
  Value* greatest() { return ConstantInt::get(type_, APInt::getSignedMaxValue(bits_)); }

 private:
  IRBuilder<>& b_;
  Type* type_;
  unsigned bits_;
};

/// fshl a, b, c  =  a << s | b >> 1 >> (w-1-s),  s = c mod w; the shift by one keeps s = 0 right.
Value* funnel_left(IRBuilder<>& b, Words w, Value* high, Value* low, Value* amount) {
  Value* s = b.CreateAnd(amount, w.constant(w.bits() - 1));
  Value* rest = b.CreateXor(s, w.constant(w.bits() - 1));
  return b.CreateOr(b.CreateShl(high, s), b.CreateLShr(b.CreateLShr(low, w.constant(1)), rest));
}

Value* funnel_right(IRBuilder<>& b, Words w, Value* high, Value* low, Value* amount) {
  Value* s = b.CreateAnd(amount, w.constant(w.bits() - 1));
  Value* rest = b.CreateXor(s, w.constant(w.bits() - 1));
  return b.CreateOr(b.CreateShl(b.CreateShl(high, w.constant(1)), rest), b.CreateLShr(low, s));
}

/// Swaps neighbouring fields of `size` bits, where `mask` has the lower field of each pair.
Value* swap_fields(IRBuilder<>& b, Words w, Value* x, unsigned size, Value* mask) {
  return b.CreateOr(b.CreateShl(b.CreateAnd(x, mask), w.constant(size)),
                    b.CreateAnd(b.CreateLShr(x, w.constant(size)), mask));
}

Value* byte_swap(IRBuilder<>& b, Words w, Value* x) {
  for (unsigned size = 8; size < w.bits(); size *= 2)
    x = swap_fields(
        b, w, x, size,
        ConstantInt::get(x->getType(), APInt::getSplat(w.bits(), APInt::getLowBitsSet(2 * size, size))));
  return x;
}

Value* bit_reverse(IRBuilder<>& b, Words w, Value* x) {
  x = swap_fields(b, w, x, 1, w.repeated(0x55));
  x = swap_fields(b, w, x, 2, w.repeated(0x33));
  x = swap_fields(b, w, x, 4, w.repeated(0x0f));
  return w.bits() == 8 ? x : byte_swap(b, w, x);
}

/// Sums of ever wider fields.
Value* population(IRBuilder<>& b, Words w, Value* x) {
  x = b.CreateSub(x, b.CreateAnd(b.CreateLShr(x, w.constant(1)), w.repeated(0x55)));
  x = b.CreateAdd(b.CreateAnd(x, w.repeated(0x33)),
                  b.CreateAnd(b.CreateLShr(x, w.constant(2)), w.repeated(0x33)));
  x = b.CreateAnd(b.CreateAdd(x, b.CreateLShr(x, w.constant(4))), w.repeated(0x0f));
  for (unsigned size = 8; size < w.bits(); size *= 2) x = b.CreateAdd(x, b.CreateLShr(x, w.constant(size)));
  return b.CreateAnd(x, w.constant(2 * w.bits() - 1));
}

Value* leading_zeros(IRBuilder<>& b, Words w, Value* x) {
  for (unsigned n = 1; n < w.bits(); n *= 2) x = b.CreateOr(x, b.CreateLShr(x, w.constant(n)));
  return population(b, w, b.CreateNot(x));
}

Value* trailing_zeros(IRBuilder<>& b, Words w, Value* x) {
  return population(b, w, b.CreateAnd(b.CreateNot(x), b.CreateSub(x, w.constant(1))));
}

struct Outcome {
  Value* value;
  Value* overflows;
};

Outcome multiply(IRBuilder<>& b, Words w, bool is_signed, Value* x, Value* y) {
  if (w.bits() <= 32) {
    Type* wide = b.getIntNTy(2 * w.bits());
    const auto widen = [&](Value* v) { return is_signed ? b.CreateSExt(v, wide) : b.CreateZExt(v, wide); };
    Value* product = b.CreateMul(widen(x), widen(y));
    Value* value = b.CreateTrunc(product, x->getType());
    return {value, b.CreateICmpNE(product, widen(value))};
  }
  Value* value = b.CreateMul(x, y);
  Value* high = product_high(b, x, y);
  if (!is_signed) return {value, b.CreateICmpNE(high, w.constant(0))};
  high = b.CreateSub(high, b.CreateAnd(w.sign(x), y));
  high = b.CreateSub(high, b.CreateAnd(w.sign(y), x));
  return {value, b.CreateICmpNE(high, w.sign(value))};
}

std::optional<Outcome> checked(IRBuilder<>& b, Words w, Intrinsic::ID id, Value* x, Value* y) {
  switch (id) {
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::uadd_sat: {
      Value* sum = b.CreateAdd(x, y);
      return Outcome{sum, b.CreateICmpULT(sum, x)};
    }
    case Intrinsic::usub_with_overflow:
    case Intrinsic::usub_sat:
      return Outcome{b.CreateSub(x, y), b.CreateICmpULT(x, y)};
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::sadd_sat: {  // the sum's sign is neither operand's
      Value* sum = b.CreateAdd(x, y);
      return Outcome{sum, w.is_negative(b.CreateAnd(b.CreateXor(sum, x), b.CreateXor(sum, y)))};
    }
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::ssub_sat: {
      Value* difference = b.CreateSub(x, y);
      return Outcome{difference, w.is_negative(b.CreateAnd(b.CreateXor(x, y), b.CreateXor(x, difference)))};
    }
    case Intrinsic::umul_with_overflow:
      return multiply(b, w, false, x, y);
    case Intrinsic::smul_with_overflow:
      return multiply(b, w, true, x, y);
    default:
      return std::nullopt;
  }
}

Value* saturated(IRBuilder<>& b, Words w, Intrinsic::ID id, Value* x, const Outcome& outcome) {
  Value* limit = nullptr;
  if (id == Intrinsic::uadd_sat)
    limit = Constant::getAllOnesValue(x->getType());
  else if (id == Intrinsic::usub_sat)
    limit = w.constant(0);
  else  // past the end on the side of the first operand
    limit = b.CreateXor(w.sign(x), w.greatest());
  return b.CreateSelect(outcome.overflows, limit, outcome.value);
}

Value* spelled_out(IRBuilder<>& b, IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (call.arg_size() == 0 || !call.getArgOperand(0)->getType()->isIntegerTy()) return nullptr;
  Value* x = call.getArgOperand(0);
  Value* y = call.arg_size() > 1 ? call.getArgOperand(1) : nullptr;
  Words w(b, x->getType());
  if (w.bits() > 64 || w.bits() < 8 || !isPowerOf2_32(w.bits())) return nullptr;
  switch (id) {
    case Intrinsic::fshl:
      return funnel_left(b, w, x, y, call.getArgOperand(2));
    case Intrinsic::fshr:
      return funnel_right(b, w, x, y, call.getArgOperand(2));
    case Intrinsic::bswap:
      return byte_swap(b, w, x);
    case Intrinsic::bitreverse:
      return bit_reverse(b, w, x);
    case Intrinsic::ctpop:
      return population(b, w, x);
    case Intrinsic::ctlz:
      return leading_zeros(b, w, x);
    case Intrinsic::cttz:
      return trailing_zeros(b, w, x);
    case Intrinsic::abs:
      return b.CreateSub(b.CreateXor(x, w.sign(x)), w.sign(x));
    case Intrinsic::smin:
      return b.CreateSelect(b.CreateICmpSLT(x, y), x, y);
    case Intrinsic::smax:
      return b.CreateSelect(b.CreateICmpSGT(x, y), x, y);
    case Intrinsic::umin:
      return b.CreateSelect(b.CreateICmpULT(x, y), x, y);
    case Intrinsic::umax:
      return b.CreateSelect(b.CreateICmpUGT(x, y), x, y);
    default:
      break;
  }
  const auto outcome = checked(b, w, id, x, y);
  if (!outcome) return nullptr;
  if (call.getType()->isIntegerTy()) return saturated(b, w, id, x, *outcome);
  Value* pair = b.CreateInsertValue(PoisonValue::get(call.getType()), outcome->value, 0);
  return b.CreateInsertValue(pair, outcome->overflows, 1);
}

/// The classes of is.fpclass by the bits of the number.
Value* classified(IRBuilder<>& b, IntrinsicInst& call) {
  Value* x = call.getArgOperand(0);
  if (!x->getType()->isFloatTy() && !x->getType()->isDoubleTy()) return nullptr;
  const auto mask = static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
  const bool single = x->getType()->isFloatTy();
  Type* type = single ? b.getInt32Ty() : b.getInt64Ty();
  const std::uint64_t infinity = single ? 0x7f800000 : 0x7ff0000000000000;
  const std::uint64_t normal = single ? 0x00800000 : 0x0010000000000000;
  const std::uint64_t quiet = infinity | (single ? 0x00400000 : 0x0008000000000000);
  const auto k = [&](std::uint64_t v) { return ConstantInt::get(type, v); };
  Value* bits = b.CreateBitCast(x, type);
  Value* magnitude = b.CreateAnd(bits, k(single ? 0x7fffffff : 0x7fffffffffffffff));
  Value* negative = b.CreateICmpSLT(bits, k(0));
  // first magnitude, how many of them, and the mask's bits for negative and positive ones
  const struct {
    std::uint64_t first, count;
    unsigned minus, plus;
  } classes[] = {{infinity + 1, quiet - infinity - 1, 1u << 0, 1u << 0},
                 {quiet, (single ? 0x80000000 : 0x8000000000000000) - quiet, 1u << 1, 1u << 1},
                 {infinity, 1, 1u << 2, 1u << 9},
                 {normal, infinity - normal, 1u << 3, 1u << 8},
                 {1, normal - 1, 1u << 4, 1u << 7},
                 {0, 1, 1u << 5, 1u << 6}};
  Value* result = b.getFalse();
  for (const auto& c : classes) {
    const bool minus = mask & c.minus, plus = mask & c.plus;
    if (!minus && !plus) continue;
    Value* is = b.CreateICmpULT(b.CreateSub(magnitude, k(c.first)), k(c.count));
    if (!plus) is = b.CreateAnd(is, negative);
    if (!minus) is = b.CreateAnd(is, b.CreateNot(negative));
    result = b.CreateOr(result, is);
  }
  return result;
}

Value* with_sign_of(IRBuilder<>& b, IntrinsicInst& call) {
  Type* type = call.getType();
  if (!type->isFloatTy() && !type->isDoubleTy()) return nullptr;
  Type* word = type->isFloatTy() ? b.getInt32Ty() : b.getInt64Ty();
  Value* sign = ConstantInt::get(word, APInt::getSignMask(word->getIntegerBitWidth()));
  Value* magnitude = b.CreateAnd(b.CreateBitCast(call.getArgOperand(0), word), b.CreateNot(sign));
  Value* other = b.CreateAnd(b.CreateBitCast(call.getArgOperand(1), word), sign);
  return b.CreateBitCast(b.CreateOr(magnitude, other), type);
}

void spell_out_intrinsics(Function& function) {
  for (Instruction& i : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&i);
    if (!call) continue;
    IRBuilder<> b(call);
    Value* value = nullptr;
    if (call->getIntrinsicID() == Intrinsic::is_fpclass)
      value = classified(b, *call);
    else if (call->getIntrinsicID() == Intrinsic::copysign)
      value = with_sign_of(b, *call);
    else
      value = spelled_out(b, *call);
    if (!value) continue;
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

/// With threads, taking the atomicity away would change the program.
bool has_threads(const Module& module) {
  return module.getFunction("pthread_create") || module.getFunction("thrd_create");
}

void lower_atomics(Function& function) {
  if (has_threads(*function.getParent())) return;
  for (Instruction& i : make_early_inc_range(instructions(function))) {
    if (auto* load = dyn_cast<LoadInst>(&i); load && load->isAtomic())
      load->setAtomic(AtomicOrdering::NotAtomic);
    else if (auto* store = dyn_cast<StoreInst>(&i); store && store->isAtomic())
      store->setAtomic(AtomicOrdering::NotAtomic);
    else if (auto* change = dyn_cast<AtomicRMWInst>(&i); change && !change->isVolatile())
      lowerAtomicRMWInst(change);
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i); exchange && !exchange->isVolatile())
      lowerAtomicCmpXchgInst(exchange);
    else if (auto* fence = dyn_cast<FenceInst>(&i))
      fence->eraseFromParent();
  }
}

}  // namespace

/// Four products of halves (Warren, Hacker's Delight, 8-2).
Value* product_high(IRBuilder<>& b, Value* x, Value* y) {
  Value *x0 = b.CreateAnd(x, 0xffffffff), *x1 = b.CreateLShr(x, 32);
  Value *y0 = b.CreateAnd(y, 0xffffffff), *y1 = b.CreateLShr(y, 32);
  Value* t = b.CreateAdd(b.CreateMul(x1, y0), b.CreateLShr(b.CreateMul(x0, y0), 32));
  Value* middle = b.CreateAdd(b.CreateMul(x0, y1), b.CreateAnd(t, 0xffffffff));
  return b.CreateAdd(b.CreateAdd(b.CreateMul(x1, y1), b.CreateLShr(t, 32)), b.CreateLShr(middle, 32));
}

void spell_out_operations(Function& function) {
  lower_atomics(function);
  split_wide_integers(function);
  spell_out_intrinsics(function);
}

}  // namespace espalier::plugin
