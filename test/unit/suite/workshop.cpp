#include "unit/suite/workshop.h"

#include <stdexcept>

#include <fmt/format.h>

namespace espalier::suite {
namespace {

coverage::Goal goal_at(const frontend::Range& range, const std::string& text, const std::string& side) {
  coverage::Goal goal;
  goal.location = {range.file, range.line, range.column};
  goal.text = text;
  goal.side = side;
  return goal;
}

std::string goal_name(const coverage::Goal& goal) {
  return goal.side == "true" || goal.side == "false" ? goal.text + " " + goal.side : goal.text;
}

}  // namespace

Workshop::Workshop(const std::string& c_text, const std::string& name,
                   const std::vector<std::string>& flags) {
  const auto path = scratch_.path() / name;
  write_file(path, c_text);
  source_ = std::make_unique<frontend::SourceFile>(frontend::parse_source(path, flags));
  suite.source = source_.get();
  suite.criterion = "branch";
  suite.strategy = "dfs";
}

void Workshop::unit(const std::string& function) {
  const auto* found = source_->find(function);
  if (found == nullptr) throw std::logic_error("no function " + function);
  auto planned = frontend::plan_unit(*source_, *found, {});
  if (!planned) throw std::logic_error(planned.error());
  units_.push_back(std::make_unique<frontend::Unit>(*planned));
  UnitSuite made;
  made.unit = units_.back().get();
  for (const auto& condition : found->conditions) {
    for (const char* side : {"true", "false"})
      made.goals.push_back(goal_at(condition.range, condition.text, side));
  }
  for (const auto& label : found->cases)
    made.goals.push_back(goal_at(label.range, label.text, label.is_default ? "default" : "case"));
  suite.units.push_back(std::move(made));
}

void Workshop::use_statements() {
  auto& unit = suite.units.back();
  unit.goals.clear();
  suite.criterion = "statement";
  for (const auto line : unit.unit->function->statements) {
    coverage::Goal goal;
    goal.location = {source_->path.string(), line, 1};
    goal.text = fmt::format("line {}", line);
    goal.side = "line";
    unit.goals.push_back(goal);
  }
}

coverage::GoalId Workshop::goal(const std::string& name) const {
  const auto& goals = suite.units.back().goals;
  std::string known;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (goal_name(goals[i]) == name) return static_cast<coverage::GoalId>(i);
    known += goal_name(goals[i]) + "; ";
  }
  throw std::logic_error("no goal " + name + " among: " + known);
}

Test& Workshop::test(std::vector<std::uint64_t> values, const std::map<std::string, std::uint64_t>& outputs,
                     const std::vector<std::string>& goals) {
  auto& unit = suite.units.back();
  Test made;
  made.run.input.values = std::move(values);
  for (const auto& name : goals) made.run.goals.push_back(goal(name));
  made.goals = made.run.goals;
  std::size_t used = 0;
  for (std::uint32_t id = 0; id < unit.unit->outputs.size(); ++id) {
    const auto& output = unit.unit->outputs[id];
    const auto found = outputs.find(output.expression);
    if (found == outputs.end()) continue;
    made.run.outputs.push_back({id, output.bits, found->second});
    ++used;
  }
  if (used != outputs.size()) throw std::logic_error("an output that the unit does not have");
  unit.tests.push_back(std::move(made));
  return unit.tests.back();
}

Test& Workshop::failing(std::vector<std::uint64_t> values, esp_status status, int detail,
                        const std::vector<std::string>& goals) {
  auto& made = test(std::move(values), {}, goals);
  made.run.status = status;
  made.run.detail = detail;
  return made;
}

Suite& Workshop::finish() {
  for (auto& unit : suite.units) {
    unit.verdicts.assign(unit.goals.size(), {search::Verdict::Infeasible, "by hand"});
    unit.covered_by.assign(unit.goals.size(), -1);
    for (std::size_t i = 0; i < unit.tests.size(); ++i) {
      for (const auto goal : unit.tests[i].run.goals) {
        unit.verdicts[goal] = {search::Verdict::Covered, ""};
        unit.covered_by[goal] = static_cast<int>(i);
      }
    }
    name_tests(*source_, unit);
    unit.findings = findings_of(unit.tests, {}, {});
  }
  return suite;
}

std::filesystem::path Workshop::export_all() {
  suite::export_all(suite, directory());
  return directory();
}

Verification Workshop::verified(bool with_gtest, bool with_sanitizers) {
  export_all();
  return verify(suite, directory(), {.frameworks = with_gtest, .sanitize = with_sanitizers});
}

std::string Workshop::exported(const std::string& name) const {
  const auto text = read_file(directory() / name);
  return text ? *text : "missing: " + text.error();
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

}  // namespace espalier::suite
