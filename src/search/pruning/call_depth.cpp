// Max call depth (Bardin and Herrmann, Pruning the Search Space in Path-based Test Generation, ICST
// 2009, section 4): alternatives inside called functions are not tried when more than N calls lie
// between them and the unit, in the hope that its own branches do not depend on them.
//
// The hope may fail, so nothing that is left out counts as explored.  With `auto`, N starts at 0 and
// grows to the next height at which something was left out, each time when nothing else is left to try.
#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "search/pruning.h"

namespace espalier::search {
namespace {

constexpr std::uint32_t unknown_height = std::numeric_limits<std::uint32_t>::max();

class CallDepth final : public Pruning {
 public:
  CallDepth(const PruningSetup& setup, std::uint32_t limit, bool grows)
      : unit_height_(setup.unit_height), limit_(limit), grows_(grows) {}

  std::vector<SideOf> added(const State& state, const Tree::Insertion& insertion) override {
    std::vector<SideOf> closed;
    for (const NodeId node : insertion.nodes) {
      if (node < insertion.first_new || height(state, node) <= limit_) continue;
      for (std::uint32_t side = 0; side < state.tree.site(node).count; ++side)
        if (state.tree.side(node, side).state == SideState::Open) closed.push_back({node, side});
    }
    if (grows_) left_out_.insert(left_out_.end(), closed.begin(), closed.end());
    return closed;
  }

  std::vector<SideOf> relent(const State& state) override {
    std::erase_if(left_out_, [&](const SideOf& at) {  // runs may have gone there by chance
      return state.tree.side(at.node, at.side).state != SideState::Pruned;
    });
    if (left_out_.empty()) return {};
    const auto height_of = [&](const SideOf& at) { return height(state, at.node); };
    limit_ = height_of(*std::ranges::min_element(left_out_, {}, height_of));
    const auto lower =
        std::ranges::stable_partition(left_out_, [&](const SideOf& at) { return height_of(at) > limit_; });
    std::vector<SideOf> open(lower.begin(), lower.end());
    left_out_.erase(lower.begin(), lower.end());
    return open;
  }

  [[nodiscard]] bool proves() const override { return false; }
  [[nodiscard]] std::string why() const override {
    return fmt::format("it is inside a called function, more than {} calls above the unit", limit_);
  }

 private:
  /// Calls between the unit and this node; the harness counts as the unit.
  [[nodiscard]] std::uint32_t height(const State& state, NodeId node) const {
    const model::ContextId context = state.tree.context(node);
    if (context == model::no_context) return unknown_height;
    const std::uint32_t open = state.contexts.height(context);
    return open > unit_height_ ? open - unit_height_ : 0;
  }

  std::uint32_t unit_height_;
  std::uint32_t limit_;
  bool grows_;
  std::vector<SideOf> left_out_;  // only when it grows
};

std::unique_ptr<Pruning> make(const PruningSetup& setup, std::string_view argument) {
  if (argument == "auto") return std::make_unique<CallDepth>(setup, 0, true);
  std::uint32_t limit = 0;
  const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), limit);
  if (error != std::errc() || end != argument.data() + argument.size()) return nullptr;
  return std::make_unique<CallDepth>(setup, limit, false);
}

const RegisteredPruning entry{
    {"call-depth",
     "call-depth=N leaves out alternatives inside functions more than N calls above "
     "the unit; call-depth=auto raises N while goals are missing",
     make}};

}  // namespace
}  // namespace espalier::search
