// Keeps only the constraints that share input variables, transitively, with the negated branch.
//
// The seed already satisfies the prefix, so what does not touch the last constraint's variables
// stays satisfied when only those variables change.  A parser's 55 conditions on 55 bytes become the
// three on one byte.  When the seed does not satisfy some constraint (nobody has an input for
// that prefix yet), its variables are solved for too.  Who asks may know that it satisfies the prefix.
//
// Consecutive queries of a search share long prefixes, so the index from variables to constraints
// is kept as a stack: the common part stays, the rest is popped and pushed.
#include <algorithm>
#include <numeric>

#include "expr/evaluate.h"
#include "solve/layer.h"
#include "solve/variables.h"

namespace espalier::solve {
namespace {

using expr::Expr;

class Slice final : public Layer {
 public:
  Slice(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("slice", std::move(next)), variables_(pool), evaluate_(pool) {}

 private:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return Sat{query.seed};
    load(query.constraints);
    wanted_.assign(1, query.constraints.size() - 1);
    for (;;) {
      find_kept();
      if (kept_.size() == query.constraints.size()) return ask_next(query);
      Answer answer = ask_for_kept(query);
      const Sat* sat = std::get_if<Sat>(&answer);
      if (sat == nullptr || query.seed_keeps_prefix) return answer;
      const std::size_t before = wanted_.size();
      want_broken(query.constraints, sat->input);
      if (wanted_.size() == before) return answer;
    }
  }

  // The answer to the kept constraints, in terms of the whole query.
  Answer ask_for_kept(const Query& query) {
    kept_constraints_.clear();
    for (const std::size_t i : kept_) kept_constraints_.push_back(query.constraints[i]);
    Query sliced = query;
    sliced.constraints = kept_constraints_;
    Answer answer = ask_next(sliced);
    if (auto* sat = std::get_if<Sat>(&answer)) {
      // Layers below may have changed variables that the kept constraints do not mention.
      Input merged = query.seed;
      for (const Expr constraint : kept_constraints_)
        for (const std::uint32_t variable : variables_.of(constraint))
          merged.set(variable, sat->input[variable]);
      sat->input = std::move(merged);
    }
    if (auto* unsat = std::get_if<Unsat>(&answer))
      for (std::size_t& index : unsat->core) index = kept_[index];
    return answer;
  }

  // The dropped constraints that the input breaks.
  void want_broken(std::span<const Expr> constraints, const Input& input) {
    evaluate_.reset(input);
    std::size_t at = 0;  // in kept_
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (at < kept_.size() && kept_[at] == i) {
        ++at;
      } else if (evaluate_(constraints[i]) == 0) {
        wanted_.push_back(i);
      }
    }
  }

  void load(std::span<const Expr> constraints) {
    std::size_t common = 0;
    while (common < loaded_.size() && common < constraints.size() && loaded_[common] == constraints[common])
      ++common;
    while (loaded_.size() > common) {
      for (const std::uint32_t variable : variables_.of(loaded_.back())) users_[variable].pop_back();
      loaded_.pop_back();
    }
    for (std::size_t i = common; i < constraints.size(); ++i) {
      loaded_.push_back(constraints[i]);
      for (const std::uint32_t variable : variables_.of(constraints[i])) {
        if (variable >= users_.size()) users_.resize(variable + 1);
        users_[variable].push_back(i);
      }
    }
  }

  // All constraints connected to the wanted ones.
  void find_kept() {
    ++epoch_;
    constraint_seen_.resize(std::max(constraint_seen_.size(), loaded_.size()), 0);
    variable_seen_.resize(std::max(variable_seen_.size(), users_.size()), 0);
    to_visit_.clear();
    std::size_t first = loaded_.size();
    const auto visit = [&](std::size_t i) {
      if (constraint_seen_[i] == epoch_) return;
      constraint_seen_[i] = epoch_;
      to_visit_.push_back(i);
      first = std::min(first, i);
    };
    for (const std::size_t i : wanted_) visit(i);
    for (std::size_t at = 0; at < to_visit_.size(); ++at)
      for (const std::uint32_t variable : variables_.of(loaded_[to_visit_[at]])) {
        if (variable_seen_[variable] == epoch_) continue;
        variable_seen_[variable] = epoch_;
        for (const std::size_t user : users_[variable]) visit(user);
      }
    kept_.clear();
    for (std::size_t i = first; kept_.size() < to_visit_.size(); ++i)
      if (constraint_seen_[i] == epoch_) kept_.push_back(i);
  }

  Variables variables_;
  expr::Evaluator evaluate_;
  std::vector<Expr> loaded_;                      // the constraints in the index
  std::vector<std::vector<std::size_t>> users_;   // by variable: indices into loaded_, ascending
  std::uint64_t epoch_ = 0;
  std::vector<std::uint64_t> constraint_seen_;
  std::vector<std::uint64_t> variable_seen_;
  std::vector<std::size_t> to_visit_;
  std::vector<std::size_t> wanted_, kept_;  // indices of constraints; those that are kept ascend
  std::vector<Expr> kept_constraints_;
};

}  // namespace

std::unique_ptr<Solver> slice(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Slice>(pool, std::move(next));
}

}  // namespace espalier::solve
