// Branch coverage of compiled code: every edge of every branch and switch that has a place in the source.
#include <fmt/format.h>

#include "coverage/criterion.h"

namespace espalier::coverage {
namespace {

std::string side_of(const model::Site& site, std::uint32_t side) {
  if (site.kind == model::SiteKind::Branch) return side == 0 ? "true" : "false";
  return side + 1 == site.count ? "default" : "case";
}

class CompiledBranches final : public Criterion {
 public:
  CompiledBranches(const model::Program& program, const std::vector<model::FunctionId>& functions) {
    for (const model::FunctionId id : functions)
      for (const model::SiteId site : program.functions[id].sites) add(id, program.sites[site]);
  }

  [[nodiscard]] const std::vector<Goal>& goals() const override { return goals_; }
  [[nodiscard]] bool told_by_edges() const override { return true; }

  [[nodiscard]] std::vector<GoalId> covered(std::span<const std::uint8_t> edges, bool) const override {
    std::vector<GoalId> result;
    for (GoalId id = 0; id < edges_.size(); ++id)
      if (edges_[id] < edges.size() && edges[edges_[id]] != 0) result.push_back(id);
    return result;
  }

  [[nodiscard]] std::vector<GoalId> perhaps_covered(std::span<const std::uint8_t> edges) const override {
    return covered(edges, true);
  }

 private:
  void add(model::FunctionId function, const model::Site& site) {
    if (site.kind != model::SiteKind::Branch && site.kind != model::SiteKind::Switch) return;
    if (site.location.line == 0 || site.location.file.empty()) return;
    for (std::uint32_t side = 0; side < site.count; ++side) {
      const bool is_case = site.kind == model::SiteKind::Switch && side + 1 < site.count;
      const std::string text = is_case ? fmt::format("case {}", site.values[side])
                               : site.kind == model::SiteKind::Switch ? "default"
                                                                      : "branch";
      goals_.push_back(
          {function, site.location, text, side_of(site, side), {site.first + side}, {site.block}});
      edges_.push_back(site.first + side);
    }
  }

  std::vector<Goal> goals_;
  std::vector<model::EdgeId> edges_;  // by GoalId; apart from the goals, since every run looks at all
};

}  // namespace

std::unique_ptr<Criterion> compiled_branch_criterion(const model::Program& program,
                                                     const std::vector<model::FunctionId>& functions) {
  return std::make_unique<CompiledBranches>(program, functions);
}

}  // namespace espalier::coverage
