// What a file of a whole program tells the others, and asks of them.
#include "program.h"

#include <cstdlib>

#include "externals.h"
#include "libc.h"
#include "llvm/IR/Module.h"
#include "objects.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {

bool is_harness(const Module& module) { return module.getNamedGlobal("espalier_units") != nullptr; }

bool is_models_file() { return std::getenv(ESP_ENV_MODELS) != nullptr; }

Constant* instrumented_flag(Module& module, StringRef name) {
  const std::string flag = (ESP_IS_INSTRUMENTED + name).str();
  if (GlobalValue* known = module.getNamedValue(flag)) return known;
  return new GlobalVariable(module, Type::getInt8Ty(module.getContext()), false,
                            GlobalValue::ExternalWeakLinkage, nullptr, flag);
}

void replace_addresses(Module& module) {
  for (Function& function : module) {
    const StringRef ours = replacement(function.getName());
    if (!function.isDeclaration() || ours.empty() || function.doesNotReturn()) continue;
    FunctionCallee stand_in = module.getOrInsertFunction(ours, function.getFunctionType());
    function.replaceUsesWithIf(stand_in.getCallee(), [](const Use& use) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      return !call || !call->isCallee(&use);
    });
  }
}

void tell_instrumented(Module& module, const std::vector<Function*>& functions, const Layout& layout) {
  for (Function* function : functions) {
    // Others have a copy of their own of what is inline, and cannot name what is static.
    if (function->hasLocalLinkage() || function->hasLinkOnceLinkage()) continue;
    const auto linkage =
        function->isWeakForLinker() ? GlobalValue::WeakAnyLinkage : GlobalValue::ExternalLinkage;
    // Any address will do but the function's own, which debuggers would call by this name.
    GlobalAlias* flag = GlobalAlias::create(Type::getInt8Ty(module.getContext()), 0, linkage,
                                            ESP_IS_INSTRUMENTED + function->getName(),
                                            layout.coverage_byte(layout.entry_edge(function)), &module);
    flag->setVisibility(GlobalValue::HiddenVisibility);
    if (GlobalValue* asked = module.getNamedValue(flag->getName()); asked != flag)
      report_fatal_error("espalier: a file asks for a function that it defines");
  }
}

void list_externals(Module& module) {
  SmallVector<Constant*> flags;
  for (Function& function : make_early_inc_range(module)) {
    const StringRef name = function.getName();
    if (!function.isDeclaration() || function.use_empty() || function.isIntrinsic()) continue;
    if (function.hasExternalWeakLinkage()) continue;  // who asks for it first can do without
    if (name == "esp_libc_mmap" || name == "esp_libc_mmap64")  // a mapping stays, unlike what other models do
      flags.push_back(instrumented_flag(module, "mmap"));
    if (name.starts_with("esp_") || name.starts_with("__esp_") || !replacement(name).empty() ||
        leaves_nothing(name))
      continue;
    flags.push_back(instrumented_flag(module, name));
  }
  emit_table(module, ESP_SECTION_EXTERNALS, flags);
}

}  // namespace espalier::plugin
