// A path in the words of the source: "a > 0 true, i < n true (3 times), i < n false".
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "suite/suite.h"

namespace espalier::suite {
namespace {

constexpr std::size_t kLongestDescription = 40;  // steps; nobody reads further

std::string step_text(const coverage::Goal& goal) {
  if (goal.side == "true" || goal.side == "false") return fmt::format("{} {}", goal.text, goal.side);
  return goal.text;
}

}  // namespace

std::string describe_path(const std::vector<execute::Step>& path,
                          const std::vector<coverage::Goal>& branches) {
  std::map<model::EdgeId, const coverage::Goal*> goal_of_edge;
  for (const auto& goal : branches) {
    for (const auto edge : goal.edges) goal_of_edge.emplace(edge, &goal);
  }

  struct Run {
    const coverage::Goal* goal;
    std::size_t times;
  };
  std::vector<Run> runs;
  for (const auto& step : path) {
    const auto found = goal_of_edge.find(step.edge);
    if (found == goal_of_edge.end()) continue;
    if (!runs.empty() && runs.back().goal == found->second)
      ++runs.back().times;
    else
      runs.push_back({found->second, 1});
  }

  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i == kLongestDescription) return text + fmt::format(", and {} more", runs.size() - i);
    if (i > 0) text += ", ";
    text += step_text(*runs[i].goal);
    if (runs[i].times > 1) text += fmt::format(" ({} times)", runs[i].times);
  }
  return text;
}

}  // namespace espalier::suite
