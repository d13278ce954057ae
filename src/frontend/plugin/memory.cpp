// Loads and stores: labels of what is read, also at addresses that depend on the input (runtime/memory.c).
#include "function_instrumenter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "shadow.h"
#include "taint.h"
#include "types.h"

using namespace llvm;

namespace espalier::plugin {

bool FunctionInstrumenter::has_label(Type* type) const {
  const std::uint64_t size = size_of(type);
  return label_bits(type) == size * 8 && size <= 8;
}

Constant* FunctionInstrumenter::access(Instruction* where) {
  Constant*& sites = accesses_[where];
  if (!sites) sites = layout_.coverage_byte(layout_.add_access(*where, where->getType()->isPointerTy()));
  return sites;
}

void FunctionInstrumenter::check_load(LoadInst* load) {
  Value* pointer = load->getPointerOperand();
  Value* root = pointer;  // offsets that cannot be symbolic add nothing to ask for
  while (auto* gep = dyn_cast<GetElementPtrInst>(root)) {
    if (any_of(gep->indices(), [&](const Use& index) { return may_be_symbolic(index.get()); })) break;
    root = gep->getPointerOperand();
  }
  if (members_.contains(root)) flush(load);
  Value* l = label(root, 0);
  if (l == zero_) return;
  IRBuilder<> b(load);
  b.SetCurrentDebugLocation(load->getDebugLoc());
  IRBuilder<> cold(SplitBlockAndInsertIfThen(b.CreateICmpNE(l, zero_), load, false, unlikely_));
  cold.SetCurrentDebugLocation(load->getDebugLoc());
  runtime_.call(
      cold, "__esp_before_load", cold.getVoidTy(),
      {l, root, pointer, cold.getInt32(static_cast<unsigned>(size_of(load->getType()))), access(load)});
}

void FunctionInstrumenter::visit_load(LoadInst* load) {
  if (load->isVolatile()) {
    flush(load);
    IRBuilder<> b(load);
    runtime_.call(b, "__esp_approximate", b.getVoidTy(), {zero_, approximation(*load, "volatile variable")});
  }
  Value* pointer = load->getPointerOperand();
  const bool constant = reads_constant_memory(pointer);
  const bool symbolic = may_be_symbolic(pointer);
  if (constant && !symbolic) return set_concrete(load);
  if (symbolic) check_load(load);
  depend_on(pointer);
  if (!constant) {
    IRBuilder<> b(load->getNextNode());
    tested_.push_back(marks(b, runtime_, pointer, size_of(load->getType()), load->getAlign()));
  }
  group_reads_symbolic_ |= symbolic;
  join(load);
}

Labels FunctionInstrumenter::compute_load(IRBuilder<>& b, LoadInst* load) {
  Value* pointer = load->getPointerOperand();
  Value* size = b.getInt32(static_cast<unsigned>(size_of(load->getType())));
  if (has_label(load->getType())) {
    if (!may_be_symbolic(pointer))
      return {runtime_.call(b, "__esp_load", b.getInt32Ty(), {pointer, size, as_bits(b, load)})};
    return {runtime_.call(b, "__esp_load_from", b.getInt32Ty(),
                          {label(pointer, 0), pointer, size, as_bits(b, load), access(load),
                           b.getInt32(load->getType()->isPointerTy())})};
  }
  pin(b, label(pointer, 0), *load, "read at an address that depends on the input");
  runtime_.call(
      b, "__esp_lost_memory", b.getVoidTy(),
      {pointer, b.getInt64(size_of(load->getType())), approximation(*load, "value of an unsupported type")});
  return Labels(leaf_count(load->getType()), zero_);
}

void FunctionInstrumenter::visit_store(StoreInst* store) {
  Value *pointer = store->getPointerOperand(), *value = store->getValueOperand();
  const bool symbolic = may_be_symbolic(pointer) && has_label(value->getType());
  if (symbolic || group_reads_symbolic_) flush(store);
  depend_on(pointer);
  depend_on(value);
  IRBuilder<> b(symbolic ? store : store->getNextNode());
  tested_.push_back(marks(b, runtime_, pointer, size_of(value->getType()), store->getAlign()));
  if (!symbolic) return join(store);
  flush(store, false, [&](IRBuilder<>& cold) {  // before it happens: every cell's old value counts
    cold.SetCurrentDebugLocation(store->getDebugLoc());
    runtime_.call(
        cold, "__esp_store_to", cold.getVoidTy(),
        {label(pointer, 0), pointer, cold.getInt32(static_cast<unsigned>(size_of(value->getType()))),
         label(value, 0), as_bits(cold, value), access(store)});
  });
}

void FunctionInstrumenter::register_locals(IRBuilder<>& b) {
  const bool grows = any_of(instructions(function_), [](const Instruction& i) {
    return isa<AllocaInst>(i) && !cast<AllocaInst>(i).isStaticAlloca();
  });
  if (locals_.empty() && !grows) return;
  locals_before_ = b.CreateLoad(b.getInt32Ty(), runtime_.local_count());
  for (const Local& local : locals_)
    runtime_.call(b, "__esp_local", b.getVoidTy(), {local.place, b.getInt64(local.size)}, false);
}

void FunctionInstrumenter::visit_alloca(AllocaInst* place) {
  if (place->isStaticAlloca()) return;
  flush(place);
  IRBuilder<> before(place);
  before.SetCurrentDebugLocation(place->getDebugLoc());
  pin(before, label(place->getArraySize(), 0), *place, "size of an array that depends on the input");
  IRBuilder<> b(place->getNextNode());
  b.SetCurrentDebugLocation(place->getDebugLoc());
  Value* count = b.CreateZExtOrTrunc(place->getArraySize(), b.getInt64Ty());
  const auto element = function_.getParent()->getDataLayout().getTypeAllocSize(place->getAllocatedType());
  runtime_.call(b, "__esp_local", b.getVoidTy(), {place, b.CreateMul(count, b.getInt64(element))}, false);
}

void FunctionInstrumenter::forget_locals(IRBuilder<>& b) {
  if (locals_before_) b.CreateStore(locals_before_, runtime_.local_count());
}

void FunctionInstrumenter::compute_store(IRBuilder<>& b, StoreInst* store) {
  Value *pointer = store->getPointerOperand(), *value = store->getValueOperand();
  const std::uint64_t size = size_of(value->getType());
  pin(b, label(pointer, 0), *store, "write at an address that depends on the input");
  if (has_label(value->getType())) {
    runtime_.call(b, "__esp_store", b.getVoidTy(),
                  {pointer, b.getInt32(static_cast<unsigned>(size)), label(value, 0)});
  } else {
    lose(b, {value}, *store, "value of an unsupported type");
    runtime_.call(b, "__esp_clear", b.getVoidTy(), {pointer, b.getInt64(size)}, false);
  }
}

}  // namespace espalier::plugin
