#include "solve/backends/sat.h"

#include <algorithm>
#include <cadical.hpp>

namespace espalier::solve {
namespace {

using Clock = std::chrono::steady_clock;

// CaDiCaL asks often; the clock is looked at now and then.
class Deadline final : public CaDiCaL::Terminator {
 public:
  explicit Deadline(Clock::time_point end) : end_(end) {}
  bool terminate() override {
    if (!over_ && ++asked_ % 16 == 0) over_ = Clock::now() >= end_;
    return over_;
  }

 private:
  Clock::time_point end_;
  unsigned asked_ = 0;
  bool over_ = false;
};

}  // namespace

SatQuery::SatQuery(const Gates& gates, std::span<const Signal> roots, Numbers& numbers)
    : gates_(gates), roots_(roots), number_(numbers) {
  collect();
}

SatQuery::~SatQuery() {
  for (const std::uint32_t gate : cone_) number_[gate] = 0;
}

void SatQuery::collect() {
  if (number_.size() < gates_.size()) number_.resize(gates_.size(), 0);
  std::vector<std::uint32_t> stack;
  for (const Signal root : roots_)
    if (!is_constant(root)) stack.push_back(root.gate());
  while (!stack.empty()) {
    const std::uint32_t gate = stack.back();
    if (number_[gate] != 0) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const Signal in : gates_[gate].in)
      if (!is_constant(in) && number_[in.gate()] == 0) {
        stack.push_back(in.gate());
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    cone_.push_back(gate);
    number_[gate] = static_cast<int>(cone_.size());
  }
}

// Tseitin's clauses, both directions: what is implied is found by propagation.  No constants occur:
// gates fold them.
void SatQuery::clauses_of(std::uint32_t gate) {
  const auto clause = [&](auto... literals) {
    (solver_->add(literals), ...);
    solver_->add(0);
  };
  const Gates::Gate& g = gates_[gate];
  const int out = number_[gate];
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

void SatQuery::prefer(Signal s, bool value) {
  if (contains(s)) preferred_.emplace_back(s, value);
}

void SatQuery::load() {
  solver_ = std::make_unique<CaDiCaL::Solver>();
  solver_->set("quiet", 1);
  solver_->reserve(static_cast<int>(cone_.size()));
  for (const std::uint32_t gate : cone_) clauses_of(gate);
  for (const auto& [s, value] : preferred_) solver_->phase(value ? literal(s) : -literal(s));
}

SatQuery::Result SatQuery::solve(Clock::time_point deadline, int conflicts) {
  if (std::find(roots_.begin(), roots_.end(), never) != roots_.end()) return Result::Unsat;
  if (!solver_) load();
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
  return contains(s) && (solver_->val(number_[s.gate()]) > 0) != s.negated();
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
