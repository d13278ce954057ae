#pragma once

#include "llvm/IR/IRBuilder.h"

namespace espalier::plugin {

/// Operations that have no term of their own, spelled out in those that have:
///
///   rotate, byte swap, bit reversal, population and zero counts, overflow checks, saturation, minima
///   128-bit integers, in halves of 64 bits (wide.cpp)
///   atomic operations, as what they do in a program with one thread
///
/// No branches: the path does not split.  Runs when `select` no longer becomes a branch.
void spell_out_operations(llvm::Function& function);

/// The upper half of a 64-bit product.
llvm::Value* product_high(llvm::IRBuilder<>& b, llvm::Value* x, llvm::Value* y);

/// 128-bit arithmetic, comparisons, loads and stores in halves.
void split_wide_integers(llvm::Function& function);

}  // namespace espalier::plugin
