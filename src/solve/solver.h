#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/input.h"
#include "expr/expr.h"

namespace espalier::solve {

/// One question: which input makes every constraint true?
struct Query {
  std::span<const expr::Expr> constraints;  ///< path prefix; the negated branch is last
  const Input& seed;                        ///< the input whose path we leave
  std::chrono::milliseconds budget;
};

struct Sat {
  Input input;
};
struct Unsat {
  std::vector<std::size_t> core;
};  ///< indices into constraints
struct Unknown {
  std::string reason;
};
using Answer = std::variant<Sat, Unsat, Unknown>;

/// What a layer did; for `--json`, reports and `espalier bench solver`.
struct LayerStatistics {
  std::uint64_t queries = 0;
  std::uint64_t sat = 0;
  std::uint64_t unsat = 0;
  std::uint64_t unknown = 0;
  double seconds = 0;  ///< own time, without the layers below
};
using Statistics = std::vector<std::pair<std::string, LayerStatistics>>;  ///< top layer first

class Solver {
 public:
  virtual ~Solver() = default;
  [[nodiscard]] virtual Answer solve(const Query& query) = 0;
  virtual void collect(Statistics& into) const = 0;
};

// Layers take the next solver and are stacked in solve/stack.cpp only.
std::unique_ptr<Solver> slice(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> reuse_answers(const expr::Pool& pool, std::unique_ptr<Solver> next);
/// Evaluates every Sat on the whole query; a wrong model becomes Unknown and is counted.
std::unique_ptr<Solver> check_models(const expr::Pool& pool, std::unique_ptr<Solver> next);
/// Decides by a SAT solver; what it cannot in half of the time goes to `next`, which may be null.
std::unique_ptr<Solver> bit_blasting(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> z3_backend(const expr::Pool& pool);

/// The default stack.
std::unique_ptr<Solver> make_solver(const expr::Pool& pool);

}  // namespace espalier::solve
