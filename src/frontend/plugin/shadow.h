#pragma once

#include <cstdint>

#include "runtime_calls.h"

namespace espalier::plugin {

/// Non-zero if any of `size` bytes at `pointer` carries a label: i64 (or i32 for one byte).
llvm::Value* shadow_summary(llvm::IRBuilder<>& b, llvm::Value* pointer, std::uint64_t size);

/// The bytes are concrete from here on.
void clear_shadow(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::Value* pointer, std::uint64_t size);

}  // namespace espalier::plugin
