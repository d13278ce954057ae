#pragma once

#include <string>
#include <vector>

#include "label_builder.h"
#include "layout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "objects.h"
#include "runtime_calls.h"

namespace espalier::plugin {

/// Instruments one function; the parts are in instrument.cpp (the walk), groups.cpp (labels and their
/// groups), memory.cpp (loads and stores), flow.cpp (branches, entry, return) and calls.cpp.
class FunctionInstrumenter {
 public:
  FunctionInstrumenter(llvm::Function& function, Layout& layout, RuntimeCalls& runtime);
  void run();

 private:
  // labels of values
  bool may_be_symbolic(const llvm::Value* value) const;
  llvm::Value* label(llvm::Value* value, unsigned leaf) const;
  void set_concrete(llvm::Instruction* i);
  void visit_phi(llvm::PHINode* phi);
  void complete_phis();

  // groups
  /// Adds the labels of `value` to what the group's test looks at, unless the group itself makes them.
  void depend_on(llvm::Value* value);
  bool depends_on_symbolic(const llvm::Instruction* i) const;
  void join(llvm::Instruction* i);
  std::uint64_t size_of(llvm::Type* type) const;
  llvm::Constant* approximation(const llvm::Instruction& where, const std::string& why);
  void pin(llvm::IRBuilder<>& b, llvm::Value* l, const llvm::Instruction& where, const std::string& why);
  /// The cold side's work for one member.
  void compute(llvm::IRBuilder<>& b, llvm::Instruction* i);
  /// If any of these is symbolic, it is from here on not.
  void lose(llvm::IRBuilder<>& b, llvm::ArrayRef<llvm::Value*> values, const llvm::Instruction& where,
            const std::string& why);
  /// Emits the group's test before `at`.  `event` adds work to the cold side (a branch record, a return).
  void flush(llvm::Instruction* at, bool traced = false,
             llvm::function_ref<void(llvm::IRBuilder<>&)> event = nullptr);
  /// Computes the group; with `symbolic` only if that holds.
  void compute_group(llvm::IRBuilder<>& cold, llvm::Value* symbolic);
  /// The labels of a group that is computed only on the way through `computed`, as seen after it.
  void join_labels(llvm::BasicBlock* computed, llvm::BasicBlock* other, llvm::Instruction* after,
                   llvm::DenseMap<const llvm::Value*, Labels>& into);

  // memory
  void visit_load(llvm::LoadInst* load);
  void visit_store(llvm::StoreInst* store);
  Labels compute_load(llvm::IRBuilder<>& b, llvm::LoadInst* load);
  void compute_store(llvm::IRBuilder<>& b, llvm::StoreInst* store);
  /// Memory of this type carries a label of its own size.
  bool has_label(llvm::Type* type) const;
  /// The sites of an access, made when first asked for.
  llvm::Constant* access(llvm::Instruction* where);
  /// A read at an address that depends on the input asks first whether it stays inside its object.
  void check_load(llvm::LoadInst* load);

  // local arrays, which the runtime knows while the function runs
  void register_locals(llvm::IRBuilder<>& b);
  void forget_locals(llvm::IRBuilder<>& b);
  void visit_alloca(llvm::AllocaInst* place);

  // control flow
  /// The steps left live in a local variable (a register, after optimisation) that calls and
  /// returns write back: counting in memory would cost a store-to-load delay in every iteration.
  void count_step(llvm::Instruction* at);
  void save_steps(llvm::IRBuilder<>& b);
  void load_steps(llvm::IRBuilder<>& b);
  /// Prologue: mark the entry, take over the labels of the arguments.
  void enter();
  void visit_branch(llvm::BranchInst* branch);
  /// Marks an edge as covered in a block of its own: one store of a constant, and only on that side.
  void cover_on_the_way(llvm::BranchInst* branch, unsigned side, unsigned edge);
  /// What the cold side of the group before `at` decided, where control came that way; `value` elsewhere.
  llvm::Value* unless_decided(llvm::Instruction* at, llvm::Value* value, llvm::Value* decided);
  void visit_switch(llvm::SwitchInst* choice);
  void visit_return(llvm::ReturnInst* end);

  // calls
  void visit_memory_intrinsic(llvm::MemIntrinsic* call);
  void visit_intrinsic(llvm::IntrinsicInst* call);
  void visit_call(llvm::CallInst* call);
  /// A function without a body here.  True when nothing is left to do.
  bool visit_external(llvm::IRBuilder<>& b, llvm::CallInst* call, llvm::Function* callee);
  /// A call from a whole program into code that is not part of it.
  void leave_program(llvm::IRBuilder<>& b, llvm::CallInst* call, llvm::StringRef name,
                     llvm::function_ref<void()> pin_arguments);
  /// A call that writes, and one that may find what was written.
  void tell_written(llvm::IRBuilder<>& b, llvm::CallInst* call, llvm::StringRef name);
  /// Not zero where the format of the call asks for the number of characters (%n); that may be known here
  /// only.
  llvm::Value* stores_count(llvm::IRBuilder<>& b, llvm::CallInst* call, llvm::StringRef name);
  void tell_looking_back(llvm::IRBuilder<>& b, llvm::CallInst* call, llvm::StringRef name);
  void tell_leave(llvm::IRBuilder<>& b, const llvm::CallInst* call, llvm::StringRef name);
  /// A call with a way out for exceptions: no labels travel with it.
  void visit_invoke(llvm::InvokeInst* call);
  /// What models of library functions ask of the pass (runtime/libc/model.h).  True when it was such a call.
  bool visit_model_question(llvm::IRBuilder<>& b, llvm::CallInst* call, llvm::StringRef name);
  /// Keeps the stack of open calls: this one while it lasts, and that of this function afterwards,
  /// also when control comes back by longjmp.
  void stack_up(llvm::CallInst* call);
  void pass_arguments(llvm::IRBuilder<>& b, llvm::CallInst* call);
  void take_result(llvm::CallInst* call);
  /// setjmp comes back from anywhere below: what the runtime counts is as it was at the call.
  void remember_counts(llvm::CallInst* call);

  // variable arguments
  void pass_variadic(llvm::IRBuilder<>& b, llvm::CallInst* call);
  void take_variadic(llvm::IRBuilder<>& b);
  void visit_va_list(llvm::IntrinsicInst* call);

  // dispatch
  void visit(llvm::Instruction* i);

  llvm::Function& function_;
  Layout& layout_;
  RuntimeCalls& runtime_;
  llvm::LLVMContext& context_;
  llvm::ConstantInt* zero_;
  llvm::MDNode* unlikely_;
  llvm::AllocaInst* steps_ = nullptr;
  llvm::AllocaInst* variadic_ = nullptr;
  std::vector<Local> locals_;
  llvm::Value* locals_before_ = nullptr;
  llvm::Value* height_ = nullptr;  ///< of the call stack in this function
  llvm::DenseSet<const llvm::Value*> symbolic_;
  llvm::DenseMap<const llvm::Value*, Labels> labels_;
  std::vector<llvm::PHINode*> phis_;
  // The group being collected.
  llvm::SmallVector<llvm::Instruction*> group_;
  llvm::DenseSet<const llvm::Value*> members_;
  llvm::SmallVector<llvm::Value*> tested_;
  llvm::DenseMap<const llvm::Value*, Labels> cold_labels_;
  /// It reads at an address that may depend on the input, so that any byte of an object counts: no write may
  /// come between the read and the end of the group.
  bool group_reads_symbolic_ = false;
  llvm::DenseMap<const llvm::Instruction*, llvm::Constant*> accesses_;
};

}  // namespace espalier::plugin
