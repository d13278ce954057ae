// test_programs ESPALIER FILE...: runs the command on each file and compares with what the file expects.
//
// A file says how to run it and everything that must come out:
//   // RUN: unit=f criterion=branch whole        espalier generate FILE:f --criterion branch --whole
//   // FLAGS: -std=c23                           compiler flags, after --
//   // EXPECT: branch 6/7                        goals covered / all goals
//   // EXPECT: infeasible line 12 false          also: unknown line 9 true
//   // EXPECT: finding division by zero line 6   the line is optional
//   // EXPECT: pruned look-ahead: a.c:4: x > 3 is true    a line of --explain: the rule, then the subtree
//   // EXPECT: stack g f                         functions on the call stack of some finding, innermost first
//   // EXPECT: tests <= 4                        also ==, >=; also paths, iterations, evaluations,
//                                                solver_calls, findings, suspicions
//   // EXPECT: exit 3                            the exit code, 0 when not given
//   // EXPECT: error no function                 part of what is printed as an error
// Goals left uncovered, findings and what --explain says must all be expected: a surprise is a failure.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process.h"

namespace {

using namespace espalier;
using Json = nlohmann::json;

struct Case {
  std::filesystem::path file;
  std::string unit;
  std::vector<std::string> options;
  std::vector<std::string> flags;
  std::vector<std::string> expectations;
};

std::string after(const std::string& line, const std::string& prefix) {
  return line.starts_with(prefix) ? line.substr(prefix.size()) : "";
}

// `name=value` becomes `--name value`, `name` becomes `--name`.
Case read_case(const std::filesystem::path& file) {
  Case result{.file = file, .unit = {}, .options = {}, .flags = {}, .expectations = {}};
  const auto text = read_file(file);
  if (!text) return result;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (const auto expected = after(line, "// EXPECT: "); !expected.empty())
      result.expectations.push_back(expected);
    std::istringstream flags(after(line, "// FLAGS: "));
    for (std::string flag; flags >> flag;) result.flags.push_back(flag);
    std::istringstream words(after(line, "// RUN: "));
    for (std::string word; words >> word;) {
      const auto equals = word.find('=');
      const auto name = word.substr(0, equals);
      const auto value = equals == std::string::npos ? "" : word.substr(equals + 1);
      if (name == "unit") {
        result.unit = value;
        continue;
      }
      result.options.push_back("--" + name);
      if (!value.empty()) result.options.push_back(value);
    }
  }
  return result;
}

class Judge {
 public:
  Judge(const Case& expected, const CommandOutcome& outcome) : outcome_(outcome), expected_(expected) {
    json_ = Json::parse(outcome.out, nullptr, false);
  }

  std::vector<std::string> complaints() {
    int exit_code = 0;
    for (const auto& text : expected_.expectations) {
      std::istringstream words(text);
      std::string first;
      words >> first;
      if (first == "exit")
        words >> exit_code;
      else if (first == "error")
        expect(outcome_.err.find(text.substr(6)) != std::string::npos, text);
      else if (!json_.is_object())
        expect(false, text);
      else
        check(first, words, text);
    }
    if (outcome_.exit_code != exit_code)
      complain(fmt::format("exit code {}, not {}", outcome_.exit_code, exit_code));
    if (json_.is_object()) look_for_surprises();
    return complaints_;
  }

 private:
  void complain(const std::string& what) { complaints_.push_back(what); }
  void expect(bool met, const std::string& text) {
    if (!met) complain("expected: " + text);
  }

  void check(const std::string& first, std::istringstream& words, const std::string& text) {
    if (first == "branch" || first == "statement") {
      const auto& goals = json_["goals"];
      const auto found = fmt::format("{}/{}", goals["covered"].get<int>(), goals["total"].get<int>());
      if (text != first + " " + found) complain(fmt::format("expected: {}, found {}", text, found));
    } else if (first == "infeasible" || first == "unknown") {
      std::string line, number, side;
      words >> line >> number >> side;
      expected_goals_.insert(fmt::format("{} {} {}", first, number, side));
    } else if (first == "finding") {
      expected_findings_.push_back(text.substr(8));
    } else if (first == "pruned") {
      expected_pruned_.insert(text.substr(7));
    } else if (first == "stack") {
      const auto& findings = json_["findings"];
      expect(std::any_of(findings.begin(), findings.end(),
                         [&](const Json& finding) { return text == "stack" + functions_of(finding); }),
             text);
    } else {
      std::string relation;
      long bound = 0;
      words >> relation >> bound;
      const Json& found = json_[first];
      const long value = found.is_array() ? static_cast<long>(found.size()) : json_.value(first, -1L);
      const bool met = relation == "<="   ? value <= bound
                       : relation == ">=" ? value >= bound
                                          : relation == "==" && value == bound;
      if (!met) complain(fmt::format("expected: {}, found {}", text, value));
    }
  }

  static std::string functions_of(const Json& finding) {
    std::string names;
    for (const auto& frame : finding["stack"]) names += " " + frame["function"].get<std::string>();
    return names;
  }

  void look_for_surprises() {
    std::set<std::string> open;
    for (const auto& goal : json_["open_goals"]) {
      const auto name = fmt::format("{} {} {}", goal["verdict"].get<std::string>(), goal["line"].get<int>(),
                                    goal["side"].get<std::string>());
      open.insert(name);
      if (!expected_goals_.contains(name))
        complain(fmt::format("surprise: line {} ({} {}) is {}: {}", goal["line"].get<int>(),
                             goal["text"].get<std::string>(), goal["side"].get<std::string>(),
                             goal["verdict"].get<std::string>(), goal["why"].get<std::string>()));
    }
    for (const auto& name : expected_goals_)
      if (!open.contains(name)) complain("expected: " + name);

    look_for_pruned();
    std::vector<bool> met(expected_findings_.size(), false);
    for (const auto& finding : json_["findings"]) {
      bool known = false;
      for (std::size_t i = 0; i < expected_findings_.size(); ++i)
        if (matches(finding, expected_findings_[i])) known = met[i] = true;
      if (!known) complain("surprise: " + finding.dump());
    }
    for (std::size_t i = 0; i < met.size(); ++i)
      if (!met[i]) complain("expected: finding " + expected_findings_[i]);
  }

  // With --explain every subtree is told, once.
  void look_for_pruned() {
    std::multiset<std::string> told;
    for (const auto& by : json_["pruned"]) {
      const Json explained = by.value("explained", Json::array());
      for (const auto& subtree : explained)
        told.insert(by["rule"].get<std::string>() + ": " + subtree.get<std::string>());
      if (!expected_pruned_.empty() && explained.size() != by["subtrees"].get<std::size_t>())
        complain(fmt::format("{} subtrees by {}, {} explained", by["subtrees"].get<std::size_t>(),
                             by["rule"].get<std::string>(), explained.size()));
    }
    std::vector<std::string> surprises, missing;
    std::ranges::set_difference(told, expected_pruned_, std::back_inserter(surprises));
    std::ranges::set_difference(expected_pruned_, told, std::back_inserter(missing));
    for (const auto& text : surprises) complain("surprise: pruned " + text);
    for (const auto& text : missing) complain("expected: pruned " + text);
  }

  // "KIND" or "KIND line N"
  static bool matches(const Json& finding, const std::string& text) {
    const auto at = text.find(" line ");
    if (finding["kind"].get<std::string>().find(text.substr(0, at)) == std::string::npos) return false;
    return at == std::string::npos ||
           finding["location"].get<std::string>().ends_with(":" + text.substr(at + 6));
  }

  const CommandOutcome& outcome_;
  const Case& expected_;
  Json json_;
  std::set<std::string> expected_goals_;
  std::multiset<std::string> expected_pruned_;
  std::vector<std::string> expected_findings_;
  std::vector<std::string> complaints_;
};

bool run(const std::string& espalier, const std::filesystem::path& file) {
  const Case expected = read_case(file);
  if (expected.unit.empty() || expected.expectations.empty()) {
    fmt::print("{}:1: it needs a RUN line with a unit and an EXPECT line\n", file.string());
    return false;
  }
  const ScratchDirectory out;
  const auto absolute = std::filesystem::absolute(file);  // files that options name stand beside it
  Command command{.argv = {std::filesystem::absolute(espalier).string(), "generate",
                           absolute.string() + ":" + expected.unit, "--json", "--out", out.path().string()},
                  .directory = absolute.parent_path().string(),
                  .environment = {}};
  command.argv.insert(command.argv.end(), expected.options.begin(), expected.options.end());
  if (!expected.flags.empty()) command.argv.emplace_back("--");
  command.argv.insert(command.argv.end(), expected.flags.begin(), expected.flags.end());
  const CommandOutcome outcome = run_command(command);
  const auto complaints = Judge(expected, outcome).complaints();
  for (const auto& complaint : complaints) fmt::print("{}:1: {}\n", file.string(), complaint);
  if (!complaints.empty()) fmt::print("--- stdout\n{}--- stderr\n{}", outcome.out, outcome.err);
  return complaints.empty();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: test_programs ESPALIER FILE.c ...\n");
    return 2;
  }
  int failures = 0;
  for (int i = 2; i < argc; ++i)
    if (!run(argv[1], argv[i])) ++failures;
  if (failures > 0) fmt::print("{} of {} programs fail\n", failures, argc - 2);
  return failures == 0 ? 0 : 1;
}
