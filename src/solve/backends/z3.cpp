// Z3 as the last resort: complete, slow.
//
// Integers go to one incremental solver (the plain SMT core; Z3's default solver costs milliseconds
// before it starts).  Each constraint c of the query sits on its own level as `p => c`, and the p
// are assumed: levels let a depth-first search keep the common prefix of consecutive queries, and the
// assumptions give unsat cores.  Measured on streams of queries (total solver time of the stack):
//     levels with assumptions       sort 0.30 s   parser 0.10 s   search 0.09 s
//     levels, asserted              sort 1.46 s   parser 0.07 s   search 0.08 s   (no cores to reuse)
//     assumptions without levels    sort 0.42 s   parser 0.17 s   search 0.17 s
//     QF_BV, QF_FD, tactics         0.6 (triangle) to 6 (sort) times the time of asserted levels
//
// That core reasons poorly about floating point (55 s for a query on a quadratic equation).
// Queries with floating-point operators are bit-blasted from scratch by tactics (4 s).
#include <algorithm>
#include <optional>
#include <string>

#include "solve/backends/z3_terms.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;

class Z3Backend final : public Layer {
 public:
  explicit Z3Backend(const expr::Pool& pool)
      : Layer("z3", nullptr), pool_(pool), terms_(context_, pool), integers_(make_integer_solver()) {}

 private:
  Answer decide(const Query& query) override {
    if (query.budget.count() <= 0) return Unknown{"no time left for the solver"};
    if (size_of(query.constraints) > largest_query) return Unknown{"the query is too large for Z3"};
    try {
      bool floats = false;
      for (const Expr constraint : query.constraints) {
        (void)terms_.condition(constraint);
        floats = floats || terms_.has_floats(constraint);
      }
      return floats ? solve_floats(query) : solve_integers(query);
    } catch (const z3::exception& error) {
      reset();
      return Unknown{std::string("Z3: ") + error.msg()};
    }
  }

  Answer solve_integers(const Query& query) {
    load(query.constraints);
    set_budget(query.budget);
    z3::expr_vector assumptions(context_);
    for (const Expr constraint : query.constraints) assumptions.push_back(tracker(constraint));
    const z3::check_result result = integers_.check(assumptions);
    if (result == z3::sat) return model_of(integers_, query);
    if (result == z3::unsat) return Unsat{core_of(query.constraints)};
    Unknown unknown{"Z3: " + integers_.reason_unknown()};
    reset();  // an interrupted solver keeps what it was doing
    return unknown;
  }

  Answer solve_floats(const Query& query) {
    // What SMT-LIB leaves open (the bits of NaN, integers out of range) comes out of fpa2bv as
    // uninterpreted functions, which only ackermannize_bv turns into something SAT can decide.
    // Z3Terms guards these cases, so their values never matter.
    const auto pass = [&](const char* name) { return z3::tactic(context_, name); };
    z3::solver solver = (pass("simplify") & pass("fpa2bv") & pass("simplify") & pass("ackermannize_bv") &
                         pass("propagate-values") & pass("solve-eqs") & pass("bit-blast") & pass("sat"))
                            .mk_solver();
    leave_interrupts_alone(solver);
    solver.set("timeout", milliseconds(query.budget));
    for (const Expr constraint : query.constraints) solver.add(terms_.condition(constraint));
    const z3::check_result result = solver.check();
    if (result == z3::sat) return model_of(solver, query);
    if (result == z3::unknown) return Unknown{"Z3: " + solver.reason_unknown()};
    Unsat all;
    for (std::size_t i = 0; i < query.constraints.size(); ++i) all.core.push_back(i);
    return all;
  }

  /// About how much the query is to translate: multipliers and dividers above all.  Z3 translates a query
  /// before it looks at the clock, so one with thousands of multiplications would take all memory, whatever
  /// the time limit says.
  std::size_t size_of(std::span<const Expr> constraints) {
    ++epoch_;
    seen_.resize(pool_.size(), 0);
    stack_.assign(constraints.begin(), constraints.end());
    std::size_t size = 0;
    while (!stack_.empty()) {
      const Expr e = stack_.back();
      stack_.pop_back();
      if (!e || seen_[e.id] == epoch_) continue;
      seen_[e.id] = epoch_;
      const expr::Term& term = pool_[e];
      const bool quadratic =
          term.op == expr::Op::Mul || (term.op >= expr::Op::UDiv && term.op <= expr::Op::SRem);
      size += quadratic ? std::size_t{term.bits} * term.bits : 1;
      for (const Expr operand : term.operands) stack_.push_back(operand);
    }
    return size;
  }
  static constexpr std::size_t largest_query = 250'000;

  // Keeps the levels of the common prefix.
  void load(std::span<const Expr> constraints) {
    std::size_t common = 0;
    while (common < loaded_.size() && common < constraints.size() && loaded_[common] == constraints[common])
      ++common;
    if (loaded_.size() > common) integers_.pop(static_cast<unsigned>(loaded_.size() - common));
    loaded_.resize(common);
    for (const Expr constraint : constraints.subspan(common)) {
      integers_.push();
      loaded_.push_back(constraint);
      integers_.add(z3::implies(tracker(constraint), terms_.condition(constraint)));
    }
  }

  z3::expr tracker(Expr constraint) {
    return context_.bool_const(("p" + std::to_string(constraint.id)).c_str());
  }

  Sat model_of(const z3::solver& solver, const Query& query) const {
    Sat sat{query.seed};
    terms_.read_model(solver.get_model(), sat.input);
    return sat;
  }

  std::vector<std::size_t> core_of(std::span<const Expr> constraints) {
    std::vector<unsigned> trackers;
    for (const z3::expr& member : integers_.unsat_core()) trackers.push_back(member.id());
    std::sort(trackers.begin(), trackers.end());
    std::vector<std::size_t> core;
    for (std::size_t i = 0; i < constraints.size(); ++i)
      if (std::binary_search(trackers.begin(), trackers.end(), tracker(constraints[i]).id()))
        core.push_back(i);
    return core;
  }

  static unsigned milliseconds(std::chrono::milliseconds budget) {
    return static_cast<unsigned>(std::min<std::chrono::milliseconds::rep>(budget.count(), 0x7fff'ffff));
  }

  void set_budget(std::chrono::milliseconds budget) {
    if (budget == budget_) return;  // parameters are slow to set
    budget_ = budget;
    integers_.set("timeout", milliseconds(budget));
  }

  void reset() {
    integers_ = make_integer_solver();
    loaded_.clear();
    budget_ = {};
  }

  z3::solver make_integer_solver() {
    z3::solver solver{context_, z3::solver::simple()};
    leave_interrupts_alone(solver);
    return solver;
  }

  /// Z3 would take SIGINT for itself while it works; it is the driver's.
  static void leave_interrupts_alone(z3::solver& solver) { solver.set("ctrl_c", false); }

  const expr::Pool& pool_;
  std::vector<std::uint32_t> seen_;  // by term: the epoch of the last size_of that met it
  std::uint32_t epoch_ = 0;
  std::vector<Expr> stack_;
  z3::context context_;
  Z3Terms terms_;
  z3::solver integers_;
  std::vector<Expr> loaded_;  // the constraint on each level of integers_
  std::chrono::milliseconds budget_{0};  // set in integers_
};

}  // namespace

std::unique_ptr<Solver> z3_backend(const expr::Pool& pool) { return std::make_unique<Z3Backend>(pool); }

}  // namespace espalier::solve
