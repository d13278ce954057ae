#include "model/control_dependence.h"

#include "model/calls.h"
#include "model/dominators.h"

namespace espalier::model {
namespace {

/// Who is on every way from a block to the end of the function; the end is one more vertex, the last.  A
/// block that never gets there (an endless loop) may end anywhere.
DominatorTree postdominators(const std::vector<Block>& blocks) {
  const auto end = static_cast<Vertex>(blocks.size());
  std::vector<std::pair<Vertex, Vertex>> arcs;
  for (Vertex b = 0; b < end; ++b) {
    for (const BlockId next : blocks[b].successors) arcs.emplace_back(next, b);
    if (blocks[b].successors.empty()) arcs.emplace_back(end, b);
  }
  const DominatorTree tree(blocks.size() + 1, end, arcs);
  const std::size_t before = arcs.size();
  for (Vertex b = 0; b < end; ++b)
    if (!tree.reached(b)) arcs.emplace_back(end, b);
  return arcs.size() == before ? tree : DominatorTree(blocks.size() + 1, end, arcs);
}

}  // namespace

ControlDependence::ControlDependence(const Program& program)
    : program_(program),
      known_(program.functions.size()),
      dependents_(program.edge_count()),
      statements_(program.edge_count()),
      seen_functions_(program.functions.size()) {
  const Names names(program);
  for (const Function& function : program.functions) {
    first_block_.push_back(static_cast<std::uint32_t>(callees_.size()));
    for (const Block& block : function.blocks) {
      std::vector<FunctionId>& callees = callees_.emplace_back();
      for (const std::string& callee : block.calls)
        if (const FunctionId id = names.find(callee, function.module); id != no_function)
          callees.push_back(id);
    }
  }
  seen_.resize(callees_.size());
}

// What depends on the side from `a` to `s`: `s` and its postdominators, up to what comes after `a` anyway.
void ControlDependence::find_dependents(FunctionId function) {
  known_[function] = true;
  const std::vector<Block>& blocks = program_.functions[function].blocks;
  if (blocks.empty()) return;
  const DominatorTree after = postdominators(blocks);
  for (BlockId a = 0; a < blocks.size(); ++a) {
    if (blocks[a].site == no_site || program_.sites[blocks[a].site].count != blocks[a].successors.size())
      continue;
    for (std::uint32_t side = 0; side < blocks[a].successors.size(); ++side)
      for (Vertex s = blocks[a].successors[side]; s != after.parent(a) && s != blocks.size();
           s = after.parent(s))
        dependents_[program_.sites[blocks[a].site].first + side].push_back(s);
  }
}

const std::vector<BlockId>& ControlDependence::blocks(EdgeId edge) {
  const FunctionId function = program_.site(edge).function;
  if (!known_[function]) find_dependents(function);
  return dependents_[edge];
}

void ControlDependence::reach_block(FunctionId function, BlockId block) {
  std::uint32_t& seen = seen_[first_block_[function] + block];
  if (seen == count_) return;
  seen = count_;
  queue_.push_back({function, block});
}

void ControlDependence::reach_function(FunctionId function) {
  if (seen_functions_[function] == count_) return;
  seen_functions_[function] = count_;
  for (BlockId b = 0; b < program_.functions[function].blocks.size(); ++b) reach_block(function, b);
}

std::uint32_t ControlDependence::statements(EdgeId edge) {
  if (statements_[edge]) return *statements_[edge];
  ++count_;
  queue_.clear();
  for (const BlockId b : blocks(edge)) reach_block(program_.site(edge).function, b);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Place at = queue_[i];
    const Function& function = program_.functions[at.function];
    const Block& block = function.blocks[at.block];
    sum += static_cast<std::uint32_t>(block.lines.size());
    for (const FunctionId callee : callees_[first_block_[at.function] + at.block]) reach_function(callee);
    if (block.site == no_site) continue;
    const Site& site = program_.sites[block.site];
    for (std::uint32_t side = 0; side < site.count; ++side)
      for (const BlockId b : blocks(site.first + side)) reach_block(at.function, b);
  }
  statements_[edge] = sum;
  return sum;
}

}  // namespace espalier::model
