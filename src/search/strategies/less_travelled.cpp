// Subpath-guided search (Li, Su, Wang and Li, Steering Symbolic Execution to Less Traveled Paths, OOPSLA
// 2013).
//
// Runs spread when they are steered to where few have been.  Counted are subpaths: sequences of a fixed
// number of branches in a row, whatever came before.  Next is an alternative whose own subpath, which ends
// with the alternative, was run the fewest times; ties are broken at random.
//
// Alternatives with the same subpath share its count, so they wait together, and a heap holds subpaths.
// Counts only ever grow: a subpath that comes out of the heap goes back if it was run more often since.
// Against a subpath whose alternatives are all infeasible, a question counts like a run.
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "search/frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

constexpr std::uint32_t length = 4;  // the paper takes 1 to 4; longer ones tell more paths apart

class LessTravelled final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override { return ESP_TELL_LATELY; }

  void added(const State& state, const Tree::Insertion& insertion) override {
    for (std::size_t i = 0; i < insertion.nodes.size(); ++i) {
      const NodeId node = insertion.nodes[i];
      const bool last = i + 1 == insertion.nodes.size();
      const std::uint32_t side = last ? insertion.last_side : state.tree.parent_side(insertion.nodes[i + 1]);
      ++group(state, node, side).runs;
      if (insertion.first_new != no_node && node >= insertion.first_new) reopened(state, node);
    }
  }

  void reopened(const State& state, NodeId node) override {
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1)) {
      Group& own = group(state, node, *side);
      own.alternatives.add({node, *side});
      if (own.waiting) continue;
      own.waiting = true;
      fresh_.push_back(number_);
    }
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    for (const std::uint32_t number : fresh_) rarest_.push({groups_[number].runs, rng.next(), number});
    fresh_.clear();
    while (!rarest_.empty()) {
      const Entry entry = rarest_.top();
      rarest_.pop();
      Group& group = groups_[entry.group];
      if (group.runs != entry.runs) {
        rarest_.push({group.runs, rng.next(), entry.group});
        continue;
      }
      const std::optional<FlipBranch> drawn = group.alternatives.draw(state.tree, rng);
      if (drawn) ++group.runs;
      group.waiting = !group.alternatives.empty();
      if (group.waiting) rarest_.push({group.runs, rng.next(), entry.group});
      if (drawn) return *drawn;
    }
    return std::nullopt;
  }

 private:
  /// A subpath and the alternatives that end it.
  struct Group {
    std::uint64_t runs = 0;
    bool waiting = false;  // in the heap, or to be put there
    Frontier alternatives;
  };
  struct Entry {
    std::uint64_t runs;
    std::uint64_t lot;
    std::uint32_t group;
    bool operator<(const Entry& other) const {  // the fewest runs on top
      return std::tie(runs, lot, group) > std::tie(other.runs, other.lot, other.group);
    }
  };

  /// Of the subpath that ends with this side; its number is in number_.
  Group& group(const State& state, NodeId node, std::uint32_t side) {
    std::uint64_t hash = 0;
    std::uint32_t branches = 0;
    for (; node != no_node && branches < length;
         side = state.tree.parent_side(node), node = state.tree.parent(node)) {
      const model::Site& site = state.tree.site(node);
      if (branches != 0 &&
          (site.kind == model::SiteKind::Approximation || site.kind == model::SiteKind::Check))
        continue;
      hash ^= site.first + side + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
      hash *= 0xff51afd7ed558ccd;
      ++branches;
    }
    const auto [found, fresh] = numbers_.try_emplace(hash, static_cast<std::uint32_t>(groups_.size()));
    if (fresh) groups_.emplace_back();
    number_ = found->second;
    return groups_[number_];
  }

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of groups, by hash of the subpath
  std::vector<Group> groups_;
  std::uint32_t number_ = 0;
  std::vector<std::uint32_t> fresh_;  // not in the heap yet
  std::priority_queue<Entry> rarest_;
};

const Registered<LessTravelled> entry{"less-travelled",
                                      "the alternative behind the branches that the fewest runs took"};

}  // namespace
}  // namespace espalier::search
