#pragma once

#include "llvm/IR/Instructions.h"
#include "runtime_calls.h"

namespace espalier::plugin {

/// Tells the runtime of a branch whose two sides have coverage bytes from `first` on: its label, which way it
/// goes, and what it compares, for distances.  Returns which way it is to go (forced runs lie).
///
///   br i1 (icmp slt i32 %x, %y)  =>  __esp_compare(label, first, SIGNED | condition << 8, sext x, sext y)
llvm::Value* tell_comparison(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::Value* condition,
                             llvm::Value* label, llvm::Constant* first);

/// The same of a switch.  Returns the value to go by.
llvm::Value* tell_choice(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::SwitchInst& choice,
                         llvm::Value* label, llvm::Constant* first);

}  // namespace espalier::plugin
