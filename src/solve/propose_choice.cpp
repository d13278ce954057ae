// Inversion through tables.  Memory at a symbolic index is a tree of choices, one level for each bit of the
// index, often with constants for leaves.  We look for a leaf that does what is wanted, or one that can be
// made to, and want the conditions on the way to it.
//
// Leaves are counted from below, each step once, so this is linear however much the tree shares; then the
// n-th leaf is found by going down.  The present arm comes first, so low numbers are near the present leaf.
#include <algorithm>

#include "expr/semantics.h"
#include "solve/propose.h"

namespace espalier::solve {

using expr::Op;

namespace {

constexpr std::uint32_t most_leaves = 1U << 30;
constexpr std::size_t longest_chain = 16;

}  // namespace

bool Proposer::excluded(const Tape::Step& choice, bool takes_a) const {
  return tape_.is_fixed(choice.a) && (values_[choice.a] != 0) != takes_a;
}

std::uint32_t Proposer::count_leaves(Tape::Position root, const LeafTest& good) {
  leaves_.resize(tape_.steps().size());
  counted_.assign(tape_.steps().size(), 0);
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const Tape::Position p = stack_.back();
    const Tape::Step& step = tape_[p];
    if (counted_[p] == 0 && step.op == Op::Select) {
      std::uint32_t sum = 0;
      bool complete = true;
      for (const bool takes_a : {true, false}) {
        const Tape::Position arm = takes_a ? step.b : step.c;
        if (excluded(step, takes_a)) continue;
        if (counted_[arm] == 0) {
          stack_.push_back(arm);
          complete = false;
        } else {
          sum = std::min(sum + leaves_[arm], most_leaves);
        }
      }
      if (!complete) continue;
      leaves_[p] = sum;
    } else if (counted_[p] == 0) {
      leaves_[p] = good(p) ? 1 : 0;
    }
    counted_[p] = 1;
    stack_.pop_back();
  }
  return leaves_[root];
}

// The conditions of one tree are bits of one index.  They must be wanted together: each alone would keep the
// other bits as they are now.
Tape::Position Proposer::go_to_leaf(Tape::Position root, std::size_t number) {
  parts_.clear();
  Tape::Position p = root;
  while (tape_[p].op == Op::Select) {
    const Tape::Step& step = tape_[p];
    const bool present = values_[step.a] != 0;
    const auto below = [&](bool takes_a) -> std::size_t {
      return excluded(step, takes_a) ? 0 : leaves_[takes_a ? step.b : step.c];
    };
    const bool stays = number < below(present);
    if (!stays) number -= below(present);
    const bool takes_a = stays == present;
    p = takes_a ? step.b : step.c;
    const Tape::Step& condition = tape_[step.a];
    if (condition.op != Op::Extract) {
      if (!want(step.a, takes_a ? 1 : 0)) return 0;
      continue;
    }
    auto part =
        std::find_if(parts_.begin(), parts_.end(), [&](const Part& q) { return q.step == condition.a; });
    if (part == parts_.end()) part = parts_.insert(part, {condition.a, 0, 0});
    const std::uint64_t bit = std::uint64_t{1} << condition.k;
    part->mask |= bit;
    part->bits = takes_a ? part->bits | bit : part->bits & ~bit;
  }
  for (const Part& part : parts_)
    if (!want(part.step, {part.bits, part.mask})) return 0;
  return p;
}

bool Proposer::pursue_choice(Goal goal, Chooser& chooser) {
  const std::uint32_t with_it =
      count_leaves(goal.step, [&](Tape::Position leaf) { return goal.wanted.fits(values_[leaf]); });
  if (with_it > 0 && chooser.pick(2) == 0)
    return go_to_leaf(goal.step, with_it == 1 ? 0 : chooser.pick(with_it)) != 0;
  const std::uint32_t changeable =
      count_leaves(goal.step, [&](Tape::Position leaf) { return !tape_.is_fixed(leaf); });
  if (changeable == 0) return false;
  const Tape::Position leaf = go_to_leaf(goal.step, changeable == 1 ? 0 : chooser.pick(changeable));
  return leaf != 0 && want(leaf, goal.wanted);
}

// table[i] > 98, (kind[c] & digit) != 0, 3 * price[i] + 1 == 244: below the comparison are operators with one
// operand that can change, and then the table.  Each leaf is tried by computing upwards.
bool Proposer::pursue_table(Goal goal, Tape::Position side, Chooser& chooser) {
  chain_.assign(1, goal.step);
  Tape::Position root = side;
  while (tape_[root].op != Op::Select) {
    const Tape::Step& step = tape_[root];
    if (step.op == Op::Input || step.op == Op::Const || chain_.size() == longest_chain) return false;
    const bool a_changes = !tape_.is_fixed(step.a);
    if (a_changes == (step.b != 0 && !tape_.is_fixed(step.b))) return false;  // both or none
    chain_.push_back(root);
    root = a_changes ? step.a : step.b;
  }
  const auto fits = [&](Tape::Position leaf) {
    std::uint64_t value = values_[leaf];
    Tape::Position changed = root;
    for (std::size_t i = chain_.size(); i-- > 0;) {
      const Tape::Step& step = tape_[chain_[i]];
      const std::uint64_t a = step.a == changed ? value : values_[step.a];
      const std::uint64_t b = step.b == changed ? value : values_[step.b];
      value = expr::apply(step.op, step.bits, step.a_bits, step.b_bits, a, b, 0, step.k);
      changed = chain_[i];
    }
    return goal.wanted.fits(value);
  };
  const std::uint32_t fitting = count_leaves(root, fits);
  if (fitting == 0 || chooser.pick(2) == 1) return false;
  const std::size_t before = goals_.size();
  if (go_to_leaf(root, fitting == 1 ? 0 : chooser.pick(fitting)) != 0) return true;
  goals_.resize(before);
  return false;
}

}  // namespace espalier::solve
