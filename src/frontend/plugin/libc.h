#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace espalier::plugin {

/// Replaces C library functions that the module uses without defining them by models written in C
/// (src/runtime/libc), links those in, and makes lookups in glibc's tables of character classes calls:
///
///   n = strlen(s);             n = esp_libc_strlen(s);           (its body is in the module now)
///   (*__ctype_b_loc())[c] & m  esp_ctype(c, m) & m
///
/// The user's own definitions win; so does a declaration with another type than the library's.
void link_libc_models(llvm::Module& module);

/// The same for a file of a whole program, without linking anything in: the models are compiled once, as a
/// library.  A definition of the user's own in another file wins there, too: this file's are told by other names
/// that the library's give way to.  A file of that library itself is only marked as such.
void call_libc_models(llvm::Module& module);

/// Is this the name of a model?
bool is_model_name(llvm::StringRef name);

/// Code of a model: no goals, no lines, no function of the program under test.
bool is_model(const llvm::Function& function);

/// `strlen` for `esp_libc_strlen`, other names as they are.
llvm::StringRef name_in_source(llvm::StringRef name);

}  // namespace espalier::plugin
