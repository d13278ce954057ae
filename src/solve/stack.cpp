#include "solve/solver.h"

namespace espalier::solve {

// From the cheapest to the dearest; models are checked on the whole query, so on top.
std::unique_ptr<Solver> make_solver(const expr::Pool& pool) {
  std::unique_ptr<Solver> solver = z3_backend(pool);
  solver = bit_blasting(pool, std::move(solver));
  solver = reuse_answers(pool, std::move(solver));
  solver = slice(pool, std::move(solver));
  return check_models(pool, std::move(solver));
}

}  // namespace espalier::solve
