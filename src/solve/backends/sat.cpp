#include "solve/backends/sat.h"

#include <algorithm>
#include <cadical.hpp>

namespace espalier::solve {
namespace {

using Clock = std::chrono::steady_clock;

// CaDiCaL asks only every tenth time it could.  Looking at the clock less often than that made 94 ms 107.
class Deadline final : public CaDiCaL::Terminator {
 public:
  explicit Deadline(Clock::time_point end) : end_(end) {}
  bool terminate() override { return Clock::now() >= end_; }

 private:
  Clock::time_point end_;
};

}  // namespace

SatQuery::SatQuery(const Gates& gates, Scratch& scratch) : gates_(gates), scratch_(scratch) {}

SatQuery::~SatQuery() {
  for (const std::uint32_t gate : cone_) scratch_.number[gate] = 0;
}

void SatQuery::make_room() {
  if (scratch_.number.size() >= gates_.size()) return;
  scratch_.number.resize(gates_.size(), 0);
  scratch_.liked.resize(gates_.size(), 0);
}

void SatQuery::prefer(Signal variable, bool value) {
  make_room();
  scratch_.liked[variable.gate()] = value != variable.negated();
}

void SatQuery::require(Signal s) {
  make_room();
  roots_.push_back(s);
  if (is_constant(s)) return;
  std::vector<std::uint32_t> stack{s.gate()};
  while (!stack.empty()) {
    const std::uint32_t gate = stack.back();
    if (scratch_.number[gate] != 0) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const Signal in : gates_[gate].in)
      if (!is_constant(in) && scratch_.number[in.gate()] == 0) {
        stack.push_back(in.gate());
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    cone_.push_back(gate);
    scratch_.number[gate] = static_cast<int>(cone_.size());
    if (gates_[gate].kind != Gates::Kind::Variable) scratch_.liked[gate] = liked_of(gates_[gate]);
  }
}

bool SatQuery::liked_of(const Gates::Gate& gate) const {
  const bool a = liked(gate.in[0]), b = liked(gate.in[1]), c = liked(gate.in[2]);
  switch (gate.kind) {
    case Gates::Kind::And:
      return a && b;
    case Gates::Kind::Xor:
      return a != b;
    case Gates::Kind::Mux:
      return a ? b : c;
    case Gates::Kind::Majority:
      return a ? b || c : b && c;
    case Gates::Kind::Constant:
    case Gates::Kind::Variable:
      break;
  }
  return false;
}

// Tseitin's clauses, both directions: what is implied is found by propagation.  No constants occur:
// gates fold them.
void SatQuery::clauses_of(std::uint32_t gate) {
  const auto clause = [&](auto... literals) {
    (solver_->add(literals), ...);
    solver_->add(0);
  };
  const Gates::Gate& g = gates_[gate];
  const int out = scratch_.number[gate];
  const auto in = [&](std::size_t i) { return literal(g.in[i]); };
  switch (g.kind) {
    case Gates::Kind::Constant:
    case Gates::Kind::Variable:
      return;
    case Gates::Kind::And: {
      const int a = in(0), b = in(1);
      clause(-out, a);
      clause(-out, b);
      clause(out, -a, -b);
      return;
    }
    case Gates::Kind::Xor: {
      const int a = in(0), b = in(1);
      clause(-out, a, b);
      clause(-out, -a, -b);
      clause(out, -a, b);
      clause(out, a, -b);
      return;
    }
    case Gates::Kind::Mux: {
      const int c = in(0), a = in(1), b = in(2);
      clause(-c, -a, out);
      clause(-c, a, -out);
      clause(c, -b, out);
      clause(c, b, -out);
      clause(-a, -b, out);  // redundant, but both arms alike decide without the condition
      clause(a, b, -out);
      return;
    }
    case Gates::Kind::Majority: {
      const int a = in(0), b = in(1), c = in(2);
      clause(-out, a, b);
      clause(-out, a, c);
      clause(-out, b, c);
      clause(out, -a, -b);
      clause(out, -a, -c);
      clause(out, -b, -c);
      return;
    }
  }
}

void SatQuery::load() {
  if (!solver_) {
    solver_ = std::make_unique<CaDiCaL::Solver>();
    solver_->set("quiet", 1);
  }
  solver_->reserve(static_cast<int>(cone_.size()));
  for (; loaded_ < cone_.size(); ++loaded_) {
    const std::uint32_t gate = cone_[loaded_];
    clauses_of(gate);
    solver_->phase(scratch_.liked[gate] != 0 ? scratch_.number[gate] : -scratch_.number[gate]);
  }
}

SatQuery::Result SatQuery::solve(Clock::time_point deadline, int conflicts) {
  if (std::find(roots_.begin(), roots_.end(), never) != roots_.end()) return Result::Unsat;
  load();
  solver_->limit("conflicts", conflicts);
  for (const Signal root : roots_)
    if (!is_constant(root)) solver_->assume(literal(root));
  Deadline clock(deadline);
  solver_->connect_terminator(&clock);
  const int status = solver_->solve();
  solver_->disconnect_terminator();
  return status == 10 ? Result::Sat : status == 20 ? Result::Unsat : Result::Unknown;
}

bool SatQuery::value(Signal s) const {
  if (is_constant(s)) return s == always;
  return contains(s) && (solver_->val(scratch_.number[s.gate()]) > 0) != s.negated();
}

std::vector<std::size_t> SatQuery::failed() const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < roots_.size(); ++i)
    if (roots_[i] == never) return {i};
  for (std::size_t i = 0; i < roots_.size(); ++i)
    if (!is_constant(roots_[i]) && solver_->failed(literal(roots_[i]))) positions.push_back(i);
  return positions;
}

}  // namespace espalier::solve
