// Call graph and control flow: what may be reached from where.  Both over-approximate: what is
// not in the answer can be called unreachable in a report.
#include <algorithm>

#include "model/calls.h"
#include "model/model.h"

namespace espalier::model {
const Function* Program::find(std::string_view name) const {
  const FunctionId id = id_of(name);
  return id == no_function ? nullptr : &functions[id];
}

FunctionId Program::id_of(std::string_view name) const {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? no_function : static_cast<FunctionId>(found - functions.begin());
}

std::vector<FunctionId> reachable_functions(const Program& program, FunctionId root) {
  const Names names(program);
  const ComingBack comes_back(program);
  std::vector<bool> seen(program.functions.size(), false);
  std::vector<FunctionId> found;
  const auto reach = [&](FunctionId id) {
    if (id >= seen.size() || seen[id]) return;
    seen[id] = true;
    found.push_back(id);
  };
  reach(root);
  if (program.functions[root].name == "main")
    for (FunctionId id = 0; id < seen.size(); ++id)
      if (program.functions[id].around_main) reach(id);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Function& function = program.functions[found[next]];
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
      const std::vector<std::string>& calls = function.blocks[block].calls;
      for (std::size_t call = 0; call < calls.size(); ++call) {
        const FunctionId target = names.find(calls[call], function.module);
        if (target != no_function) {
          reach(target);
        } else if (may_call_anything(calls[call]) || comes_back(found[next], block, call)) {
          for (FunctionId id = 0; id < seen.size(); ++id) reach(id);
        }
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<bool> reachable_blocks(const Function& function) {
  std::vector<bool> seen(function.blocks.size(), false);
  std::vector<BlockId> work;
  if (!seen.empty()) {
    seen[0] = true;
    work.push_back(0);
  }
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId successor : function.blocks[block].successors)
      if (!seen[successor]) {
        seen[successor] = true;
        work.push_back(successor);
      }
  }
  return seen;
}

}  // namespace espalier::model
