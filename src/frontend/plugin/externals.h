#pragma once

#include "llvm/ADT/StringRef.h"

namespace espalier::plugin {

/// What a call of a function without a body in this module means for exactness.
enum class External {
  Unknown,  ///< may read and write anything: the path is approximate from here on
  Harness,  ///< espalier_*: gives labels itself
  Silent,   ///< writes output only; its result is rarely used
  Pure,     ///< a function of its scalar arguments: exact while they are concrete
};
External classify(llvm::StringRef name);

/// The same for whole programs, which do more with the library.  Pure is then also what looks at texts and at
/// the machine: exact while these are concrete.
External classify_in_program(llvm::StringRef name);

/// What this output function returns depends on the text that is written.
bool answers_by_text(llvm::StringRef name);

/// Which argument of this output function is a format, or -1; and its arguments come as a va_list.
int format_argument(llvm::StringRef name);
bool takes_list(llvm::StringRef name);

/// The function does not look at what its pointers point to.
bool takes_addresses_only(llvm::StringRef name);

/// How a function of the library, or what a model asks of it, may find what the program wrote
/// (runtime/written.c).
enum class LooksBack {
  No,
  InDescriptor,  ///< the first argument
  InStream,  ///< the first argument
  AtName,  ///< the first argument
  ByMapping,
};
LooksBack looks_back(llvm::StringRef name);
/// Of those, it only moves to a position: the last argument says from where.
bool moves(llvm::StringRef name);

/// After a call of this library function, another run in the same process finds everything as it was.
bool leaves_nothing(llvm::StringRef name);

/// May be called in the part that all runs of a program share (runtime/early.c): it looks at no input by way
/// of the kernel, which would not tell us, and does nothing that a later run would find done.
bool may_come_early(llvm::StringRef name);

/// The runtime's stand-in for a function that must not be called as it is (exit, malloc, ...), or "".
llvm::StringRef replacement(llvm::StringRef name);

/// A program that calls this needs a process of its own for each run.
bool needs_isolation(llvm::StringRef name);

}  // namespace espalier::plugin
