#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.h"

namespace espalier::model {

/// How much code a branch decides about: a block depends on a side when taking it leads to the block for
/// sure, and taking another one need not (Ferrante, Ottenstein and Warren, TOPLAS 1987).
class ControlDependence {
 public:
  explicit ControlDependence(const Program& program);

  /// Blocks that depend on the side itself, each once.
  [[nodiscard]] const std::vector<BlockId>& blocks(EdgeId edge);

  /// Statements in blocks that depend on the side, or on branches in such blocks and so on, and in functions
  /// called there.  Counted as source lines of each block.  What is called through pointers is not counted.
  [[nodiscard]] std::uint32_t statements(EdgeId edge);

 private:
  void find_dependents(FunctionId function);
  void reach_block(FunctionId function, BlockId block);
  void reach_function(FunctionId function);

  const Program& program_;
  std::vector<bool> known_;  // by FunctionId: dependents_ holds its sides
  std::vector<std::vector<BlockId>> dependents_;  // by EdgeId
  std::vector<std::optional<std::uint32_t>> statements_;  // by EdgeId
  std::vector<std::uint32_t> first_block_;  // by FunctionId: its block 0 in seen_
  std::vector<std::vector<FunctionId>> callees_;  // by block, as seen_
  std::vector<std::uint32_t> seen_, seen_functions_;  // the last count that came there
  std::uint32_t count_ = 0;  // its number
  struct Place {
    FunctionId function;
    BlockId block;
  };
  std::vector<Place> queue_;
};

}  // namespace espalier::model
