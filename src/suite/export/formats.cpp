// The table of formats.
#include <algorithm>
#include <set>

#include "suite/report/report.h"
#include "suite/suite.h"

namespace espalier::suite {

const std::vector<Format>& formats() {
  static const std::vector<Format> table = {
      {"c", "plain C, which needs nothing but a compiler (always written: it is what is measured)",
       export_plain_c},
      {"gtest", "GoogleTest", export_gtest},
      {"catch2", "Catch2, version 2 or 3", export_catch2},
      {"cmocka", "cmocka", export_cmocka},
      {"testcomp", "test-suite/: Test-Comp XML", export_testcomp},
      {"corpus", "corpus/: the inputs as bytes", export_corpus},
      {"cobertura", "coverage.xml: Cobertura", export_cobertura},
      {"junit", "junit.xml: how the tests ended", export_junit},
  };
  return table;
}

bool Suite::has_format(std::string_view name) const {
  return std::ranges::find(formats, name) != formats.end();
}

std::vector<std::filesystem::path> export_all(const Suite& suite, const std::filesystem::path& directory) {
  std::set<std::filesystem::path> paths;  // formats share files
  const auto write = [&](Exporter exporter) {
    for (auto& path : exporter(suite, directory)) paths.insert(std::move(path));
  };
  for (const Format& format : formats())
    if (format.name == "c" || suite.has_format(format.name)) write(format.write);
  for (const Exporter always : {export_cmake, export_json, export_lcov, export_sarif, export_report})
    write(always);
  return {paths.begin(), paths.end()};
}

}  // namespace espalier::suite
