#pragma once

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace espalier::plugin {

/// Constructors and destructors of a file of a whole program, those of objects of C++ included, become
/// entries of tables from which the runtime calls them in every run.  Left to the C library, they would run
/// before the first run began and after the last was told.
///
///   llvm.global_ctors = { {65535, f, null} }      esp_constructors: {f, 65535}
void take_over_constructors(llvm::Module& module);

/// It is in such a table: nobody calls it, and it runs.
bool runs_around_main(const llvm::Function& function);

}  // namespace espalier::plugin
