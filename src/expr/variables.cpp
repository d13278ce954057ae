#include <algorithm>
#include <unordered_set>

#include "expr/expr.h"

namespace espalier::expr {

std::vector<std::uint32_t> variables_of(const Pool& pool, Expr e) {
  std::vector<std::uint32_t> variables;
  std::vector<Expr> stack{e};
  std::unordered_set<std::uint32_t> seen{e.id};
  while (!stack.empty()) {
    const Term& term = pool[stack.back()];
    stack.pop_back();
    if (term.op == Op::Input) variables.push_back(static_cast<std::uint32_t>(term.k));
    for (const Expr operand : term.operands)
      if (operand && seen.insert(operand.id).second) stack.push_back(operand);
  }
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

}  // namespace espalier::expr
