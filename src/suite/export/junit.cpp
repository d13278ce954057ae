// junit.xml: how each test ended on the plain builds, as continuous integration reads it.
#include <fmt/format.h>

#include "base/files.h"
#include "suite/export/text.h"
#include "suite/export/xml.h"

namespace espalier::suite {
namespace {

struct Sums {
  std::size_t tests = 0, failures = 0, skipped = 0;
};

std::string attributes(const Sums& sums) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"", sums.tests, sums.failures,
                     sums.skipped);
}

std::string test_text(const PlainRun& run, const UnitSuite& unit, const Test& test, Sums& sums) {
  ++sums.tests;
  const auto head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_text(unit.unit->name), test.name);
  if (expected_end(test).kind == End::Kind::Undefined) {
    ++sums.skipped;
    const auto why = test.undefined.empty() ? "C does not say what happens here" : test.undefined;
    return fmt::format("{}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", head, xml_text(why));
  }
  const auto found = run.failed_tests.find(unit.unit->name + "." + test.name);
  if (found == run.failed_tests.end()) return head + "/>\n";
  ++sums.failures;
  return fmt::format("{}>\n      <failure message=\"{}\" type=\"failure\"/>\n    </testcase>\n", head,
                     xml_text(found->second));
}

}  // namespace

std::vector<std::filesystem::path> export_junit(const Suite& suite, const std::filesystem::path& directory) {
  if (!suite.measured) return {};
  Sums total;
  std::string suites;
  for (const auto& unit : suite.units) {
    Sums sums;
    std::string tests;
    for (const auto& test : unit.tests) tests += test_text(*suite.measured, unit, test, sums);
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml_text(unit.unit->name),
                          attributes(sums), tests);
    total.tests += sums.tests, total.failures += sums.failures, total.skipped += sums.skipped;
  }
  const auto path = directory / "junit.xml";
  write_file(path, fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {}>\n{}"
                               "</testsuites>\n",
                               xml_text(suite.source->path.filename().string()), attributes(total), suites));
  return {path};
}

}  // namespace espalier::suite
