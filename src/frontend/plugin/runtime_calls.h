#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "runtime/abi.h"

namespace espalier::plugin {

/// The runtime's functions and variables, declared in the module under instrumentation.
class RuntimeCalls {
 public:
  explicit RuntimeCalls(llvm::Module& module);

  llvm::Value* binary(llvm::IRBuilder<>& b, esp_op op, unsigned bits, llvm::Value* la, llvm::Value* lb,
                      llvm::Value* a, llvm::Value* c, llvm::Value* v) const;
  llvm::Value* unary(llvm::IRBuilder<>& b, esp_op op, unsigned bits, llvm::Value* la, unsigned low,
                     llvm::Value* v) const;
  llvm::CallInst* call(llvm::IRBuilder<>& b, llvm::StringRef name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments, bool cold = true) const;

  /// Slots of the thread-local arrays.
  llvm::Value* argument_slot(llvm::IRBuilder<>& b, unsigned i) const {
    return slot(b, "__esp_args", i, b.getInt32Ty());
  }
  llvm::Value* byval_slot(llvm::IRBuilder<>& b, unsigned i) const {
    return slot(b, "__esp_byval", i, b.getPtrTy());
  }
  llvm::Value* result_slot(llvm::IRBuilder<>& b, unsigned i) const {
    return slot(b, "__esp_rets", i, b.getInt32Ty());
  }
  llvm::Value* argument_token(llvm::IRBuilder<>& b) const;
  llvm::Value* result_token(llvm::IRBuilder<>& b) const;
  llvm::GlobalVariable* steps() const;
  llvm::GlobalVariable* local_count() const;
  /// The stack of open calls.
  llvm::GlobalVariable* height() const;
  llvm::Value* stack_slot(llvm::IRBuilder<>& b, llvm::Value* height) const;
  /// Loads the flag; it does not change while a unit runs, so the load may be hoisted.
  llvm::Value* telling(llvm::IRBuilder<>& b) const;

 private:
  llvm::Value* slot(llvm::IRBuilder<>& b, llvm::StringRef array, unsigned i, llvm::Type* element) const;
  llvm::GlobalVariable* variable(llvm::StringRef name, llvm::Type* type, bool thread_local_) const;
  llvm::Module& module_;
};

}  // namespace espalier::plugin
