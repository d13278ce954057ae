#include "paths/trie.h"

namespace espalier::paths {
namespace {

/// The edge of v with this name.
std::optional<EdgeId> find(const Graph& graph, Vertex v, EdgeId name) {
  for (const EdgeId slot : graph.out(v))
    if (graph.given(slot) == name) return slot;
  return std::nullopt;
}

}  // namespace

TrieDrawer::TrieDrawer(const Graph& graph, const Question& question)
    : plain_(with_bound(graph, question)),
      user_edges_(graph.edges()),
      length_(length_with_bound(question)),
      counts_(plain_.graph, plain_.end, length_),
      root_{.count = counts_.count(plain_.start, length_)} {}

/// Null outside the trie.
const TrieDrawer::Node* TrieDrawer::child_of(const Node* node, EdgeId slot) {
  if (node == nullptr) return nullptr;
  const auto entry = node->children.find(slot);
  return entry == node->children.end() ? nullptr : entry->second.get();
}

// Algorithm 2 of the paper.  Its choices, edge by edge with probability count / count, are made by one number
// drawn at the start: it is uniform below the count of every prefix that it leads to.
std::optional<Drawn> TrieDrawer::draw(Rng& rng) const {
  if (alive() == 0) return std::nullopt;
  const Limbs bound = to_limbs(alive(), counts_.width(length_));
  Limbs number(bound.size());
  draw_below(bound, rng, number);
  Count rank = to_count(number);

  Drawn drawn;
  const Node* node = &root_;
  Vertex v = plain_.start;
  for (std::uint32_t left = length_; left > 0; --left) {
    for (const EdgeId slot : plain_.graph.out(v)) {
      const Node* child = child_of(node, slot);
      const Vertex to = plain_.graph.to(slot);
      const Count count = child != nullptr ? child->count : counts_.count(to, left - 1);
      if (rank >= count) {
        rank -= count;
        continue;
      }
      if (plain_.graph.given(slot) < user_edges_) {
        drawn.path.push_back(plain_.graph.given(slot));
        if (child != nullptr) ++drawn.known;
      }
      node = child;
      v = to;
      break;
    }
  }
  return drawn;
}

Count TrieDrawer::eliminate_prefix(std::span<const EdgeId> prefix) {
  for (const EdgeId edge : prefix)
    if (edge >= user_edges_) return 0;
  return eliminate({prefix.begin(), prefix.end()});
}

Count TrieDrawer::eliminate_path(std::span<const EdgeId> path) {
  Path whole(path.begin(), path.end());
  if (whole.size() < length_) whole.push_back(user_edges_);  // the step to the rest
  if (whole.size() < length_) whole.resize(length_, user_edges_ + 1);  // its loop
  return eliminate(whole);
}

// Algorithm 3 of the paper.  Below an entry that comes to 0 nothing can be drawn, so what is under it
// is dropped.
Count TrieDrawer::eliminate(const Path& prefix) {
  if (prefix.size() > length_) return 0;

  // What the prefix counts now; an entry of 0 on the way means that it is gone already.
  Path slots;
  Count killed = root_.count;
  const Node* node = &root_;
  Vertex v = plain_.start;
  for (const EdgeId name : prefix) {
    const std::optional<EdgeId> slot = find(plain_.graph, v, name);
    if (!slot || killed == 0) return 0;
    slots.push_back(*slot);
    v = plain_.graph.to(*slot);
    node = child_of(node, *slot);
    killed =
        node != nullptr ? node->count : counts_.count(v, length_ - static_cast<std::uint32_t>(slots.size()));
  }
  if (killed == 0) return 0;

  Node* changed = &root_;
  std::uint32_t left = length_;
  changed->count -= killed;
  for (const EdgeId slot : slots) {
    if (changed->count == 0) break;
    std::unique_ptr<Node>& child = changed->children[slot];
    --left;
    if (!child) child = std::make_unique<Node>(Node{.count = counts_.count(plain_.graph.to(slot), left)});
    changed = child.get();
    changed->count -= killed;
  }
  if (changed->count == 0) changed->children.clear();
  return killed;
}

std::size_t TrieDrawer::size_of(const Node& node) {
  std::size_t size = 1;
  for (const auto& [slot, child] : node.children) size += size_of(*child);
  return size;
}

std::size_t TrieDrawer::nodes() const { return size_of(root_); }

}  // namespace espalier::paths
