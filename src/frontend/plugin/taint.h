#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace espalier::plugin {

/// The values of a function that can depend on the input at all: everything reached from parameters,
/// loads and call results.  Loop counters that start and step by constants are not among them, so
/// they cost nothing.
llvm::DenseSet<const llvm::Value*> possibly_symbolic(llvm::Function& function);

/// Memory that no run can make symbolic.
bool reads_constant_memory(const llvm::Value* pointer);

}  // namespace espalier::plugin
