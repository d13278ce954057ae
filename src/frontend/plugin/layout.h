#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

namespace espalier::plugin {

/// Numbers every edge of a module and writes the static model (src/model/README.md).  This is the one
/// place that gives ids: functions in module order, blocks and instructions in their order.
class Layout {
 public:
  explicit Layout(llvm::Module& module);

  /// Numbers the branches, switches and checks of a normalised function and keeps its shape.
  void add(llvm::Function& function);

  /// First edge of a conditional branch or switch that has a site.
  [[nodiscard]] std::optional<unsigned> edge_of(const llvm::Instruction* terminator) const;
  /// Edge of a call that other instrumented code may run below.
  [[nodiscard]] std::optional<unsigned> edge_of_call(const llvm::CallBase* call) const;
  [[nodiscard]] unsigned entry_edge(const llvm::Function* function) const;
  /// New sites lie in this block of `add` from now on; instrumentation splits blocks, so they cannot tell.
  void enter_block(const llvm::BasicBlock* block) { block_ = blocks_.lookup(block); }
  /// A new site where exactness may be lost.
  unsigned add_approximation(const llvm::Instruction& where, const std::string& why);
  /// The sites of a read or write whose address may depend on the input: that it leaves its object (2 edges),
  /// that it keeps its concrete address (1), and, if it reads a pointer, which cell it reads (2).
  unsigned add_access(const llvm::Instruction& where, bool reads_pointer);

  /// The address of an edge's coverage byte.
  [[nodiscard]] llvm::Constant* coverage_byte(unsigned edge) const;
  [[nodiscard]] llvm::GlobalVariable* coverage() const { return coverage_; }

  /// Emits the coverage bytes and the model section; nothing can be added afterwards.
  void finish();

 private:
  struct FunctionShape {
    llvm::json::Object text;
    llvm::json::Array sites;
    unsigned entry = 0;
  };
  unsigned add_site(FunctionShape& shape, llvm::StringRef kind, unsigned block, unsigned count,
                    const llvm::DebugLoc& location, const llvm::DebugLoc& operand, llvm::json::Object more);
  llvm::json::Array describe(const llvm::DebugLoc& location);
  void add_calls(FunctionShape& shape, const llvm::BasicBlock& block);
  int file_number(const llvm::DIScope* scope);

  llvm::Module& module_;
  llvm::GlobalVariable* coverage_;
  std::vector<std::string> files_;
  std::vector<FunctionShape> shapes_;
  llvm::DenseMap<const llvm::Function*, unsigned> index_;
  llvm::DenseMap<const llvm::Instruction*, unsigned> edges_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> blocks_;
  unsigned next_edge_ = 0;
  unsigned block_ = 0;
};

}  // namespace espalier::plugin
