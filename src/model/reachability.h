#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/contexts.h"
#include "model/model.h"

namespace espalier::model {

using TargetId = std::uint32_t;

/// Something to reach: execution of one of these blocks of a function.
struct Target {
  FunctionId function = 0;
  std::vector<BlockId> blocks;
};

/// Can control still come to a target, from here and in this calling context?  Targets only ever go
/// away (they are reached), and that carries the design:
///
///     Reachability ahead(program, targets);
///     ahead.reached(3);                                   // target 3 is of no interest any more
///     if (!ahead.from(edge, contexts, context)) ...       // nothing left behind this edge
///
/// The question is answered forward from one point, breadth first.  A block remembers either that
/// nothing is left behind it, which stays true, or one target that is: a witness.  Only when the
/// witness is reached is the search made again.  What is remembered belongs to a block within its
/// function, whatever the calls around it; at a return the search goes on at the return site of the
/// actual call stack.  A call stands for all functions that the call graph reaches from the callee, and
/// a function for all of its targets.  So memory is linear in the size of the program.
///
/// The answer "no" is a proof as far as the model is complete; where it is not (an unknown call
/// stack, longjmp, handlers kept for later), the answer is "yes" while anything is left.
class Reachability {
 public:
  Reachability(const Program& program, std::vector<Target> targets);

  /// The target needs not be reached any more.
  void reached(TargetId target);
  [[nodiscard]] std::size_t left() const { return left_; }

  /// May a target be reached after taking `edge`, a side of a branch, switch or check?
  /// Targets that taking the edge itself reaches are the caller's business.
  [[nodiscard]] bool from(EdgeId edge, const Contexts& contexts, ContextId context);

  /// Blocks looked at so far: the cost.
  [[nodiscard]] std::uint64_t work() const { return work_; }
  /// Bytes that it keeps.
  [[nodiscard]] std::size_t memory() const;

 private:
  using Found = std::optional<TargetId>;

  /// What a memory cell holds besides the number of a witness.
  static constexpr std::uint32_t unasked = ~std::uint32_t{0};
  static constexpr std::uint32_t nothing = unasked - 1;
  /// Who is called, besides a FunctionId: code that we do not see and that calls nobody we know, an
  /// indirect call, a library function that calls what it was given, perhaps several times.
  static constexpr FunctionId nobody = no_function;
  static constexpr FunctionId anybody = no_function - 1;
  static constexpr FunctionId callbacks = no_function - 2;

  struct FunctionData {
    std::vector<TargetId> targets;     ///< those in it that some way from its entry leads to
    std::size_t next = 0;              ///< targets before it are reached
    std::uint32_t witness = unasked;   ///< a function with targets left that a call of this one may enter
    std::uint32_t visited = 0;         ///< number of the search that saw it last
    std::uint32_t first_block = 0;     ///< its block 0 in blocks_
    bool returns_known = false;        ///< BlockData::returns is right
  };
  struct BlockData {
    std::uint32_t witness = unasked;  ///< a target left that can be reached from its start without returning
    std::uint32_t visited = 0;
    std::uint32_t first_target = 0;  ///< in block_targets_; they end where those of the next block begin
    std::uint32_t first_call = 0;  ///< in calls_
    bool returns = false;  ///< some way from it leads to a return
  };

  void index_blocks();
  void index_targets(const std::vector<Target>& targets);
  void find_returns(FunctionId function);
  [[nodiscard]] std::uint32_t index_of(FunctionId function, BlockId block) const {
    return functions_[function].first_block + block;
  }
  [[nodiscard]] Found target_of(FunctionId function);
  [[nodiscard]] Found any_target();
  [[nodiscard]] Found behind_entry(FunctionId function);
  [[nodiscard]] Found behind_call(FunctionId callee);
  /// In the block itself, from its n-th call on.
  [[nodiscard]] Found in_block(std::uint32_t block, std::uint32_t from_call);
  [[nodiscard]] Found behind_block(FunctionId function, BlockId block);
  [[nodiscard]] bool behind_return(FunctionId from, const Contexts& contexts, ContextId context);
  [[nodiscard]] bool behind_call_site(const Site& call);
  [[nodiscard]] bool may_return(FunctionId function, BlockId block);

  const Program& program_;
  std::vector<bool> reached_;  // by TargetId
  std::vector<FunctionId> function_of_;  // by TargetId
  std::vector<TargetId> live_;  // targets that some way from the entry of their function leads to
  std::size_t next_live_ = 0;  // those before it are reached
  std::size_t left_;
  std::size_t unplaced_left_ = 0;  // left ones of which the model does not say where they are
  std::vector<FunctionData> functions_;
  std::vector<BlockData> blocks_;  // of all functions, and one that ends the lists of the last
  std::vector<TargetId> block_targets_;
  std::vector<FunctionId> calls_;
  std::vector<bool> dead_contexts_;  // by ContextId: nothing is left after its last call returns
  bool gives_up_ = false;  // control can go where the model does not show
  std::uint32_t search_ = 0;
  std::vector<std::uint32_t> queue_;  // of the search going on, like the next one
  std::vector<std::uint32_t> came_from_;  // by position in queue_
  std::uint64_t work_ = 0;
};

}  // namespace espalier::model
