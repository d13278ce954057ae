#pragma once

#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "runtime_calls.h"

namespace espalier::plugin {

/// One i32 per scalar of a value (types.h: leaves).
using Labels = llvm::SmallVector<llvm::Value*, 2>;
/// The label of the given leaf of an operand.
using LabelOf = llvm::function_ref<llvm::Value*(llvm::Value*, unsigned leaf)>;

/// An operation without side effects that has a term of its own.
bool has_term(const llvm::Instruction& instruction);

/// Emits the calls that compute the labels of such an operation; its concrete value is known.
Labels build_labels(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::Instruction& instruction,
                    LabelOf label);

/// Bits of a scalar as i64, zero-extended.
llvm::Value* as_bits(llvm::IRBuilder<>& b, llvm::Value* value);

}  // namespace espalier::plugin
