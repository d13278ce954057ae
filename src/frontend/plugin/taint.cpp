#include "taint.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace espalier::plugin {

bool reads_constant_memory(const Value* pointer) {
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
  return global && global->isConstant();
}

DenseSet<const Value*> possibly_symbolic(Function& function) {
  DenseSet<const Value*> found;
  SmallVector<const Value*> work;
  const auto mark = [&](const Value* value) {
    if (found.insert(value).second) work.push_back(value);
  };
  for (const Argument& argument : function.args()) mark(&argument);
  for (const Instruction& i : instructions(function)) {
    if (isa<CallBase>(i) && !i.getType()->isVoidTy()) mark(&i);
    if (const auto* load = dyn_cast<LoadInst>(&i); load && !reads_constant_memory(load->getPointerOperand()))
      mark(&i);
    if (isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i) || isa<VAArgInst>(i)) mark(&i);
  }
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const User* user : value->users())
      if (const auto* i = dyn_cast<Instruction>(user); i && !i->getType()->isVoidTy() && !isa<AllocaInst>(i))
        mark(i);
  }
  return found;
}

}  // namespace espalier::plugin
