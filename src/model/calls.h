#pragma once

#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace espalier::model {

/// Who answers to a name: a function of the caller's module first (it may be static there), else any
/// that other modules can see.
class Names {
 public:
  explicit Names(const Program& program);
  [[nodiscard]] FunctionId find(std::string_view name, std::uint32_t module) const;  ///< or no_function

 private:
  const Program& program_;
  std::unordered_multimap<std::string_view, FunctionId> by_name_;
};

/// An indirect call, or one of a library function that calls functions given to it (qsort, ...).
bool may_call_anything(std::string_view callee);

/// Calls of code that a whole program does not hold, and below which its own code may run all the same:
/// whatever library it is, it may have been given the address of a function.  (Of a unit's program we hold
/// more: there those of the list above count, and no others.)
class ComingBack {
 public:
  explicit ComingBack(const Program& program);
  [[nodiscard]] bool operator()(FunctionId function, BlockId block, std::size_t call) const;

 private:
  std::vector<std::tuple<FunctionId, BlockId, std::size_t>> calls_;  // ascending
};

/// After a call of this, control can come to places that control flow and call graph do not show: it
/// keeps a function for later (atexit, signal, pthread_create, ...), or jumps out of several calls (longjmp).
bool breaks_control_flow(std::string_view callee);

}  // namespace espalier::model
