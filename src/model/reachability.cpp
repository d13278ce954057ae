// The look-ahead of Bardin and Herrmann (Pruning the Search Space in Path-based Test Generation,
// ICST 2009, section 3), with witnesses in place of sets: the question is only ever whether
// the set of what can be reached and the set of what is left have something in common, and one
// common element proves that for as long as it is left.
#include "model/reachability.h"

#include <algorithm>

#include "model/calls.h"

namespace espalier::model {

Reachability::Reachability(const Program& program, std::vector<Target> targets)
    : program_(program),
      reached_(targets.size()),
      left_(targets.size()),
      functions_(program.functions.size()) {
  index_blocks();
  index_targets(targets);
}

void Reachability::index_blocks() {
  const Names names(program_);
  const ComingBack comes_back(program_);
  for (FunctionId id = 0; id < functions_.size(); ++id) {
    const Function& function = program_.functions[id];
    functions_[id].first_block = static_cast<std::uint32_t>(blocks_.size());
    gives_up_ |= function.around_main;
    for (const Block& block : function.blocks) {
      const auto first_call = static_cast<std::uint32_t>(calls_.size());
      const auto number = static_cast<BlockId>(blocks_.size() - functions_[id].first_block);
      blocks_.emplace_back().first_call = first_call;
      for (const std::string& callee : block.calls) {
        gives_up_ |= breaks_control_flow(callee);
        const FunctionId known = names.find(callee, function.module);
        const bool calls_back =
            may_call_anything(callee) || comes_back(id, number, calls_.size() - first_call);
        calls_.push_back(known != no_function ? known
                         : callee == "*"      ? anybody
                         : calls_back         ? callbacks
                                              : nobody);
      }
    }
  }
  blocks_.emplace_back().first_call = static_cast<std::uint32_t>(calls_.size());
}

void Reachability::index_targets(const std::vector<Target>& targets) {
  std::vector<std::vector<TargetId>> in_function(functions_.size());
  for (TargetId id = 0; id < targets.size(); ++id) {
    const Target& target = targets[id];
    function_of_.push_back(target.function);
    const bool placed =
        target.function < functions_.size() && !target.blocks.empty() &&
        std::ranges::all_of(
            target.blocks, [&](BlockId b) { return b < program_.functions[target.function].blocks.size(); });
    if (placed) {
      in_function[target.function].push_back(id);
    } else {
      function_of_.back() = no_function;
      ++unplaced_left_;
    }
  }
  for (FunctionId id = 0; id < functions_.size(); ++id) {
    std::vector<std::pair<BlockId, TargetId>> pairs;
    const std::vector<bool> reachable =
        in_function[id].empty() ? std::vector<bool>{} : reachable_blocks(program_.functions[id]);
    for (const TargetId target : in_function[id]) {
      for (const BlockId block : targets[target].blocks) pairs.emplace_back(block, target);
      if (std::ranges::none_of(targets[target].blocks, [&](BlockId b) { return reachable[b]; })) continue;
      functions_[id].targets.push_back(target);
      live_.push_back(target);
    }
    std::ranges::sort(pairs);
    auto next = pairs.begin();
    for (BlockId b = 0; b < program_.functions[id].blocks.size(); ++b) {
      blocks_[index_of(id, b)].first_target = static_cast<std::uint32_t>(block_targets_.size());
      for (; next != pairs.end() && next->first == b; ++next) block_targets_.push_back(next->second);
    }
  }
  blocks_.back().first_target = static_cast<std::uint32_t>(block_targets_.size());
}

void Reachability::reached(TargetId target) {
  if (reached_[target]) return;
  reached_[target] = true;
  --left_;
  if (function_of_[target] == no_function) --unplaced_left_;
}

Reachability::Found Reachability::target_of(FunctionId function) {
  FunctionData& data = functions_[function];
  while (data.next < data.targets.size() && reached_[data.targets[data.next]]) ++data.next;
  return data.next < data.targets.size() ? Found{data.targets[data.next]} : std::nullopt;
}

Reachability::Found Reachability::any_target() {
  while (next_live_ < live_.size() && reached_[live_[next_live_]]) ++next_live_;
  return next_live_ < live_.size() ? Found{live_[next_live_]} : std::nullopt;
}

// Breadth first over the call graph.  If nothing is found, nothing is behind any function seen.
Reachability::Found Reachability::behind_entry(FunctionId function) {
  FunctionData& start = functions_[function];
  if (start.witness == nothing) return std::nullopt;
  if (start.witness != unasked)
    if (const Found found = target_of(start.witness)) return found;

  ++search_;
  std::vector<FunctionId> queue{function};
  start.visited = search_;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const FunctionId id = queue[i];
    ++work_;
    if (functions_[id].witness == nothing) continue;
    Found found = target_of(id);
    const std::uint32_t first = functions_[id].first_block;
    const std::uint32_t end = first + static_cast<std::uint32_t>(program_.functions[id].blocks.size());
    for (std::uint32_t call = blocks_[first].first_call; !found && call < blocks_[end].first_call; ++call) {
      const FunctionId callee = calls_[call];
      if (callee == anybody || callee == callbacks) {
        found = any_target();
      } else if (callee != nobody && functions_[callee].visited != search_) {
        functions_[callee].visited = search_;
        queue.push_back(callee);
      }
    }
    if (!found) continue;
    functions_[function].witness = function_of_[*found];
    return found;
  }
  for (const FunctionId id : queue) functions_[id].witness = nothing;
  return std::nullopt;
}

Reachability::Found Reachability::behind_call(FunctionId callee) {
  if (callee == nobody) return std::nullopt;
  return callee == anybody || callee == callbacks ? any_target() : behind_entry(callee);
}

Reachability::Found Reachability::in_block(std::uint32_t block, std::uint32_t from_call) {
  for (std::uint32_t i = blocks_[block].first_target; i < blocks_[block + 1].first_target; ++i)
    if (!reached_[block_targets_[i]]) return block_targets_[i];
  for (std::uint32_t i = blocks_[block].first_call + from_call; i < blocks_[block + 1].first_call; ++i)
    if (const Found found = behind_call(calls_[i])) return found;
  return std::nullopt;
}

// Breadth first within the function.  If nothing is found, nothing is behind any block seen; else all
// blocks on the way to what was found share the witness.
Reachability::Found Reachability::behind_block(FunctionId function, BlockId block) {
  const std::uint32_t base = functions_[function].first_block;
  const auto known = [this](const BlockData& data) {
    return data.witness < nothing && !reached_[data.witness] ? Found{data.witness} : std::nullopt;
  };
  const std::uint32_t start = base + block;
  if (blocks_[start].witness == nothing) return std::nullopt;
  if (const Found found = known(blocks_[start])) return found;

  queue_.assign(1, start);
  came_from_.assign(1, 0);
  const std::uint32_t search = ++search_;
  blocks_[start].visited = search;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t at = queue_[i];
    ++work_;
    if (blocks_[at].witness == nothing) continue;
    Found found = known(blocks_[at]);
    if (!found) found = in_block(at, 0);
    if (found) {
      for (std::size_t way = i;; way = came_from_[way]) {
        blocks_[queue_[way]].witness = *found;
        if (way == 0) return found;
      }
    }
    for (const BlockId successor : program_.functions[function].blocks[at - base].successors) {
      BlockData& next = blocks_[base + successor];
      if (next.visited == search) continue;
      next.visited = search;
      queue_.push_back(base + successor);
      came_from_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  for (const std::uint32_t seen : queue_) blocks_[seen].witness = nothing;
  return std::nullopt;
}

void Reachability::find_returns(FunctionId function) {
  FunctionData& data = functions_[function];
  if (data.returns_known) return;
  data.returns_known = true;
  const std::vector<Block>& blocks = program_.functions[function].blocks;
  std::vector<std::vector<BlockId>> predecessors(blocks.size());
  std::vector<BlockId> work;
  for (BlockId b = 0; b < blocks.size(); ++b) {
    for (const BlockId successor : blocks[b].successors) predecessors[successor].push_back(b);
    if (blocks[b].terminator == TerminatorKind::Return) work.push_back(b);
  }
  for (const BlockId b : work) blocks_[index_of(function, b)].returns = true;
  while (!work.empty()) {
    const BlockId b = work.back();
    work.pop_back();
    for (const BlockId predecessor : predecessors[b]) {
      BlockData& before = blocks_[index_of(function, predecessor)];
      if (before.returns) continue;
      before.returns = true;
      work.push_back(predecessor);
    }
  }
}

bool Reachability::may_return(FunctionId function, BlockId block) {
  find_returns(function);
  return blocks_[index_of(function, block)].returns;
}

// What follows a call: the rest of its block, then what is behind the block.  Code that we do not see
// and that called back may call back again.
bool Reachability::behind_call_site(const Site& call) {
  const std::uint32_t block = index_of(call.function, call.block);
  const FunctionId callee = calls_[blocks_[block].first_call + call.call];
  if ((callee == nobody || callee == callbacks) && any_target()) return true;
  if (in_block(block, call.call + 1)) return true;
  return std::ranges::any_of(program_.functions[call.function].blocks[call.block].successors,
                             [&](BlockId next) { return behind_block(call.function, next).has_value(); });
}

bool Reachability::behind_return(FunctionId from, const Contexts& contexts, ContextId context) {
  dead_contexts_.resize(std::max(dead_contexts_.size(), contexts.size()));
  std::vector<ContextId> seen;
  for (; context != root_context && !dead_contexts_[context]; context = contexts.below(context)) {
    const Site& call = program_.sites[contexts.call(context)];
    const std::uint32_t block = index_of(call.function, call.block);
    if (blocks_[block].first_call + call.call >= blocks_[block + 1].first_call) return true;
    const FunctionId callee = calls_[blocks_[block].first_call + call.call];
    if (callee < callbacks && callee != from) return true;  // not the stack that led here
    if (behind_call_site(call)) return true;
    seen.push_back(context);
    const auto& successors = program_.functions[call.function].blocks[call.block].successors;
    const bool ends =
        program_.functions[call.function].blocks[call.block].terminator == TerminatorKind::Return;
    if (!ends && std::ranges::none_of(successors, [&](BlockId b) { return may_return(call.function, b); }))
      break;
    from = call.function;
  }
  for (const ContextId dead : seen) dead_contexts_[dead] = true;
  return false;
}

bool Reachability::from(EdgeId edge, const Contexts& contexts, ContextId context) {
  if (left_ == 0) return false;
  const Site& site = program_.site(edge);
  const std::vector<Block>& blocks = program_.functions[site.function].blocks;
  if (gives_up_ || unplaced_left_ != 0 || context == no_context || site.block >= blocks.size()) return true;
  const Block& block = blocks[site.block];
  const bool ends_block = block.site != no_site && &program_.sites[block.site] == &site;
  const BlockId next = ends_block ? block.successors[edge - site.first] : site.block;
  if (behind_block(site.function, next)) return true;
  return may_return(site.function, next) && behind_return(site.function, contexts, context);
}

std::size_t Reachability::memory() const {
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  std::size_t total = reached_.capacity() / 8 + dead_contexts_.capacity() / 8 + bytes(function_of_) +
                      bytes(live_) + bytes(functions_) + bytes(blocks_) + bytes(block_targets_) +
                      bytes(calls_) + bytes(queue_) + bytes(came_from_);
  for (const FunctionData& data : functions_) total += bytes(data.targets);
  return total;
}

}  // namespace espalier::model
