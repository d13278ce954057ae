#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace espalier::model {

using ContextId = std::uint32_t;
inline constexpr ContextId root_context = 0;                ///< no call is open
inline constexpr ContextId no_context = ~ContextId{0};  ///< the call stack is not known

/// Call stacks, each kept once: a stack is a call site on top of another stack.
class Contexts {
 public:
  Contexts() : contexts_{{root_context, no_site, 0}} {}

  /// The stack `below` with one more call.
  ContextId push(ContextId below, SiteId call) {
    const std::uint64_t key = std::uint64_t{below} << 32 | call;
    const auto [found, fresh] = known_.try_emplace(key, static_cast<ContextId>(contexts_.size()));
    if (fresh) contexts_.push_back({below, call, contexts_[below].height + 1});
    return found->second;
  }
  /// What is left of a stack when it is unwound to `height`.
  [[nodiscard]] ContextId unwind(ContextId context, std::uint32_t height) const {
    while (contexts_[context].height > height) context = contexts_[context].below;
    return context;
  }

  [[nodiscard]] ContextId below(ContextId context) const { return contexts_[context].below; }
  [[nodiscard]] SiteId call(ContextId context) const { return contexts_[context].call; }  ///< the last one
  [[nodiscard]] std::uint32_t height(ContextId context) const { return contexts_[context].height; }
  [[nodiscard]] std::size_t size() const { return contexts_.size(); }

 private:
  struct Context {
    ContextId below;
    SiteId call;
    std::uint32_t height;
  };
  std::vector<Context> contexts_;
  std::unordered_map<std::uint64_t, ContextId> known_;
};

}  // namespace espalier::model
