#include "search/probe.h"

namespace espalier::search {

FailureProbe::FailureProbe(const State& state)
    : state_(state), tree_(state.tree), known_(static_cast<NodeId>(tree_.size())) {
  for (NodeId node = 0; node < known_; ++node)
    if (is_choice(node)) note(node);
}

bool FailureProbe::is_choice(NodeId node) const {
  const model::Site& site = tree_.site(node);
  return site.kind == model::SiteKind::Branch &&
         state_.program.functions[site.function].name.starts_with("espalier_");
}

std::uint64_t FailureProbe::place(NodeId node, model::EdgeId edge) const {
  return is_choice(node) ? std::uint64_t{tree_.context(node)} << 32 | edge : edge;
}

void FailureProbe::note(NodeId node) {
  for (std::uint32_t side = 0; side < tree_.site(node).count; ++side)
    if (tree_.side(node, side).state == SideState::Taken)
      made_.insert(place(node, tree_.site(node).first + side));
}

std::optional<FlipBranch> FailureProbe::next() {
  constexpr int enough = 8;
  for (; node_ < tree_.size(); ++node_, side_ = 0) {
    const model::Site& site = tree_.site(node_);
    const bool choice = is_choice(node_);
    if (!choice && site.kind != model::SiteKind::Check) continue;
    if (choice && (asked_here_ || (side_ == 0 && node_ >= known_))) note(node_);
    asked_here_ = false;
    while (side_ < (choice ? site.count : 1)) {
      const std::uint32_t side = side_++;
      const model::EdgeId edge = site.first + side;
      if (choice ? made_.contains(place(node_, edge)) : state_.covered[edge]) continue;
      const Tree::Side& now = tree_.side(node_, side);
      const bool by_a_rule = now.state == SideState::Pruned && now.rule != depth_bound;
      if ((now.state != SideState::Open && !by_a_rule) || ++asked_[place(node_, edge)] > enough) continue;
      asked_here_ = true;
      return FlipBranch{node_, side};
    }
  }
  return std::nullopt;
}

}  // namespace espalier::search
