#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace espalier::solve {

/// The constraints of a query as a set: ascending, no duplicates.
using ConstraintSet = std::vector<expr::Expr>;

inline void make_set(ConstraintSet& set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

inline ConstraintSet set_of(std::span<const expr::Expr> constraints) {
  ConstraintSet set(constraints.begin(), constraints.end());
  make_set(set);
  return set;
}

struct ConstraintSetHash {
  std::size_t operator()(const ConstraintSet& set) const {
    std::uint64_t hash = set.size();
    for (const expr::Expr e : set) hash = (hash ^ e.id) * 0x9e37'79b9'7f4a'7c15 ^ hash >> 29;
    return hash;
  }
};

}  // namespace espalier::solve
