#pragma once

// What a campaign needs besides a program: a solver and a criterion simple enough to be trusted.
#include <algorithm>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "expr/evaluate.h"
#include "expr/expr.h"
#include "model/model.h"
#include "solve/solver.h"

namespace espalier::simulated {

/// Tries every value of every variable: complete, and independent of all that it judges.
class BruteForce final : public solve::Solver {
 public:
  explicit BruteForce(const expr::Pool& pool) : pool_(pool) {}

  solve::Answer solve(const solve::Query& query) override {
    ++queries;
    if (!refuse.empty()) return solve::Unknown{refuse};
    std::vector<std::uint32_t> variables;
    for (const expr::Expr c : query.constraints)
      for (const std::uint32_t v : expr::variables_of(pool_, c))
        if (std::ranges::find(variables, v) == variables.end()) variables.push_back(v);
    Input input = query.seed;
    for (const std::uint32_t v : variables) input.set(v, 0);
    expr::Evaluator evaluate(pool_);
    for (;;) {
      evaluate.reset(input);
      if (std::ranges::all_of(query.constraints, [&](expr::Expr c) { return evaluate(c) != 0; }))
        return solve::Sat{input};
      std::size_t i = 0;
      while (i < variables.size() && ((input.values[variables[i]] + 1) >> bits) != 0)
        input.set(variables[i++], 0);
      if (i == variables.size()) return solve::Unsat{};
      ++input.values[variables[i]];
    }
  }
  void collect(solve::Statistics& into) const override { into.push_back({"brute", {queries, 0, 0, 0, 0}}); }

  unsigned bits = 8;
  std::string refuse;  ///< answers Unknown with this reason
  std::uint64_t queries = 0;

 private:
  const expr::Pool& pool_;
};

/// One goal for every side of every branch, check and switch.
class EverySide final : public coverage::Criterion {
 public:
  explicit EverySide(const model::Program& program) {
    for (model::EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const model::Site& site = program.site(edge);
      if (site.kind == model::SiteKind::Entry || site.kind == model::SiteKind::Approximation) continue;
      goals_.push_back({0, site.location, "side", std::to_string(edge - site.first), {edge}, {}});
    }
  }
  [[nodiscard]] const std::vector<coverage::Goal>& goals() const override { return goals_; }
  [[nodiscard]] std::vector<coverage::GoalId> covered(std::span<const std::uint8_t> edges,
                                                      bool) const override {
    std::vector<coverage::GoalId> result;
    for (coverage::GoalId id = 0; id < goals_.size(); ++id)
      if (edges[goals_[id].edges[0]] != 0) result.push_back(id);
    return result;
  }
  [[nodiscard]] std::vector<coverage::GoalId> perhaps_covered(
      std::span<const std::uint8_t> edges) const override {
    return covered(edges, true);
  }
  /// The goal for that side.
  [[nodiscard]] coverage::GoalId goal(const model::Program& program, model::SiteId site,
                                      std::uint32_t side) const {
    for (coverage::GoalId id = 0; id < goals_.size(); ++id)
      if (goals_[id].edges[0] == program.sites[site].first + side) return id;
    return ~coverage::GoalId{0};
  }

 private:
  std::vector<coverage::Goal> goals_;
};

}  // namespace espalier::simulated
