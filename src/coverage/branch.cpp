// Branch coverage: both sides of every atomic condition, every case of every switch.
//
// "true" and "false" are those of the condition as the user wrote it.  The compiled branch tests
// what is left when leading `!` are stripped, so its sides swap for a negated condition.
#include <algorithm>

#include "coverage/criterion.h"
#include "coverage/match.h"

namespace espalier::coverage {
namespace {

class BranchCriterion final : public Criterion {
 public:
  BranchCriterion(const model::Program& program, const std::vector<model::FunctionId>& functions,
                  const frontend::SourceFile& source)
      : program_(program) {
    for (const model::FunctionId id : functions) {
      const model::Function& function = program.functions[id];
      const frontend::SourceFunction* written = source_of(source, function);
      if (written == nullptr) continue;
      const auto first = static_cast<std::ptrdiff_t>(goals_.size());
      add_conditions(id, *written);
      add_cases(id, *written);
      std::stable_sort(goals_.begin() + first, goals_.end(), [](const Goal& a, const Goal& b) {
        return std::pair{a.location.line, a.location.column} < std::pair{b.location.line, b.location.column};
      });
    }
  }

  [[nodiscard]] const std::vector<Goal>& goals() const override { return goals_; }
  [[nodiscard]] bool told_by_edges() const override { return true; }

  [[nodiscard]] std::vector<GoalId> covered(std::span<const std::uint8_t> edges, bool) const override {
    std::vector<GoalId> result;
    for (GoalId id = 0; id < goals_.size(); ++id)
      if (std::ranges::any_of(goals_[id].edges,
                              [&](model::EdgeId edge) { return edge < edges.size() && edges[edge] != 0; }))
        result.push_back(id);
    return result;
  }

  [[nodiscard]] std::vector<GoalId> perhaps_covered(std::span<const std::uint8_t> edges) const override {
    return covered(edges, true);
  }

 private:
  void add_conditions(model::FunctionId id, const frontend::SourceFunction& written) {
    const auto sites = sites_of_conditions(program_, program_.functions[id], written);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      if (sites[i].empty() || !written.conditions[i].is_goal) continue;
      const frontend::Condition& condition = written.conditions[i];
      for (const bool side : {true, false}) {
        std::vector<model::EdgeId> edges;
        for (const model::SiteId site : sites[i])
          edges.push_back(program_.sites[site].first + (side != condition.negated ? 0 : 1));
        add(id, condition.range, condition.text, side ? "true" : "false", std::move(edges));
      }
    }
  }

  void add_cases(model::FunctionId id, const frontend::SourceFunction& written) {
    const auto edges = edges_of_cases(program_, program_.functions[id], written);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const frontend::Case& label = written.cases[i];
      if (!edges[i].empty())
        add(id, label.range, label.text, label.is_default ? "default" : "case", edges[i]);
    }
  }

  void add(model::FunctionId id, const frontend::Range& range, const std::string& text, const char* side,
           std::vector<model::EdgeId> edges) {
    Goal goal{id, {range.file, range.line, range.column}, text, side, std::move(edges), {}};
    for (const model::EdgeId edge : goal.edges) goal.blocks.push_back(program_.site(edge).block);
    std::ranges::sort(goal.blocks);
    goal.blocks.erase(std::ranges::unique(goal.blocks).begin(), goal.blocks.end());
    goals_.push_back(std::move(goal));
  }

  const model::Program& program_;
  std::vector<Goal> goals_;
};

}  // namespace

std::unique_ptr<Criterion> branch_criterion(const model::Program& program,
                                            const std::vector<model::FunctionId>& functions,
                                            const frontend::SourceFile& source) {
  return std::make_unique<BranchCriterion>(program, functions, source);
}

}  // namespace espalier::coverage
