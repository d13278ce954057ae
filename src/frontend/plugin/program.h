#pragma once

#include <vector>

#include "layout.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Constant;
class Function;
class Module;
}  // namespace llvm

namespace espalier::plugin {

/// A harness holds its whole program.  Every other file is part of a whole program: what it does not define
/// may be defined, and instrumented, in another file.
bool is_harness(const llvm::Module& module);

/// One of our own models of library functions, compiled once for all programs.
bool is_models_file();

/// The address of a symbol that exists if a function of this name is instrumented in some file of the
/// program; null otherwise.  Only the linker knows.
llvm::Constant* instrumented_flag(llvm::Module& module, llvm::StringRef name);

/// Makes those symbols for the functions that this file defines; after the layout is finished.
void tell_instrumented(llvm::Module& module, const std::vector<llvm::Function*>& functions,
                       const Layout& layout);

/// `malloc` as a value, not called here, is the runtime's, too, and so are its kin: what one gives the other
/// frees.
void replace_addresses(llvm::Module& module);

/// The flags of all functions that this file calls without defining them, and that may leave something behind
/// which the next run would find.
void list_externals(llvm::Module& module);

}  // namespace espalier::plugin
