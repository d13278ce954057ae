#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suite/suite.h"

namespace espalier::suite {

namespace {

/// The same failure at the same place, reached another way, is no second finding, and its test is worth
/// keeping only if it covers something.
void drop_repeated_failures(std::vector<Test>& tests, std::vector<Finding>& findings, bool keep_all) {
  std::set<std::pair<std::string, std::string>> known;
  std::vector<bool> drop(tests.size(), false);
  std::erase_if(findings, [&](const Finding& finding) {
    const bool repeated = !finding.location.empty() && !known.insert({finding.kind, finding.location}).second;
    if (repeated) drop[finding.test] = tests[finding.test].goals.empty() && !keep_all;
    return repeated;
  });
  std::vector<std::size_t> moved(tests.size(), 0);  // where each test went
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    moved[i] = kept;
    if (drop[i]) continue;
    if (kept != i) tests[kept] = std::move(tests[i]);
    ++kept;
  }
  tests.resize(kept);
  for (Finding& finding : findings) finding.test = moved[finding.test];
}

}  // namespace

UnitSuite assemble(const Campaign& campaign, search::Outcome outcome) {
  UnitSuite suite;
  suite.unit = &campaign.unit;
  suite.goals = campaign.goals;
  suite.verdicts = outcome.verdicts;
  suite.verdicts.resize(suite.goals.size());
  suite.tests = minimise(outcome.candidates, suite.goals.size(), campaign.keep_all);
  suite.findings = findings_of(suite.tests, campaign.binary, campaign.symbolizer);
  drop_repeated_failures(suite.tests, suite.findings, campaign.keep_all);
  for (auto& test : suite.tests) test.path = describe_path(test.run.path, campaign.branches);
  name_tests(campaign.source, suite);

  suite.covered_by.assign(suite.goals.size(), -1);
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    for (const auto goal : suite.tests[i].goals) {
      if (suite.covered_by[goal] < 0) suite.covered_by[goal] = static_cast<int>(i);
    }
  }
  suite.outcome = std::move(outcome);
  return suite;
}

}  // namespace espalier::suite
