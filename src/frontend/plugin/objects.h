#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace espalier::plugin {

/// Keeps globals apart from each other (ESP_GAP), so that an address tells its object, and lists them for the
/// runtime: where each is and how large without the gap.
void separate_globals(llvm::Module& module);

/// The same for the local arrays of a function whose address is computed or handed on; returns them with
/// their sizes.
struct Local {
  llvm::AllocaInst* place;
  std::uint64_t size;
};
std::vector<Local> separate_locals(llvm::Function& function);

/// A global of ours or of the compiler, none of the program.
bool is_ours(const llvm::GlobalVariable& global);
/// Emits a table in a section, for the linker to join with those of other modules.
void emit_table(llvm::Module& module, llvm::StringRef section, llvm::ArrayRef<llvm::Constant*> entries);
/// Where something is and how large: esp_global.
llvm::Constant* place_and_size(llvm::GlobalVariable& global, std::uint64_t size);

}  // namespace espalier::plugin
