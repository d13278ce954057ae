// Call graph and control flow: what may be reached from where.  Both over-approximate: what is
// not in the answer can be called unreachable in a report.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "model/model.h"

namespace espalier::model {
namespace {

// Library functions that call functions given to them.  Their code is not in the program, so a
// call of them counts as an indirect one.
constexpr std::array<std::string_view, 22> callers_of_callbacks{
    "qsort",          "qsort_r",      "bsearch",     "lfind",         "lsearch", "tsearch",
    "tfind",          "twalk",        "tdelete",     "ftw",           "nftw",    "scandir",
    "glob",           "atexit",       "on_exit",     "at_quick_exit", "signal",  "sigaction",
    "pthread_create", "pthread_once", "thrd_create", "call_once"};

bool may_call_anything(std::string_view callee) {
  return callee == "*" || std::ranges::find(callers_of_callbacks, callee) != callers_of_callbacks.end();
}

/// Who answers to a name: a function of the caller's module first (it may be static there), else
/// any that other modules can see.
class Names {
 public:
  explicit Names(const Program& program) : program_(program) {
    for (FunctionId id = 0; id < program.functions.size(); ++id)
      by_name_.emplace(program.functions[id].name, id);
  }

  [[nodiscard]] FunctionId find(std::string_view name, std::uint32_t module) const {
    FunctionId visible = no_function;
    const auto [first, last] = by_name_.equal_range(name);
    for (auto it = first; it != last; ++it) {
      const Function& function = program_.functions[it->second];
      if (function.module == module) return it->second;
      if (!function.is_static) visible = it->second;
    }
    return visible;
  }

 private:
  const Program& program_;
  std::unordered_multimap<std::string_view, FunctionId> by_name_;
};

}  // namespace

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
  std::vector<bool> seen(program.functions.size(), false);
  std::vector<FunctionId> found;
  const auto reach = [&](FunctionId id) {
    if (id >= seen.size() || seen[id]) return;
    seen[id] = true;
    found.push_back(id);
  };
  reach(root);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Function& function = program.functions[found[next]];
    for (const Block& block : function.blocks)
      for (const std::string& callee : block.calls) {
        const FunctionId target = names.find(callee, function.module);
        if (target != no_function) {
          reach(target);
        } else if (may_call_anything(callee)) {
          for (FunctionId id = 0; id < seen.size(); ++id) reach(id);
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
