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
    if (marks_.size() < pool_.size()) marks_.resize(pool_.size());
    if (++query_ == 0) {  // after 2^32 queries old marks would look fresh
      std::fill(marks_.begin(), marks_.end(), Mark{});
      query_ = 1;
    }
    members_.clear();
    for (std::size_t i = 0; i < constraints.size(); ++i)
      if (!contains(constraints[i])) {
        marks_[constraints[i].id] = {query_, static_cast<std::uint32_t>(i)};
        members_.push_back(constraints[i]);
      }
  }

  [[nodiscard]] bool contains(expr::Expr constraint) const { return marks_[constraint.id].query == query_; }
  [[nodiscard]] bool contains(std::span<const expr::Expr> others) const {
    return std::all_of(others.rbegin(), others.rend(), [this](expr::Expr e) { return contains(e); });
  }
  /// Where members stand in the query: the first places, ascending.
  [[nodiscard]] std::vector<std::size_t> indices_of(std::span<const expr::Expr> members) const {
    std::vector<std::size_t> indices;
    for (const expr::Expr member : members) indices.push_back(marks_[member.id].index);
    std::sort(indices.begin(), indices.end());
    return indices;
  }
  /// Each once, as they came.
  [[nodiscard]] const std::vector<expr::Expr>& members() const { return members_; }

 private:
  const expr::Pool& pool_;
  std::vector<expr::Expr> members_;
  struct Mark {
    std::uint32_t query = 0, index = 0;  // it was part of that one last, and stood there
  };
  std::vector<Mark> marks_;  // by term
  std::uint32_t query_ = 0;
};

}  // namespace espalier::solve
