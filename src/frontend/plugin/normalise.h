#pragma once

namespace llvm {
class Function;
}

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

}  // namespace espalier::plugin
