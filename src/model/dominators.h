#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/control_flow.h"

namespace espalier::model {

/// Who dominates whom in a graph: `a` dominates `b` when every path from the start to `b` goes through `a`.
class DominatorTree {
 public:
  DominatorTree(std::size_t vertices, Vertex start, std::span<const std::pair<Vertex, Vertex>> arcs);

  [[nodiscard]] bool reached(Vertex v) const { return parent_[v] != no_vertex; }
  /// The nearest vertex that dominates `v`; the start itself for the start; no_vertex when nothing leads to
  /// `v`.
  [[nodiscard]] Vertex parent(Vertex v) const { return parent_[v]; }
  /// Constant time; every vertex that can be reached dominates itself.
  [[nodiscard]] bool dominates(Vertex a, Vertex b) const {
    return reached(a) && reached(b) && enter_[a] <= enter_[b] && leave_[b] <= leave_[a];
  }

 private:
  void number(Vertex start);

  std::vector<Vertex> parent_;
  std::vector<std::uint32_t> enter_,
      leave_;  // of a walk through the tree: `a` is above `b` if it encloses it
};

/// Which sides of branches every run must have taken that takes a given one, through all functions.
///
/// Two graphs give the answer, since neither is exact.  In the first a call that is over is one step,
/// so it forgets what each call of a function must do.  In the second control goes through the callee and
/// comes back to any of its callers, so it forgets who called.  What either proves holds for all runs.
class Dominators {
 public:
  /// `root`: where every run starts, if known.
  Dominators(const Program& program, FunctionId root);

  /// Every run that takes side `b` takes side `a` before.  False when a == b.
  [[nodiscard]] bool dominates(EdgeId a, EdgeId b) const {
    const Vertex from = flow_.side(a), to = flow_.side(b);
    return a != b && from != no_vertex && to != no_vertex &&
           (over_.dominates(from, to) || through_.dominates(from, to));
  }

 private:
  ControlFlow flow_;
  DominatorTree over_, through_;
};

}  // namespace espalier::model
