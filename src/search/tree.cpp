#include "search/tree.h"

#include <algorithm>
#include <cassert>

namespace espalier::search {

using execute::Path;
using execute::Step;
using model::no_site;
using model::SiteKind;

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccd;
}

}  // namespace

std::size_t Tree::VariantHash::operator()(const Variant& v) const {
  return mix(mix(mix(mix(v.slot, v.step.edge), v.step.value.id), v.step.pinned), v.step.stretch);
}

Tree::Tree(const model::Program& program, std::uint32_t depth_limit)
    : program_(program), depth_limit_(depth_limit), sides_(1) {}

Tree::Insertion Tree::insert(const Path& path, std::uint32_t input) {
  if (path.approximate_from && !any_approximate()) first_approximation_ = path.approximated_at;
  any_cut_ |= path.cut;

  Insertion result;
  result.nodes.reserve(path.steps.size());
  Position at;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const Step& step = path.steps[i];
    const model::ContextId context = i < path.contexts.size() ? path.contexts[i] : model::no_context;
    NodeId node = find_child(at, step);
    if (node == no_node) {
      const bool approximate = path.approximate_from && i >= *path.approximate_from;
      node = add_child(at, step, input, approximate ? path.approximated_at : no_site, context);
      if (result.first_new == no_node) {
        result.first_new = node;
        result.contradiction = contradiction_below(at, path, node);
      }
    }
    result.nodes.push_back(node);
    result.last_side = step.edge - site(node).first;
    if (nodes_[node].context != context) nodes_[node].context = model::no_context;

    const std::uint32_t side = step.edge - site(node).first;
    const SideState before = this->side(node, side).state;
    if (before != SideState::Taken) {
      const bool excluded = before == SideState::Infeasible || before == SideState::Determined;
      if (excluded && exact(node) && result.contradiction == no_node) result.contradiction = node;
      set_state(node, side, SideState::Taken);
    }
    at = {node, side, depth(node) + (is_choice(node) ? 1 : 0), nodes_[node].first_side + side};
    if (depth_limit_ != 0 && at.depth > depth_limit_) {
      result.new_path = end_at_limit(at, path, i + 1);
      return result;
    }
  }
  if (result.contradiction == no_node) result.contradiction = contradiction_below(at, path, no_node);
  result.new_path = end_path(at, path);
  return result;
}

bool Tree::is_step(NodeId n, const Step& step) const {
  const Node& node = nodes_[n];
  return node.site == program_.site_of_edge[step.edge] && node.value == step.value &&
         node.pinned == step.pinned && node.stretch == step.stretch;
}

NodeId Tree::find_child(const Position& at, const Step& step) const {
  const NodeId child = sides_[at.slot].child;
  if (child == no_node || is_step(child, step)) return child;
  const model::EdgeId any_side = program_.site(step.edge).first;
  const auto found = variants_.find({at.slot, {any_side, step.value, step.pinned, step.stretch}});
  return found == variants_.end() ? no_node : found->second;
}

NodeId Tree::add_child(const Position& at, const Step& step, std::uint32_t input,
                       model::SiteId approximated_at, model::ContextId context) {
  const auto id = static_cast<NodeId>(nodes_.size());
  const model::SiteId site_id = program_.site_of_edge[step.edge];
  const model::Site& site = program_.sites[site_id];
  assert(site.kind != SiteKind::Entry && "entries are not steps");
  const bool below_concrete = at.node != no_node && !nodes_[at.node].value;
  nodes_.push_back({at.node, at.side, at.depth, site_id, step.value, input,
                    static_cast<std::uint32_t>(sides_.size()), approximated_at, step.pinned, step.stretch,
                    context});
  links_.push_back({below_concrete ? links_[at.node].above : at.node, {}});

  SideState others = SideState::Open;
  if (!step.value)
    others = SideState::Determined;
  else if (depth_limit_ != 0 && at.depth >= depth_limit_)
    others = SideState::Pruned;
  sides_.resize(sides_.size() + site.count, Side{others, End::None, depth_bound, no_node});
  counts_[static_cast<std::size_t>(others)] += site.count;
  if (others == SideState::Pruned) pruned_[depth_bound] += site.count;
  set_state(id, step.edge - site.first, SideState::Taken);

  NodeId& child = sides_[at.slot].child;
  if (child == no_node)
    child = id;
  else
    variants_.emplace(Variant{at.slot, {site.first, step.value, step.pinned, step.stretch}}, id);
  return id;
}

// Two runs that satisfy the same exact prefix satisfy the same path predicate so far, and only the
// next condition may tell them apart: they must both meet it, or both end.
NodeId Tree::contradiction_below(const Position& at, const Path& path, NodeId added) const {
  const Side& side = sides_[at.slot];
  const bool exact_here = added != no_node ? exact(added) : !path.approximate_from;
  if (!exact_here) return no_node;
  if (added != no_node) {
    const bool other_before = side.child != added && exact(side.child);
    // A side does not remember whether the path that ended there lost exactness at its very end.
    const bool ended_before = side.end == End::Complete && !any_approximate();
    return other_before || ended_before ? added : no_node;
  }
  return side.child != no_node && exact(side.child) && !path.cut ? side.child : no_node;
}

bool Tree::end_path(const Position& at, const Path& path) {
  Side& side = sides_[at.slot];
  const bool fresh = side.end == End::None && !(path.cut && side.child != no_node);
  if (path.cut) {
    if (side.end == End::None) side.end = End::Cut;
  } else {
    side.end = End::Complete;
  }
  if (fresh) ++paths_;
  return fresh;
}

bool Tree::end_at_limit(const Position& at, const Path& path, std::size_t stored) {
  std::uint64_t hash = at.slot;
  for (std::size_t i = stored; i < path.steps.size(); ++i) hash = mix(hash, path.steps[i].edge);
  const bool fresh = beyond_limit_.insert(hash).second;
  if (fresh) ++paths_;
  return fresh;
}

void Tree::set_state(NodeId n, std::uint32_t s, SideState state) {
  Side& side = sides_[nodes_[n].first_side + s];
  assert(state != SideState::Pruned && "only prune() knows the rule");
  if (side.state == SideState::Pruned) --pruned_[side.rule];
  --counts_[static_cast<std::size_t>(side.state)];
  side.state = state;
  ++counts_[static_cast<std::size_t>(state)];
}

void Tree::prune(NodeId n, std::uint32_t s, RuleId rule) {
  Side& side = sides_[nodes_[n].first_side + s];
  assert(side.state == SideState::Open && rule < max_rules && "what is known already is not pruned");
  --counts_[static_cast<std::size_t>(side.state)];
  side.state = SideState::Pruned;
  side.rule = rule;
  ++counts_[static_cast<std::size_t>(side.state)];
  ++pruned_[rule];
}

std::optional<std::uint32_t> Tree::open_side(NodeId n, std::uint32_t from) const {
  if (!nodes_[n].value) return std::nullopt;  // concrete, as most are when all branches are told
  for (std::uint32_t s = from; s < site(n).count; ++s)
    if (side(n, s).state == SideState::Open) return s;
  return std::nullopt;
}

void Tree::prefix(expr::Pool& pool, NodeId n, std::vector<expr::Expr>& into) {
  const auto first = static_cast<std::ptrdiff_t>(into.size());
  for (; links_[n].above != no_node; n = links_[n].above) {
    expr::Expr& condition = links_[n].condition;
    if (!condition) condition = condition_above(pool, n);
    into.push_back(condition);
  }
  std::reverse(into.begin() + first, into.end());
}

expr::Expr Tree::condition_above(expr::Pool& pool, NodeId n) const {
  const NodeId above = links_[n].above;
  while (parent(n) != above) n = parent(n);
  const execute::Step step{site(above).first + parent_side(n), nodes_[above].value, nodes_[above].pinned};
  return execute::step_constraint(pool, site(above), step);
}

}  // namespace espalier::search
