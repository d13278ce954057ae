#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace espalier::plugin {

/// Rewrites a function as the front end left it so that every source condition is a conditional
/// branch of its own and every operation has one meaning:
///
///   x = a && b          br a; br b; phi of constants
///   while (a && b)      br a, rhs, end;  rhs: br b, body, end      (no phi, no second branch)
///   c ? 1 : 2           br c; phi
///   !c                  branches test c, sides swapped
///   switch              one block per case label on its way to the target
///   x / y               br y == 0, trap, ok                        ("check" branches)
///   x << y              the amount modulo the width
///   (char)double        through int, as x86-64 compilers do it
///
/// Runs before SROA, while blocks have no phis but those of && and ||.
void normalise(llvm::Function& function);

/// The metadata kind that names what a check branch guards against.
inline constexpr char check_metadata[] = "espalier.check";

/// Puts a check before the operation: where it fails control goes to a block that does not come back; the
/// end of that block is returned, for the call that ends the run.
llvm::Instruction* add_check(llvm::Instruction* operation, llvm::Value* fails, llvm::StringRef what);

}  // namespace espalier::plugin
