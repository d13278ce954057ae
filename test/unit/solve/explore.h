#pragma once

#include <functional>
#include <vector>

#include "base/input.h"
#include "expr/evaluate.h"
#include "expr/expr.h"
#include "solve/solver.h"

namespace espalier::test {

/// One run of a little program written directly with terms: `branch` tells which way the
/// current input goes and remembers the condition.
class Run {
 public:
  Run(expr::Pool& pool, const Input& input) : pool_(pool), evaluate_(pool) { evaluate_.reset(input); }

  bool branch(expr::Expr condition) {
    const bool taken = evaluate_(condition) != 0;
    if (!pool_.is_constant(condition)) path.push_back(taken ? condition : pool_.negate(condition));
    return taken;
  }
  std::uint64_t value(expr::Expr e) { return evaluate_(e); }

  std::vector<expr::Expr> path;

 private:
  expr::Pool& pool_;
  expr::Evaluator evaluate_;
};

using Program = std::function<void(expr::Pool&, Run&)>;

struct Exploration {
  std::size_t paths = 0;
  std::size_t sat = 0, unsat = 0, unknown = 0;
  std::size_t astray = 0;  ///< answers whose run did not follow the asked path
};

/// Depth-first search of all paths, last choice first: the stream of queries of `--strategy dfs`.
Exploration explore(expr::Pool& pool, solve::Solver& solver, const Program& program, std::size_t most_paths);

/// The classics, for tests and timings.
void triangle(expr::Pool& pool, Run& run);
Program bubble_sort(int count);
Program binary_search(int count);
Program parser(int length);
void quadratic(expr::Pool& pool, Run& run);  ///< floating point

}  // namespace espalier::test
