#include "libc.h"

#include <dlfcn.h>

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "program.h"
#include "runtime/abi.h"

using namespace llvm;

namespace espalier::plugin {
namespace {

constexpr char model_prefix[] = "esp_libc_";
constexpr char model_attribute[] = "espalier-model";

/// The models lie beside the pass.
std::string models_file(StringRef name) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&models_file), &info) == 0 || info.dli_fname == nullptr) return "";
  SmallString<256> path(info.dli_fname);
  sys::path::remove_filename(path);
  sys::path::append(path, name);
  return std::string(path);
}

void mark_as_model(Function& function) {
  function.addFnAttr(model_attribute);
  function.setSection(ESP_SECTION_RUNTIME);
}

std::unique_ptr<Module> load_models(LLVMContext& context, StringRef name) {
  SMDiagnostic problem;
  const std::string file = models_file(name);
  std::unique_ptr<Module> models = getLazyIRFileModule(file, problem, context);
  if (!models)
    report_fatal_error(Twine("espalier: ") + file + ": " + problem.getMessage() + "; install Espalier again");
  // The user's flags rule; ours would only be compared with them.
  if (Error error = models->materializeMetadata()) consumeError(std::move(error));
  if (NamedMDNode* flags = models->getModuleFlagsMetadata()) models->eraseNamedMetadata(flags);
  for (Function& function : *models)
    if (!function.isDeclaration()) mark_as_model(function);
  return models;
}

// ---- tables of characters ---------------------------------------------------------------------

/// The character that a table is indexed with, as an int, if it was one.
Value* character(Value* index) {
  auto* widened = dyn_cast<CastInst>(index);
  if (!widened || (widened->getOpcode() != Instruction::SExt && widened->getOpcode() != Instruction::ZExt))
    return nullptr;
  Value* c = widened->getOperand(0);
  if (c->getType()->isIntegerTy(32)) return c;
  if (c->getType()->getIntegerBitWidth() > 32) return nullptr;
  IRBuilder<> b(widened);
  return b.CreateIntCast(c, b.getInt32Ty(), widened->getOpcode() == Instruction::SExt);
}

/// A char or unsigned char lies inside every table.
bool is_byte(const Value* c) {
  const auto* widened = dyn_cast<CastInst>(c);
  return widened && isa<SExtInst, ZExtInst>(widened) && widened->getSrcTy()->getIntegerBitWidth() <= 8;
}

/// The bits of the loaded class word that anybody looks at.
std::uint64_t bits_used(const LoadInst& load) {
  std::uint64_t used = 0;
  for (const User* user : load.users()) {
    const auto* wide = dyn_cast<ZExtInst>(user);
    if (!wide) return 0xffff;
    for (const User* test : wide->users()) {
      const auto* op = dyn_cast<BinaryOperator>(test);
      const auto* mask =
          op && op->getOpcode() == Instruction::And ? dyn_cast<ConstantInt>(op->getOperand(1)) : nullptr;
      if (!mask) return 0xffff;
      used |= mask->getZExtValue();
    }
  }
  return used & 0xffff;
}

void replace_lookup(LoadInst* load, Value* c, StringRef table) {
  IRBuilder<> b(load);
  Module& module = *load->getModule();
  const auto call = [&](StringRef name, ArrayRef<Value*> arguments) {
    SmallVector<Type*> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    auto* type = FunctionType::get(load->getType(), types, false);
    return b.CreateCall(module.getOrInsertFunction(name, type), arguments);
  };
  Value* entry = nullptr;
  if (table == "__ctype_b_loc" && load->getType()->isIntegerTy(16))
    entry = call(is_byte(c) ? "esp_ctype_in_range" : "esp_ctype",
                 {c, b.getInt32(static_cast<unsigned>(bits_used(*load)))});
  if (table != "__ctype_b_loc" && load->getType()->isIntegerTy(32))
    entry = call(table == "__ctype_tolower_loc" ? "esp_libc_tolower" : "esp_libc_toupper", {c});
  if (!entry) return;
  load->replaceAllUsesWith(entry);
  load->eraseFromParent();
}

/// (*__ctype_b_loc())[c] and its sisters, which the macros of <ctype.h> expand to.
void replace_table_lookups(Module& module) {
  for (const char* table : {"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"}) {
    Function* function = module.getFunction(table);
    if (!function || !function->isDeclaration()) continue;
    SmallVector<std::pair<LoadInst*, Value*>> lookups;
    for (User* call : function->users())
      for (User* base : call->users()) {
        if (!isa<CallInst>(call) || !isa<LoadInst>(base)) continue;
        for (User* element : base->users()) {
          auto* gep = dyn_cast<GetElementPtrInst>(element);
          if (!gep || gep->getNumIndices() != 1) continue;
          Value* c = character(gep->getOperand(1));
          for (User* user : gep->users())
            if (auto* load = dyn_cast<LoadInst>(user); load && c) lookups.emplace_back(load, c);
        }
      }
    for (const auto& [load, c] : lookups) replace_lookup(load, c, table);
  }
}

// ---- the compiler's own names --------------------------------------------------------------------

/// The library's name for an intrinsic that stands for one of its functions, or "".
std::string library_name(const Function& function) {
  Type* type = function.getReturnType();
  if (!type->isDoubleTy() && !type->isFloatTy()) return "";
  const char* name = nullptr;
  switch (function.getIntrinsicID()) {
    case Intrinsic::floor:
      name = "floor";
      break;
    case Intrinsic::ceil:
      name = "ceil";
      break;
    case Intrinsic::trunc:
      name = "trunc";
      break;
    case Intrinsic::round:
      name = "round";
      break;
    case Intrinsic::roundeven:
      name = "roundeven";
      break;
    case Intrinsic::rint:
      name = "rint";
      break;
    case Intrinsic::nearbyint:
      name = "nearbyint";
      break;
    case Intrinsic::minnum:
      name = "fmin";
      break;
    case Intrinsic::maxnum:
      name = "fmax";
      break;
    default:
      return "";
  }
  return std::string(name) + (type->isFloatTy() ? "f" : "");
}

}  // namespace

bool is_model(const Function& function) { return function.hasFnAttribute(model_attribute); }

StringRef name_in_source(StringRef name) {
  name.consume_front(model_prefix);
  return name;
}

bool is_model_name(StringRef name) { return name.starts_with(model_prefix) || name.starts_with("esp_ctype"); }

namespace {

/// Calls of library functions become calls of their models.
void call_models(Module& module, const Module& models) {
  replace_table_lookups(module);
  for (Function& function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.use_empty()) continue;
    const std::string name = function.isIntrinsic() ? library_name(function) : function.getName().str();
    const Function* model = models.getFunction(model_prefix + name);
    if (!model || model->getFunctionType() != function.getFunctionType()) continue;
    function.replaceAllUsesWith(
        module.getOrInsertFunction(model->getName(), model->getFunctionType()).getCallee());
    function.eraseFromParent();
  }
}

/// Functions that see all of the environment without asking for a name: through `environ`, or as main's third
/// argument.
SmallSetVector<Function*, 4> readers_of_environment(Module& module) {
  SmallSetVector<Function*, 4> readers;
  Function* main = module.getFunction("main");
  if (main && main->isDeclaration()) main = nullptr;
  if (main && main->arg_size() >= 3 && !main->getArg(2)->use_empty()) readers.insert(main);
  for (const char* name : {"environ", "__environ", "_environ"}) {
    GlobalVariable* variable = module.getGlobalVariable(name);
    if (!variable || !variable->isDeclaration()) continue;
    for (User* user : variable->users())
      if (auto* instruction = dyn_cast<Instruction>(user))
        readers.insert(instruction->getFunction());
      else if (main)  // its address is part of a constant
        readers.insert(main);
  }
  return readers;
}

/// Which variables are set is asked where somebody is about to see it.
void ask_for_environment(Module& module) {
  for (Function* reader : readers_of_environment(module)) {
    IRBuilder<> b(&*reader->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    b.CreateCall(module.getOrInsertFunction("esp_libc___esp_ask_environment",
                                            FunctionType::get(b.getVoidTy(), false)));
  }
}

/// What the user defines under a library function's name is what other files call by the model's name.
void stand_for_models(Module& module, const Module& models) {
  for (Function& function : make_early_inc_range(module)) {
    if (function.isDeclaration() || function.hasLocalLinkage()) continue;
    const Function* model = models.getFunction((model_prefix + function.getName()).str());
    if (model && model->getFunctionType() == function.getFunctionType())
      GlobalAlias::create(GlobalValue::ExternalLinkage, model->getName(), &function);
  }
}

}  // namespace

void link_libc_models(Module& module) {
  std::unique_ptr<Module> models = load_models(module.getContext(), "libc_models.bc");
  call_models(module, *models);
  if (Linker::linkModules(module, std::move(models), Linker::LinkOnlyNeeded))
    report_fatal_error("espalier: the models of library functions do not fit this program");
}

void call_libc_models(Module& module) {
  if (is_models_file()) {
    for (Function& function : module) {
      if (function.isDeclaration()) continue;
      mark_as_model(function);
      if (function.hasExternalLinkage()) function.setLinkage(GlobalValue::WeakAnyLinkage);
    }
    return;
  }
  const std::unique_ptr<Module> models = load_models(module.getContext(), "program_models.bc");
  stand_for_models(module, *models);
  call_models(module, *models);
  ask_for_environment(module);
}

}  // namespace espalier::plugin
