#pragma once

#include <cstdint>

#include "runtime_calls.h"

namespace espalier::plugin {

/// Emits the marks of the granules that `size` bytes at `pointer` touch (and maybe their neighbour): an
/// integer that is non-zero if any of the bytes may carry a label.
llvm::Value* marks(llvm::IRBuilder<>& b, const RuntimeCalls& runtime, llvm::Value* pointer,
                   std::uint64_t size, llvm::Align alignment);

}  // namespace espalier::plugin
