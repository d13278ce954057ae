// Coverage bytes exist for branches and entries only; which blocks ran follows from them.
//
// Sure: the entry block when the function was entered; the target of every edge taken; a block one
// of whose own edges was taken; and where a sure block was surely left by a jump, its target.
// Backwards: when only one predecessor of a sure block can have run, that one ran and was left.
// A branch without a site (constant, or decided before) tells nothing about its sides, but in a
// completed run whatever lies on all ways from it to a return was executed.
//
// A run that crashed or hung stopped in the middle of some block, and we do not know which: there
// jumps prove nothing forwards.
#include "coverage/blocks.h"

#include <algorithm>

namespace espalier::coverage {

using model::Block;
using model::BlockId;
using model::TerminatorKind;

struct ExecutedBlocks::Knowledge {
  bool completed;
  std::vector<bool> perhaps;  ///< cannot exclude that it was entered
  std::vector<bool> sure;     ///< was entered
  std::vector<bool> left;     ///< was executed to its end
};

ExecutedBlocks::ExecutedBlocks(const model::Program& program, const model::Function& function)
    : program_(program),
      function_(function),
      predecessors_(function.blocks.size()),
      inevitable_(function.blocks.size()) {
  const std::size_t count = function.blocks.size();
  bool any_blind = false;
  for (BlockId b = 0; b < count; ++b) {
    const Block& block = function.blocks[b];
    any_blind |= block.successors.size() > 1 && block.site == model::no_site;
    for (const BlockId successor : block.successors)
      if (predecessors_[successor].empty() || predecessors_[successor].back() != b)
        predecessors_[successor].push_back(b);
  }
  if (!any_blind) return;

  // Post-dominators by iteration; blocks that cannot return do not take part.
  std::vector<std::vector<bool>> after(count, std::vector<bool>(count, true));
  for (BlockId b = 0; b < count; ++b)
    if (function.blocks[b].successors.empty() && function.blocks[b].terminator == TerminatorKind::Return) {
      after[b].assign(count, false);
      after[b][b] = true;
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId b = static_cast<BlockId>(count); b-- > 0;) {
      if (function.blocks[b].successors.empty()) continue;
      std::vector<bool> common(count, true);
      for (const BlockId successor : function.blocks[b].successors)
        for (std::size_t i = 0; i < count; ++i) common[i] = common[i] && after[successor][i];
      common[b] = true;
      if (common != after[b]) {
        after[b] = std::move(common);
        changed = true;
      }
    }
  }
  for (BlockId b = 0; b < count; ++b) {
    if (function.blocks[b].successors.size() < 2 || function.blocks[b].site != model::no_site) continue;
    if (std::ranges::find(after[b], false) == after[b].end()) continue;  // no way to a return
    for (BlockId later = 0; later < count; ++later)
      if (later != b && after[b][later]) inevitable_[b].push_back(later);
  }
}

std::vector<bool> ExecutedBlocks::perhaps_entered(std::span<const std::uint8_t> edges) const {
  std::vector<bool> perhaps(function_.blocks.size());
  if (perhaps.empty() || !taken(edges, function_.entry)) return perhaps;
  std::vector<BlockId> work{0};
  perhaps[0] = true;
  while (!work.empty()) {
    const Block& block = function_.blocks[work.back()];
    work.pop_back();
    for (std::size_t i = 0; i < block.successors.size(); ++i) {
      if (block.site != model::no_site &&
          !taken(edges, program_.sites[block.site].first + static_cast<model::EdgeId>(i)))
        continue;
      const BlockId target = block.successors[i];
      if (perhaps[target]) continue;
      perhaps[target] = true;
      work.push_back(target);
    }
  }
  return perhaps;
}

void ExecutedBlocks::enter_surely(std::span<const std::uint8_t> edges, Knowledge& known) const {
  std::vector<BlockId> work;
  const auto enter = [&](BlockId b) {
    if (known.sure[b]) return;
    known.sure[b] = true;
    known.left[b] = known.left[b] || known.completed;
    work.push_back(b);
  };
  const auto leave = [&](BlockId b) {
    enter(b);
    known.left[b] = true;
  };

  enter(0);
  for (const model::SiteId id : function_.sites) {
    const model::Site& site = program_.sites[id];
    for (std::uint32_t i = 0; i < site.count; ++i) {
      if (!taken(edges, site.first + i)) continue;
      enter(site.block);
      const Block& block = function_.blocks[site.block];
      if (block.site != id) continue;  // in mid-block
      leave(site.block);
      enter(block.successors[i]);
    }
  }
  while (!work.empty()) {
    const BlockId b = work.back();
    work.pop_back();
    const Block& block = function_.blocks[b];
    if (known.completed) {
      if (block.successors.size() == 1) enter(block.successors[0]);
      for (const BlockId later : inevitable_[b]) enter(later);
    }
    BlockId from = 0;
    std::size_t possible = 0;
    for (const BlockId predecessor : predecessors_[b])
      if (known.perhaps[predecessor]) {
        from = predecessor;
        ++possible;
      }
    if (possible == 1 && b != 0) leave(from);
  }
}

std::vector<bool> ExecutedBlocks::executed(std::span<const std::uint8_t> edges, bool completed) const {
  const std::size_t count = function_.blocks.size();
  Knowledge known{completed, perhaps_entered(edges), std::vector<bool>(count), std::vector<bool>(count)};
  if (count != 0 && known.perhaps[0]) enter_surely(edges, known);
  return known.left;
}

}  // namespace espalier::coverage
