#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace espalier::coverage {

/// Finds out which blocks of one function a run executed to their end, from the edges it took.
class ExecutedBlocks {
 public:
  ExecutedBlocks(const model::Program& program, const model::Function& function);

  /// By BlockId.  `completed`: the run came to a normal end, so every block entered was also left;
  /// otherwise a block counts only when something proves that it was left.  Never claims too much.
  [[nodiscard]] std::vector<bool> executed(std::span<const std::uint8_t> edges, bool completed) const;

  /// By BlockId: the edges do not exclude that the run entered it.
  [[nodiscard]] std::vector<bool> perhaps_entered(std::span<const std::uint8_t> edges) const;

 private:
  struct Knowledge;
  [[nodiscard]] bool taken(std::span<const std::uint8_t> edges, model::EdgeId edge) const {
    return edge < edges.size() && edges[edge] != 0;
  }
  void enter_surely(std::span<const std::uint8_t> edges, Knowledge& known) const;

  const model::Program& program_;
  const model::Function& function_;
  std::vector<std::vector<model::BlockId>> predecessors_;
  std::vector<std::vector<model::BlockId>>
      inevitable_;  // blocks that every way to a return passes after this one
};

}  // namespace espalier::coverage
