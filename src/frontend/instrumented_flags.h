#pragma once

#include <array>

namespace espalier::frontend {

// The code must mean in the subject what it means to the user and to the solver, and every condition
// must still be there when the pass sees it: so overflow wraps, null checks and the user's
// own definitions of library functions stay, and locals without a value are zero in every run.
inline constexpr std::array instrumented_flags = {"-O2",
                                                  "-g",
                                                  "-fno-discard-value-names",
                                                  "-fwrapv",
                                                  "-fno-strict-aliasing",
                                                  "-fno-delete-null-pointer-checks",
                                                  "-fno-builtin",
                                                  "-ffp-contract=off",
                                                  "-ftrivial-auto-var-init=zero",
                                                  "-Xclang",
                                                  "-disable-lifetime-markers",
                                                  "-U__OPTIMIZE__",
                                                  "-U_FORTIFY_SOURCE"};

}  // namespace espalier::frontend
