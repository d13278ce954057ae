// The pass that clang loads (-fpass-plugin): source-shaped IR in, instrumented IR out.
#include "around_main.h"
#include "externals.h"
#include "instrument.h"
#include "layout.h"
#include "libc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "normalise.h"
#include "objects.h"
#include "program.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

/// What no unit of a harness reaches need not be compiled.
void keep_reachable(Module& module, ModuleAnalysisManager& analyses) {
  for (Function& function : module)  // C99 inline: there is no other definition to link with
    if (function.hasAvailableExternallyLinkage()) function.setLinkage(GlobalValue::InternalLinkage);
  internalizeModule(module,
                    [](const GlobalValue& value) { return value.getName().starts_with("espalier_unit"); });
  GlobalDCEPass().run(module, analyses);
}

/// The body of an inline function whose definition is in another file would be optimised as it is.  So this
/// file gets a definition of its own, which is instrumented and gives way to the other one.
void own_copies(Module& module) {
  for (Function& function : module)
    if (function.hasAvailableExternallyLinkage()) function.setLinkage(GlobalValue::LinkOnceODRLinkage);
}

/// Uninitialised scalars became `undef`; each use could see another value.  One value, 0, for all.
void fix_undefined(Function& function) {
  for (Instruction& i : instructions(function))
    for (Use& operand : i.operands())
      if (isa<UndefValue>(operand) && !isa<ShuffleVectorInst>(i))
        operand.set(Constant::getNullValue(operand->getType()));
}

/// Terms are of scalars.
void take_vectors_apart(Function& function, FunctionAnalysisManager& analyses) {
  const bool has_vectors = any_of(instructions(function), [](const Instruction& i) {
    return i.getType()->isVectorTy() &&
           (isa<BinaryOperator>(i) || isa<CmpInst>(i) || isa<ShuffleVectorInst>(i) || isa<CastInst>(i) ||
            isa<LoadInst>(i) || isa<SelectInst>(i));
  });
  if (!has_vectors) return;
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  options.ScalarizeVariableInsertExtract = true;
  analyses.invalidate(function, PreservedAnalyses::none());
  ScalarizerPass(options).run(function, analyses);
  fix_undefined(function);
}

/// What must be as it was at the start of every run.
void list_globals(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  SmallVector<Constant*> entries;
  for (GlobalVariable& global : module.globals()) {
    if (global.isDeclaration() || global.isConstant() || global.isThreadLocal() || is_ours(global) ||
        global.hasSection())
      continue;
    const std::uint64_t size = layout.getTypeAllocSize(global.getValueType());
    if (size > 0) entries.push_back(place_and_size(global, size));
  }
  emit_table(module, ESP_SECTION_GLOBALS, entries);
}

void list_functions(Module& module, ArrayRef<Function*> functions) {
  SmallVector<Constant*> entries(functions.begin(), functions.end());
  emit_table(module, "esp_functions", entries);
}

/// Thread-local variables have no address that a table could hold, so they cannot be restored.
void mark_isolation(Module& module) {
  const bool calls =
      is_harness(module) && any_of(module, [](const Function& function) {
        return function.isDeclaration() && !function.use_empty() && needs_isolation(function.getName());
      });
  const bool thread_locals = any_of(module.globals(), [](const GlobalVariable& global) {
    return global.isThreadLocal() && !global.isConstant() && !global.isDeclaration();
  });
  if (!calls && !thread_locals) return;
  auto* byte = Type::getInt8Ty(module.getContext());
  new GlobalVariable(module, byte, true, GlobalValue::WeakAnyLinkage, ConstantInt::get(byte, 1),
                     "__esp_needs_isolation");
}

class InstrumentPass : public PassInfoMixin<InstrumentPass> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    if (is_harness(module)) {
      keep_reachable(module, analyses);
      link_libc_models(module);
      keep_reachable(module, analyses);  // what the models need, and no more
    } else {
      own_copies(module);
      take_over_constructors(module);
      replace_addresses(module);
      call_libc_models(module);
    }
    std::vector<Function*> functions;
    SmallPtrSet<const Function*, 4> resolvers;  // run by the dynamic linker, before there is a shadow
    for (const GlobalIFunc& indirect : module.ifuncs()) resolvers.insert(indirect.getResolverFunction());
    for (Function& function : module)
      if (!function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) &&
          !resolvers.contains(&function))
        functions.push_back(&function);

    separate_globals(module);
    Layout layout(module);
    for (Function* function : functions) {
      normalise(*function);
      layout.add(*function);
    }
    auto& function_analyses = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (Function* function : functions) {
      function_analyses.invalidate(*function, PreservedAnalyses::none());
      SROAPass(SROAOptions::PreserveCFG).run(*function, function_analyses);
      fix_undefined(*function);
      take_vectors_apart(*function, function_analyses);
    }
    mark_isolation(module);
    if (!is_harness(module)) list_externals(module);
    RuntimeCalls runtime(module);
    for (Function* function : functions) instrument(*function, layout, runtime);
    layout.finish();
    list_globals(module);
    list_functions(module, functions);
    if (!is_harness(module)) tell_instrumented(module, functions, layout);

    std::string problem;
    raw_string_ostream stream(problem);
    if (verifyModule(module, &stream))
      report_fatal_error(Twine("espalier: the instrumented module is not valid: ") + stream.str());
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace
}  // namespace espalier::plugin

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "espalier", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(espalier::plugin::InstrumentPass());
            });
          }};
}
