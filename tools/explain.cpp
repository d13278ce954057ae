// Pruned subtrees in words: the side that was not taken, and the choices that lead to it.
#include <fmt/format.h>

#include <unordered_map>

#include "generate.h"

namespace espalier::tools {
namespace {

/// "triangle.c:12: a <= 0 is true"; a branch without a goal (of the harness, say) is told by its place.
std::string edge_text(const model::Program& program,
                      const std::unordered_map<model::EdgeId, const coverage::Goal*>& goals,
                      model::EdgeId edge) {
  const auto file = [](const model::Location& location) {
    return std::filesystem::path(location.file).filename().string();
  };
  if (const auto found = goals.find(edge); found != goals.end()) {
    const coverage::Goal& goal = *found->second;
    const bool condition = goal.side == "true" || goal.side == "false";
    return fmt::format("{}:{}: {}{}", file(goal.location), goal.location.line, goal.text,
                       condition ? " is " + goal.side : "");
  }
  const model::Site& site = program.site(edge);
  const std::uint32_t side = edge - site.first;
  const std::string& function = program.functions[site.function].name;
  if (site.kind == model::SiteKind::Check)
    return fmt::format("{}:{}: {}{}", file(site.location), site.location.line, side == 0 ? "" : "no ",
                       site.what);
  const std::string name = site.kind == model::SiteKind::Branch ? (side == 0 ? "true" : "false")
                                                                : fmt::format("case {}", side + 1);
  if (site.location.file.empty()) return fmt::format("a branch of {} is {}", function, name);
  return fmt::format("{}:{}: a branch of {} is {}", file(site.location), site.location.line, function, name);
}

}  // namespace

std::vector<std::string> explain(const std::vector<search::PrunedSubtree>& subtrees,
                                 const model::Program& program, const std::vector<coverage::Goal>& branches) {
  std::unordered_map<model::EdgeId, const coverage::Goal*> goals;
  for (const coverage::Goal& goal : branches)
    for (const model::EdgeId edge : goal.edges) goals[edge] = &goal;
  std::vector<std::string> result;
  for (const search::PrunedSubtree& subtree : subtrees) {
    std::string text = edge_text(program, goals, subtree.path.back());
    for (std::size_t i = 0; i + 1 < subtree.path.size(); ++i)
      text += (i == 0 ? ", after " : ", ") + edge_text(program, goals, subtree.path[i]);
    result.push_back(std::move(text));
  }
  return result;
}

}  // namespace espalier::tools
