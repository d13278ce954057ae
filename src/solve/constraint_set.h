#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace espalier::solve {

/// The constraints of a query as a set.  Members are marked by term: to look for one costs little, and
/// nothing need be sorted.
class ConstraintSet {
 public:
  explicit ConstraintSet(const expr::Pool& pool) : pool_(pool) {}

  void load(std::span<const expr::Expr> constraints) {
    if (marks_.size() < pool_.size()) marks_.resize(pool_.size(), 0);
    ++query_;
    members_.clear();
    for (const expr::Expr constraint : constraints)
      if (!contains(constraint)) {
        marks_[constraint.id] = query_;
        members_.push_back(constraint);
      }
  }

  [[nodiscard]] bool contains(expr::Expr constraint) const { return marks_[constraint.id] == query_; }
  [[nodiscard]] bool contains(std::span<const expr::Expr> others) const {
    return std::all_of(others.rbegin(), others.rend(), [this](expr::Expr e) { return contains(e); });
  }
  /// Each once, as they came.
  [[nodiscard]] const std::vector<expr::Expr>& members() const { return members_; }

 private:
  const expr::Pool& pool_;
  std::vector<expr::Expr> members_;
  std::vector<std::uint64_t> marks_;  // by term: the query it was part of last
  std::uint64_t query_ = 0;
};

}  // namespace espalier::solve
