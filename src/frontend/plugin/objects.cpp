// Objects lie apart: between two of them are bytes that belong to none.
#include "objects.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

StructType* with_gap(Type* type) {
  LLVMContext& context = type->getContext();
  return StructType::get(context, {type, ArrayType::get(Type::getInt8Ty(context), ESP_GAP)});
}

bool has_array(Type* type) {
  if (type->isArrayTy()) return true;
  auto* record = dyn_cast<StructType>(type);
  return record && any_of(record->elements(), has_array);
}

/// Its address goes where offsets can be added that are not known here.
bool is_computed_with(const Value* pointer) {
  for (const User* user : pointer->users()) {
    if (isa<LoadInst>(user) || isa<DbgInfoIntrinsic>(user)) continue;
    if (const auto* store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == pointer)
      continue;
    if (const auto* call = dyn_cast<IntrinsicInst>(user);
        call && (call->isLifetimeStartOrEnd() || isa<MemIntrinsic>(call)))
      continue;
    const auto* gep = dyn_cast<GetElementPtrInst>(user);
    if (!gep || !gep->hasAllConstantIndices() || is_computed_with(gep)) return true;
  }
  return false;
}

}  // namespace

bool is_ours(const GlobalVariable& global) {
  const StringRef name = global.getName();
  return name.starts_with("__esp_") || name.starts_with("esp_") || name.starts_with("llvm.") ||
         name.starts_with("espalier_unit");
}

void emit_table(Module& module, StringRef section, ArrayRef<Constant*> entries) {
  if (entries.empty()) return;
  auto* type = ArrayType::get(entries[0]->getType(), entries.size());
  auto* table = new GlobalVariable(module, type, false, GlobalValue::PrivateLinkage,
                                   ConstantArray::get(type, entries), section);
  table->setSection(section);
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

Constant* place_and_size(GlobalVariable& global, std::uint64_t size) {
  Constant* bytes = ConstantInt::get(Type::getInt64Ty(global.getContext()), size);
  auto* type = StructType::get(global.getContext(), {global.getType(), bytes->getType()});
  return ConstantStruct::get(type, {&global, bytes});
}

void separate_globals(Module& module) {
  SmallVector<GlobalVariable*> all;
  for (GlobalVariable& global : module.globals())
    if (!global.isDeclaration() && !global.isThreadLocal() && !is_ours(global) && !global.hasSection() &&
        !global.hasComdat())
      all.push_back(&global);
  SmallVector<Constant*> entries;
  for (GlobalVariable* global : all) {
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(global->getValueType());
    if (size == 0) continue;
    StructType* type = with_gap(global->getValueType());
    Constant* value = ConstantStruct::get(
        type, {global->getInitializer(), Constant::getNullValue(type->getElementType(1))});
    auto* apart =
        new GlobalVariable(module, type, global->isConstant(), global->getLinkage(), value, "", global);
    apart->copyAttributesFrom(global);
    apart->copyMetadata(global, 0);
    apart->setAlignment(module.getDataLayout().getPreferredAlign(global));
    apart->takeName(global);
    global->replaceAllUsesWith(apart);
    global->eraseFromParent();
    entries.push_back(place_and_size(*apart, size));
  }
  emit_table(module, ESP_SECTION_OBJECTS, entries);
}

std::vector<Local> separate_locals(Function& function) {
  const DataLayout& layout = function.getParent()->getDataLayout();
  SmallVector<AllocaInst*> arrays;
  for (Instruction& i : function.getEntryBlock())
    if (auto* place = dyn_cast<AllocaInst>(&i);
        place && place->isStaticAlloca() && has_array(place->getAllocatedType()) && is_computed_with(place))
      arrays.push_back(place);
  std::vector<Local> found;
  for (AllocaInst* place : arrays) {
    const std::uint64_t size = layout.getTypeAllocSize(place->getAllocatedType());
    place->setAllocatedType(with_gap(place->getAllocatedType()));
    found.push_back({place, size});
  }
  return found;
}

}  // namespace espalier::plugin
