#include "paths/rank_set.h"

#include <algorithm>

// A treap (Seidel and Aragon): ordered by rank, heap-ordered by random priorities, so its depth is
// logarithmic on average whatever is added.  Its shape depends on a seed of its own and
// never on what is drawn.

namespace espalier::paths {

RankSet::RankSet(std::size_t width) : width_(width), nodes_(1), numbers_(3 * width, 0) {}

RankSet::Node RankSet::make(const Limbs& from, const Limbs& to) {
  Node node = 0;
  if (free_.empty()) {
    node = static_cast<Node>(nodes_.size());
    nodes_.emplace_back();
    numbers_.resize(numbers_.size() + 3 * width_);
  } else {
    node = free_.back();
    free_.pop_back();
  }
  nodes_[node] = {.left = 0, .right = 0, .priority = shape_.next()};
  std::ranges::copy(from, first(node));
  std::ranges::copy(to, first(node) + width_);
  update(node);
  return node;
}

void RankSet::release(Node tree) {
  std::vector<Node> stack{tree};
  while (!stack.empty()) {
    const Node node = stack.back();
    stack.pop_back();
    if (node == 0) continue;
    stack.push_back(nodes_[node].left);
    stack.push_back(nodes_[node].right);
    free_.push_back(node);
  }
}

void RankSet::update(Node node) {
  const auto n = static_cast<mp_size_t>(width_);
  Limb* total = first(node) + 2 * width_;
  mpn_sub_n(total, last(node), first(node), n);
  mpn_add_n(total, total, sum(nodes_[node].left), n);
  mpn_add_n(total, total, sum(nodes_[node].right), n);
}

RankSet::Node RankSet::join(Node left, Node right) {
  if (left == 0) return right;
  if (right == 0) return left;
  const bool left_on_top = nodes_[left].priority > nodes_[right].priority;
  const Node top = left_on_top ? left : right;
  if (left_on_top)
    nodes_[top].right = join(nodes_[left].right, right);
  else
    nodes_[top].left = join(left, nodes_[right].left);
  update(top);
  return top;
}

/// The nodes for which `goes_left` holds, and the others, which must all come after them.
template <class GoesLeft>
RankSet::Parts RankSet::split(Node tree, const GoesLeft& goes_left) {
  if (tree == 0) return {.left = 0, .right = 0};
  Parts parts{};
  if (goes_left(tree)) {
    const Parts below = split(nodes_[tree].right, goes_left);
    nodes_[tree].right = below.left;
    parts = {.left = tree, .right = below.right};
  } else {
    const Parts below = split(nodes_[tree].left, goes_left);
    nodes_[tree].left = below.right;
    parts = {.left = below.left, .right = tree};
  }
  update(tree);
  return parts;
}

RankSet::Node RankSet::leftmost(Node tree) const {
  while (nodes_[tree].left != 0) tree = nodes_[tree].left;
  return tree;
}

RankSet::Node RankSet::rightmost(Node tree) const {
  while (nodes_[tree].right != 0) tree = nodes_[tree].right;
  return tree;
}

// Cut out all intervals that overlap or touch the new one and put back one that spans them all.  This one
// rule covers the cases: already there, around others, beside a neighbour, alone.
void RankSet::add(const Limb* from, const Limb* to) {
  const auto n = static_cast<mp_size_t>(width_);
  Limbs low(from, from + width_);
  Limbs high(to, to + width_);
  const Parts outer = split(root_, [&](Node node) { return mpn_cmp(last(node), low.data(), n) < 0; });
  const Parts inner =
      split(outer.right, [&](Node node) { return mpn_cmp(first(node), high.data(), n) <= 0; });
  if (const Node touched = inner.left; touched != 0) {
    const Limb* lowest = first(leftmost(touched));
    const Limb* highest = last(rightmost(touched));
    if (mpn_cmp(lowest, low.data(), n) < 0) low.assign(lowest, lowest + width_);
    if (mpn_cmp(highest, high.data(), n) > 0) high.assign(highest, highest + width_);
    release(touched);
  }
  const Node node = make(low, high);
  root_ = join(join(outer.left, node), inner.right);
}

// Outside the set, first(node) - skipped ranks lie below a node, where `skipped` are those of the set before
// it. So k lies before the node or after it, and after it there are that many more to skip.
RankSet::Outside RankSet::outside(const Limb* k) const {
  const auto n = static_cast<mp_size_t>(width_);
  Limbs skipped(width_, 0);
  Limbs with_left(width_);
  Limbs below(width_);
  Node before = 0;
  Node after = 0;
  for (Node node = root_; node != 0;) {
    mpn_add_n(with_left.data(), skipped.data(), sum(nodes_[node].left), n);
    mpn_sub_n(below.data(), first(node), with_left.data(), n);
    if (mpn_cmp(k, below.data(), n) < 0) {
      after = node;
      node = nodes_[node].left;
    } else {
      before = node;
      mpn_add_n(skipped.data(), with_left.data(), last(node), n);
      mpn_sub_n(skipped.data(), skipped.data(), first(node), n);
      node = nodes_[node].right;
    }
  }
  Outside found{.rank = std::move(skipped), .before = std::nullopt, .after = std::nullopt};
  mpn_add_n(found.rank.data(), found.rank.data(), k, n);
  if (before != 0) {
    found.before.emplace(last(before), last(before) + width_);
    mpn_sub_1(found.before->data(), found.before->data(), n, 1);
  }
  if (after != 0) found.after.emplace(first(after), first(after) + width_);
  return found;
}

std::size_t RankSet::bytes() const {
  return numbers_.size() * sizeof(Limb) + nodes_.size() * sizeof(Links) + free_.size() * sizeof(Node);
}

}  // namespace espalier::paths
