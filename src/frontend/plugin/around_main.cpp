#include "around_main.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

constexpr StringRef mark = "espalier-around-main";

void take_over(Module& module, StringRef list, StringRef section) {
  GlobalVariable* all = module.getNamedGlobal(list);
  if (!all || !all->hasInitializer()) return;
  const auto* entries = dyn_cast<ConstantArray>(all->getInitializer());
  SmallVector<GlobalValue*> taken;
  for (unsigned i = 0; entries && i < entries->getNumOperands(); i++) {
    const auto* entry = dyn_cast<ConstantStruct>(entries->getOperand(i));
    auto* function = entry ? dyn_cast<Function>(entry->getOperand(1)->stripPointerCasts()) : nullptr;
    if (!function) continue;  // the end of the list
    function->addFnAttr(mark);
    auto* priority = ConstantInt::get(Type::getInt64Ty(module.getContext()),
                                      cast<ConstantInt>(entry->getOperand(0))->getZExtValue());
    auto* type = StructType::get(module.getContext(), {function->getType(), priority->getType()});
    auto* place = new GlobalVariable(module, type, true, GlobalValue::InternalLinkage,
                                     ConstantStruct::get(type, {function, priority}), "esp_around_main");
    place->setSection(section);
    place->setAlignment(Align(8));
    // What initialises a variable that several files define goes with the variable that is kept.
    if (auto* variable = dyn_cast<GlobalObject>(entry->getOperand(2)->stripPointerCasts());
        variable && variable->hasComdat())
      place->setComdat(variable->getComdat());
    taken.push_back(place);
  }
  all->eraseFromParent();
  appendToUsed(module, taken);
}

}  // namespace

void take_over_constructors(Module& module) {
  take_over(module, "llvm.global_ctors", ESP_SECTION_CONSTRUCTORS);
  take_over(module, "llvm.global_dtors", ESP_SECTION_DESTRUCTORS);
}

bool runs_around_main(const Function& function) { return function.hasFnAttribute(mark); }

}  // namespace espalier::plugin
