#include <utility>

#include "suite/suite.h"

namespace espalier::suite {

UnitSuite assemble(const Campaign& campaign, search::Outcome outcome) {
  UnitSuite suite;
  suite.unit = &campaign.unit;
  suite.goals = campaign.goals;
  suite.verdicts = outcome.verdicts;
  suite.verdicts.resize(suite.goals.size());
  suite.tests = minimise(outcome.candidates, suite.goals.size(), campaign.keep_all);
  for (auto& test : suite.tests) test.path = describe_path(test.run.path, campaign.branches);
  name_tests(campaign.source, suite);
  suite.findings = findings_of(suite.tests, campaign.binary, campaign.symbolizer);

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
