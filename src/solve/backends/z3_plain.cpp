// Z3 as one uses it at first: its default solver, made for each query.  The yardstick of
// `espalier bench solver`, and nothing else.
#include "solve/backends/z3_terms.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

class PlainZ3 final : public Layer {
 public:
  explicit PlainZ3(const expr::Pool& pool) : Layer("plain z3", nullptr), terms_(context_, pool) {}

 private:
  Answer decide(const Query& query) override {
    try {
      z3::solver solver(context_);
      solver.set("timeout", static_cast<unsigned>(query.budget.count()));
      solver.set("ctrl_c", false);
      for (const expr::Expr constraint : query.constraints) solver.add(terms_.condition(constraint));
      switch (solver.check()) {
        case z3::sat: {
          Sat sat{query.seed};
          terms_.read_model(solver.get_model(), sat.input);
          return sat;
        }
        case z3::unsat: {
          Unsat all;
          for (std::size_t i = 0; i < query.constraints.size(); ++i) all.core.push_back(i);
          return all;
        }
        case z3::unknown:
          break;
      }
      return Unknown{"Z3: " + solver.reason_unknown()};
    } catch (const z3::exception& error) {
      return Unknown{std::string("Z3: ") + error.msg()};
    }
  }

  z3::context context_;
  Z3Terms terms_;
};

}  // namespace

std::unique_ptr<Solver> plain_z3(const expr::Pool& pool) { return std::make_unique<PlainZ3>(pool); }

}  // namespace espalier::solve
