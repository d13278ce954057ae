#pragma once

#include "llvm/IR/Instructions.h"
#include "runtime_calls.h"

namespace espalier::plugin {

/// Tells the runtime of a branch whose two sides have coverage bytes from `first` on: its label, which way it
/// goes, and what it compares, for distances.
///
///   br i1 (icmp slt i32 %x, %y)  =>  __esp_compare(label, first, SIGNED | condition << 8, sext x, sext y)
void tell_comparison(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::Value* condition,
                     llvm::Value* label, llvm::Constant* first);

/// The same of a switch that takes its n-th edge.
void tell_choice(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::Value* value, llvm::Value* label,
                 llvm::Constant* first, unsigned n, llvm::Constant* labels);

/// A table of the number of cases and their values, sign-extended.
llvm::Constant* case_labels(llvm::SwitchInst& choice);

}  // namespace espalier::plugin
