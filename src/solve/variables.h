#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace espalier::solve {

/// The input variables of constraints, found once for each.
class Variables {
 public:
  explicit Variables(const expr::Pool& pool) : pool_(pool) {}

  /// Ascending, without duplicates; valid until the next constraint is asked for.
  std::span<const std::uint32_t> of(expr::Expr constraint) {
    if (places_.size() < pool_.size()) places_.resize(pool_.size());
    Place& place = places_[constraint.id];
    if (!place.known) find(constraint, place);
    return std::span(found_).subspan(place.begin, place.count);
  }

 private:
  struct Place {
    std::uint32_t begin = 0;  // in found_
    std::uint32_t count : 31 = 0, known : 1 = 0;
  };

  void find(expr::Expr constraint, Place& place) {
    ++epoch_;
    if (seen_.size() < pool_.size()) seen_.resize(pool_.size(), 0);
    stack_.assign(1, constraint);
    seen_[constraint.id] = epoch_;
    const std::size_t begin = found_.size();
    while (!stack_.empty()) {
      const expr::Term& term = pool_[stack_.back()];
      stack_.pop_back();
      if (term.op == expr::Op::Input) found_.push_back(static_cast<std::uint32_t>(term.k));
      for (const expr::Expr operand : term.operands)
        if (operand && seen_[operand.id] != epoch_) {
          seen_[operand.id] = epoch_;
          stack_.push_back(operand);
        }
    }
    const auto first = found_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, found_.end());
    found_.erase(std::unique(first, found_.end()), found_.end());
    place.begin = static_cast<std::uint32_t>(begin);
    place.count = static_cast<std::uint32_t>(found_.size() - begin);
    place.known = 1;
  }

  const expr::Pool& pool_;
  std::vector<Place> places_;         // by term
  std::vector<std::uint32_t> found_;  // of all constraints, one after the other
  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> seen_;  // by term: the epoch of the walk that met it last
  std::vector<expr::Expr> stack_;
};

}  // namespace espalier::solve
