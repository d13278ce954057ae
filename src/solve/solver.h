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
  bool seed_keeps_prefix = false;  ///< it makes all constraints true but the last, as is known already
  bool hurried = false;            ///< there is plenty else to ask: nothing need be tried that costs much

  [[nodiscard]] Query with(std::chrono::milliseconds other) const {
    Query copy = *this;
    copy.budget = other;
    return copy;
  }
};

struct Sat {
  Input input;
};
struct Unsat {
  std::vector<std::size_t> core;
};  ///< indices into constraints
struct Unknown {
  std::string reason;
  bool hurried = false;  ///< because the query was: more can be tried, whatever was used of the budget
};
using Answer = std::variant<Sat, Unsat, Unknown>;

/// What a layer did; for `--json`, reports and `espalier bench solver`.
struct LayerStatistics {
  std::uint64_t queries = 0;
  std::uint64_t sat = 0;
  std::uint64_t unsat = 0;
  std::uint64_t unknown = 0;
  double seconds = 0;                   ///< own time, without the layers below
  std::vector<std::string> complaints{};  ///< bugs of ours that the layer found
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
std::unique_ptr<Solver> cache_answers(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> reuse_models(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> reuse_cores(const expr::Pool& pool, std::unique_ptr<Solver> next);
/// Says no when conditions on a single byte exclude each other.
std::unique_ptr<Solver> compare_domains(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> invert(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> propagate_intervals(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> reason_by_order(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> local_search(const expr::Pool& pool, std::unique_ptr<Solver> next);
/// Tries all values when the query speaks of few bits: at once, or after `next` has given up.
std::unique_ptr<Solver> enumerate(const expr::Pool& pool, std::unique_ptr<Solver> next);
/// Evaluates every Sat on the whole query; a wrong model becomes Unknown and is counted.
std::unique_ptr<Solver> check_models(const expr::Pool& pool, std::unique_ptr<Solver> next);
/// Asks the judge about the core of every Unsat; when it finds a solution, the answer becomes Unknown
/// and a complaint of the layer says so.  The judge's counts are collected too, last.
std::unique_ptr<Solver> check_unsat(const expr::Pool& pool, std::unique_ptr<Solver> judge,
                                    std::unique_ptr<Solver> next);
/// Writes every query to a file (see record.h).
std::unique_ptr<Solver> record_queries(const expr::Pool& pool, const std::string& file,
                                       std::unique_ptr<Solver> next);
/// Asks `solver` in a child process, which ends at the deadline and cannot take us down with it.
std::unique_ptr<Solver> run_apart(std::string name, std::unique_ptr<Solver> solver);
/// Decides by a SAT solver; what it cannot in half of the time goes to `next`, which may be null.
std::unique_ptr<Solver> bit_blasting(const expr::Pool& pool, std::unique_ptr<Solver> next);
std::unique_ptr<Solver> z3_backend(const expr::Pool& pool);
/// Z3's default solver afresh for each query: what the stack is measured against.
std::unique_ptr<Solver> plain_z3(const expr::Pool& pool);

struct StackOptions {
  std::vector<std::string> layers;  ///< names of layer_names(), in any order; empty: all of them
  bool check_unsat = false;
  std::string record_file;          ///< empty: do not record
};

/// What can be switched, from the top to the last back end.
std::vector<std::string> layer_names();

/// The default stack, or part of it.
std::unique_ptr<Solver> make_solver(const expr::Pool& pool, const StackOptions& options = {});

}  // namespace espalier::solve
