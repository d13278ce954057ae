// 128-bit integers in halves.  A whole remains only where values enter or leave (parameters, results, `?:`):
// it is taken apart and put together by operations that label_builder knows,
//
//   low = trunc w      high = trunc (w >> 64)      w = zext low | zext high << 64
//
// and every other operation works on the halves.  Division has no halves: it is exact while concrete.
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "operations.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

struct Halves {
  Value *low, *high;
};

class Splitter {
 public:
  explicit Splitter(Function& function) : function_(function) {}

  void run() {
    std::vector<Instruction*> work;
    for (Instruction& i : instructions(function_)) work.push_back(&i);
    for (Instruction* i : work) visit(i);
  }

 private:
  static bool is_wide(const Type* type) { return type->isIntegerTy(128); }

  Halves halves(IRBuilder<>& b, Value* whole) {
    if (const auto known = known_.find(whole); known != known_.end()) return known->second;
    if (const auto* constant = dyn_cast<ConstantInt>(whole))
      return {b.getInt64(constant->getValue().trunc(64).getZExtValue()),
              b.getInt64(constant->getValue().lshr(64).trunc(64).getZExtValue())};
    return {b.CreateTrunc(whole, b.getInt64Ty()), b.CreateTrunc(b.CreateLShr(whole, 64), b.getInt64Ty())};
  }

  void replace(IRBuilder<>& b, Instruction* i, Halves parts) {
    Value* high = b.CreateShl(b.CreateZExt(parts.high, i->getType()), 64);
    Value* whole = b.CreateOr(b.CreateZExt(parts.low, i->getType()), high);
    known_[whole] = parts;
    i->replaceAllUsesWith(whole);
    i->eraseFromParent();
  }

  void replace(Instruction* i, Value* value) {
    i->replaceAllUsesWith(value);
    i->eraseFromParent();
  }

  void visit(Instruction* i) {
    IRBuilder<> b(i);
    if (auto* load = dyn_cast<LoadInst>(i); load && is_wide(i->getType()) && load->isSimple()) {
      Value* second = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), load->getPointerOperand(), 8);
      Value* low = b.CreateAlignedLoad(b.getInt64Ty(), load->getPointerOperand(), load->getAlign());
      return replace(
          b, i, {low, b.CreateAlignedLoad(b.getInt64Ty(), second, commonAlignment(load->getAlign(), 8))});
    }
    if (auto* store = dyn_cast<StoreInst>(i);
        store && is_wide(store->getValueOperand()->getType()) && store->isSimple()) {
      const Halves parts = halves(b, store->getValueOperand());
      Value* second = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), store->getPointerOperand(), 8);
      b.CreateAlignedStore(parts.low, store->getPointerOperand(), store->getAlign());
      b.CreateAlignedStore(parts.high, second, commonAlignment(store->getAlign(), 8));
      i->eraseFromParent();
      return;
    }
    if (auto* cmp = dyn_cast<ICmpInst>(i); cmp && is_wide(cmp->getOperand(0)->getType()))
      return replace(i, compare(b, *cmp));
    if (isa<TruncInst>(i) && is_wide(i->getOperand(0)->getType()) && i->getType()->getIntegerBitWidth() <= 64)
      return replace(i, b.CreateTrunc(halves(b, i->getOperand(0)).low, i->getType()));
    if (!is_wide(i->getType())) return;
    if (isa<ZExtInst>(i) && i->getOperand(0)->getType()->getIntegerBitWidth() <= 64)
      return replace(b, i, {b.CreateZExt(i->getOperand(0), b.getInt64Ty()), b.getInt64(0)});
    if (isa<SExtInst>(i) && i->getOperand(0)->getType()->getIntegerBitWidth() <= 64) {
      Value* low = b.CreateSExt(i->getOperand(0), b.getInt64Ty());
      return replace(b, i, {low, b.CreateAShr(low, 63)});
    }
    if (isa<SelectInst>(i) && i->getOperand(0)->getType()->isIntegerTy(1)) {
      const Halves x = halves(b, i->getOperand(1)), y = halves(b, i->getOperand(2));
      Value* c = i->getOperand(0);
      return replace(b, i, {b.CreateSelect(c, x.low, y.low), b.CreateSelect(c, x.high, y.high)});
    }
    if (auto* op = dyn_cast<BinaryOperator>(i))
      if (const auto parts = compute(b, *op)) return replace(b, i, *parts);
  }

  std::optional<Halves> compute(IRBuilder<>& b, BinaryOperator& op) {
    if (op.isIntDivRem()) return std::nullopt;
    const Halves x = halves(b, op.getOperand(0)), y = halves(b, op.getOperand(1));
    switch (op.getOpcode()) {
      case Instruction::Add: {
        Value* low = b.CreateAdd(x.low, y.low);
        Value* carry = b.CreateZExt(b.CreateICmpULT(low, x.low), b.getInt64Ty());
        return Halves{low, b.CreateAdd(b.CreateAdd(x.high, y.high), carry)};
      }
      case Instruction::Sub: {
        Value* borrow = b.CreateZExt(b.CreateICmpULT(x.low, y.low), b.getInt64Ty());
        return Halves{b.CreateSub(x.low, y.low), b.CreateSub(b.CreateSub(x.high, y.high), borrow)};
      }
      case Instruction::Mul: {
        Value* high = product_high(b, x.low, y.low);
        const auto add = [&](Value* p, Value* q) {
          const auto* zero = dyn_cast<ConstantInt>(q);
          if (!zero || !zero->isZero()) high = b.CreateAdd(high, b.CreateMul(p, q));
        };
        add(x.low, y.high);
        add(y.low, x.high);
        return Halves{b.CreateMul(x.low, y.low), high};
      }
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
        return Halves{b.CreateBinOp(op.getOpcode(), x.low, y.low),
                      b.CreateBinOp(op.getOpcode(), x.high, y.high)};
      default:
        return shift(b, op.getOpcode(), x, y.low);
    }
  }

  /// The amount is below 128.  t = amount mod 64; past 64, one half moves into the other.
  static Halves shift(IRBuilder<>& b, unsigned opcode, Halves x, Value* amount) {
    Value* t = b.CreateAnd(amount, 63);
    Value* rest = b.CreateXor(t, b.getInt64(63));
    Value* far = b.CreateICmpNE(b.CreateAnd(amount, 64), b.getInt64(0));
    if (opcode == Instruction::Shl) {
      Value* moved = b.CreateShl(x.low, t);
      Value* near = b.CreateOr(b.CreateShl(x.high, t), b.CreateLShr(b.CreateLShr(x.low, 1), rest));
      return {b.CreateSelect(far, b.getInt64(0), moved), b.CreateSelect(far, moved, near)};
    }
    const bool is_signed = opcode == Instruction::AShr;
    Value* moved = is_signed ? b.CreateAShr(x.high, t) : b.CreateLShr(x.high, t);
    Value* near = b.CreateOr(b.CreateLShr(x.low, t), b.CreateShl(b.CreateShl(x.high, 1), rest));
    Value* fill = is_signed ? b.CreateAShr(x.high, 63) : b.getInt64(0);
    return {b.CreateSelect(far, moved, near), b.CreateSelect(far, fill, moved)};
  }

  Value* compare(IRBuilder<>& b, const ICmpInst& cmp) {
    const Halves x = halves(b, cmp.getOperand(0)), y = halves(b, cmp.getOperand(1));
    if (cmp.isEquality()) {
      Value* differs = b.CreateOr(b.CreateXor(x.low, y.low), b.CreateXor(x.high, y.high));
      return b.CreateICmp(cmp.getPredicate(), differs, b.getInt64(0));
    }
    Value* above = b.CreateICmp(cmp.getStrictPredicate(), x.high, y.high);
    Value* low = b.CreateICmp(ICmpInst::getUnsignedPredicate(cmp.getPredicate()), x.low, y.low);
    return b.CreateOr(above, b.CreateAnd(b.CreateICmpEQ(x.high, y.high), low));
  }

  Function& function_;
  DenseMap<const Value*, Halves> known_;
};

}  // namespace

void split_wide_integers(Function& function) { Splitter(function).run(); }

}  // namespace espalier::plugin
