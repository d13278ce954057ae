#pragma once

#include <optional>

#include "search/strategy.h"

namespace espalier::search {

/// For strategies that work on one path at a time: when does the newest run become the current one?
class CurrentPath {
 public:
  /// To be told of every step proposed.
  FlipBranch aim(FlipBranch step) {
    aim_ = step;
    return step;
  }
  /// The run covered something new, or went where it was meant to, or is the first.  A run that went
  /// elsewhere is as good as any when it covered something.
  [[nodiscard]] bool moves(const State& state) const {
    return !aim_ || state.gain > 0 || state.tree.side(aim_->node, aim_->side).state == SideState::Taken;
  }

 private:
  std::optional<FlipBranch> aim_;
};

}  // namespace espalier::search
