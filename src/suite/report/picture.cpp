// Graphs, tree, growth and conditions of one unit, for the page.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "coverage/blocks.h"
#include "suite/report/report.h"

namespace espalier::suite {
namespace {

using Json = nlohmann::ordered_json;

const char* end_of(model::TerminatorKind kind) {
  switch (kind) {
    case model::TerminatorKind::Return:
      return "return";
    case model::TerminatorKind::Unreachable:
      return "stop";
    default:
      return "";
  }
}

class Picture {
 public:
  Picture(const model::Program& program, const std::vector<coverage::Goal>& branches, const UnitSuite& unit)
      : program_(program), unit_(unit) {
    for (const auto& goal : branches)
      for (const auto edge : goal.edges) branch_of_edge_.emplace(edge, &goal);
    for (std::size_t id = 0; id < unit.goals.size(); ++id)
      for (const auto edge : unit.goals[id].edges) goal_of_edge_.emplace(edge, id);
    edges_.assign(unit.outcome.edges.begin(), unit.outcome.edges.end());
    for (const auto& run : unit.outcome.candidates)
      for (std::size_t i = 0; i < run.conditions.size(); ++i)
        if (is_of_harness(program.site(run.path[i].edge)) && !run.conditions[i].empty())
          condition_of_edge_.emplace(run.path[i].edge, run.conditions[i]);
  }

  [[nodiscard]] Json json(const std::vector<model::FunctionId>& functions) const {
    Json graphs = Json::array(), growth = Json::array();
    for (const auto function : functions) graphs.push_back(graph(program_.functions[function]));
    for (const auto& milestone : unit_.outcome.timeline)
      growth.push_back({milestone.run, milestone.seconds, milestone.covered});
    return {{"unit", unit_.unit->name},
            {"timeline", std::move(growth)},
            {"paths", paths()},
            {"functions", std::move(graphs)},
            {"tree", tree()}};
  }

 private:
  [[nodiscard]] bool taken(model::EdgeId edge) const { return edge < edges_.size() && edges_[edge] != 0; }

  /// Per test: the condition of each step, and the goal that the step takes or -1.
  [[nodiscard]] Json paths() const {
    Json all = Json::object();
    for (const auto& test : unit_.tests) {
      Json steps = Json::array();
      for (std::size_t i = 0; i < test.run.conditions.size(); ++i) {
        const auto goal = goal_of_edge_.find(test.run.path[i].edge);
        const bool known = goal != goal_of_edge_.end();
        if (test.run.conditions[i].empty() && !known) continue;
        steps.push_back({test.run.conditions[i], known ? static_cast<std::int64_t>(goal->second) : -1});
      }
      all[test.name] = std::move(steps);
    }
    return all;
  }

  [[nodiscard]] Json graph(const model::Function& function) const {
    const auto executed = executed_blocks(function), entered = entered_blocks(function);
    Json blocks = Json::array();
    for (model::BlockId id = 0; id < function.blocks.size(); ++id) {
      const auto& block = function.blocks[id];
      Json next = Json::array();
      for (std::size_t side = 0; side < block.successors.size(); ++side)
        next.push_back(flow(block, side, executed[id]));
      blocks.push_back({{"lines", block.lines},
                        {"next", std::move(next)},
                        {"executed", executed[id] || entered[id]},
                        {"end", end_of(block.terminator)}});
    }
    return {{"name", function.name}, {"file", function.location.file}, {"blocks", std::move(blocks)}};
  }

  /// Where no run failed, whatever was entered was also left.
  [[nodiscard]] std::vector<bool> executed_blocks(const model::Function& function) const {
    const bool all_returned = std::ranges::none_of(unit_.outcome.candidates, failed);
    return coverage::ExecutedBlocks(program_, function).executed(edges_, all_returned);
  }

  /// Blocks behind a side that some run took.
  [[nodiscard]] std::vector<bool> entered_blocks(const model::Function& function) const {
    std::vector<bool> entered(function.blocks.size());
    for (const auto& block : function.blocks) {
      if (block.site == model::no_site) continue;
      for (std::size_t side = 0; side < block.successors.size(); ++side)
        if (taken(program_.sites[block.site].first + static_cast<model::EdgeId>(side)))
          entered[block.successors[side]] = true;
    }
    return entered;
  }

  [[nodiscard]] Json flow(const model::Block& block, std::size_t side, bool executed) const {
    Json json = {{"to", block.successors[side]}};
    if (block.site == model::no_site) {
      json["taken"] = executed && block.successors.size() == 1;
      return json;
    }
    const auto& site = program_.sites[block.site];
    const auto edge = site.first + static_cast<model::EdgeId>(side);
    json["label"] = side_name(site, side);
    json["taken"] = taken(edge);
    if (const auto goal = goal_of_edge_.find(edge); goal != goal_of_edge_.end()) json["goal"] = goal->second;
    return json;
  }

  [[nodiscard]] std::string side_name(const model::Site& site, std::size_t side) const {
    const auto known = branch_of_edge_.find(site.first + static_cast<model::EdgeId>(side));
    if (known != branch_of_edge_.end()) {
      const auto& goal = *known->second;
      return goal.side == "case" ? goal.text : goal.side;
    }
    switch (site.kind) {
      case model::SiteKind::Branch:
      case model::SiteKind::Choice:
        return side == 0 ? "true" : "false";
      case model::SiteKind::Check:
        return side == 0 ? "fails" : "fine";
      case model::SiteKind::Switch:
        return side < site.values.size() ? fmt::format("{}", site.values[side]) : "default";
      default:
        return "";
    }
  }

  [[nodiscard]] bool is_of_harness(const model::Site& site) const {
    return program_.functions[site.function].name.starts_with("espalier_");
  }

  /// A choice of the harness has no text in the source; its condition tells: "date == NULL".
  [[nodiscard]] std::string harness_text(const model::Site& site) const {
    if (const auto known = condition_of_edge_.find(site.first); known != condition_of_edge_.end())
      return known->second;
    const auto opposite = condition_of_edge_.find(site.first + 1);
    return opposite != condition_of_edge_.end() ? fmt::format("!({})", opposite->second)
                                                : "shape of the input";
  }

  [[nodiscard]] std::string site_text(const model::Site& site) const {
    const auto where = fmt::format("{}: ", site.location.line);
    if (const auto known = branch_of_edge_.find(site.first); known != branch_of_edge_.end())
      return where + (known->second->side == "case" ? "switch" : known->second->text);
    if (is_of_harness(site)) return harness_text(site);
    if (!site.what.empty()) return where + site.what;
    return where + "a choice in " + program_.functions[site.function].name;
  }

  /// Columns instead of objects: a tree may have a hundred thousand nodes.
  [[nodiscard]] Json tree() const {
    const auto& picture = unit_.outcome.picture;
    if (picture.nodes.empty()) return nullptr;
    std::map<model::SiteId, std::size_t> numbers;
    Json sites = Json::array(), parent = Json::array(), side = Json::array(), which = Json::array(),
         sides = Json::array(), rules = Json::array();
    for (const auto& node : picture.nodes) {
      const auto id = program_.site_of_edge[node.edge];
      const auto [known, is_new] = numbers.emplace(id, sites.size());
      if (is_new) sites.push_back(site_json(program_.sites[id]));
      parent.push_back(node.parent);
      side.push_back(node.parent_side);
      which.push_back(known->second);
      sides.push_back(node.sides);
    }
    for (const auto& by : unit_.outcome.pruned) rules.push_back(by.rule);
    return {{"all", picture.all},          {"sites", std::move(sites)}, {"rules", std::move(rules)},
            {"parent", std::move(parent)}, {"side", std::move(side)},   {"site", std::move(which)},
            {"sides", std::move(sides)}};
  }

  [[nodiscard]] Json site_json(const model::Site& site) const {
    Json names = Json::array();
    for (std::size_t i = 0; i < site.count; ++i) names.push_back(side_name(site, i));
    return {{"text", site_text(site)}, {"sides", std::move(names)}};
  }

  const model::Program& program_;
  const UnitSuite& unit_;
  std::map<model::EdgeId, const coverage::Goal*> branch_of_edge_;
  std::map<model::EdgeId, std::size_t> goal_of_edge_;
  std::map<model::EdgeId, std::string> condition_of_edge_;  ///< of the harness
  std::vector<std::uint8_t> edges_;
};

}  // namespace

std::string picture_of(const model::Program& program, const std::vector<model::FunctionId>& functions,
                       const std::vector<coverage::Goal>& branches, const UnitSuite& unit) {
  return Picture(program, branches, unit)
      .json(functions)
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace espalier::suite
