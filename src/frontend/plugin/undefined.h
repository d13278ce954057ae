#pragma once

#include <vector>

namespace llvm {
class BinaryOperator;
class Function;
class Value;
}  // namespace llvm

namespace espalier::plugin {

struct UndefinedOperation {
  llvm::BinaryOperator* operation;
  llvm::Value* amount;  ///< of a shift, as it was written
};

/// The operations of a function that C may leave undefined: signed + - * and negation that can overflow, and
/// shifts whose amount can leave the width.  Empty unless the compilation asked for these checks.  What plain
/// reasoning about widths excludes, such as sums of promoted chars, is left out.
/// To be called before the flags that tell signed arithmetic are dropped.
std::vector<UndefinedOperation> undefined_operations(llvm::Function& function);

/// Puts a check before each of them that still exists in its function.
void guard_undefined(const std::vector<UndefinedOperation>& operations);

}  // namespace espalier::plugin
