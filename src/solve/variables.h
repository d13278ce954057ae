#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace espalier::solve {

/// The input variables of constraints, found once for each.
class Variables {
 public:
  explicit Variables(const expr::Pool& pool) : pool_(pool) {}

  /// Ascending, without duplicates.
  const std::vector<std::uint32_t>& of(expr::Expr constraint) {
    const auto [entry, is_new] = known_.try_emplace(constraint.id);
    if (is_new) find(constraint, entry->second);
    return entry->second;
  }

 private:
  void find(expr::Expr constraint, std::vector<std::uint32_t>& variables) {
    ++epoch_;
    if (seen_.size() < pool_.size()) seen_.resize(pool_.size(), 0);
    stack_.assign(1, constraint);
    seen_[constraint.id] = epoch_;
    while (!stack_.empty()) {
      const expr::Term& term = pool_[stack_.back()];
      stack_.pop_back();
      if (term.op == expr::Op::Input) variables.push_back(static_cast<std::uint32_t>(term.k));
      for (const expr::Expr operand : term.operands)
        if (operand && seen_[operand.id] != epoch_) {
          seen_[operand.id] = epoch_;
          stack_.push_back(operand);
        }
    }
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  }

  const expr::Pool& pool_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> known_;  // by constraint
  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> seen_;  // by term: the epoch of the walk that met it last
  std::vector<expr::Expr> stack_;
};

}  // namespace espalier::solve
