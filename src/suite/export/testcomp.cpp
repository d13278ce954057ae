// The exchange format of Test-Comp: test-suite/metadata.xml and one XML file per test.
//
// Its executors feed a program the values in the order in which it asks for them.  The inputs of a unit are
// listed in the order of its variables, which is the order of suite.json.
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/files.h"
#include "base/process.h"
#include "suite/export/text.h"
#include "suite/export/xml.h"

namespace espalier::suite {
namespace {

constexpr const char* kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

std::string doctype(const std::string& root) {
  return fmt::format(
      "<!DOCTYPE {0} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN\" "
      "\"https://sosy-lab.org/test-format/{0}-1.1.dtd\">\n",
      root);
}

std::string sha256(const std::filesystem::path& file) {
  const auto outcome = run_command({.argv = {"sha256sum", file.string()}});
  return outcome.ok() ? outcome.out.substr(outcome.out.starts_with('\\') ? 1 : 0, 64) : std::string{};
}

std::string metadata_text(const Suite& suite) {
  std::string entry;
  for (const auto& unit : suite.units) entry += (entry.empty() ? "" : ", ") + unit.unit->name;
  const auto element = [](const char* name, const std::string& text) {
    return fmt::format("  <{0}>{1}</{0}>\n", name, xml_text(text));
  };
  const bool branches = suite.criterion != "statement";
  return kDeclaration + doctype("test-metadata") + "<test-metadata>\n" + element("sourcecodelang", "C") +
         element("producer", "Espalier") +
         element("specification", fmt::format("CHECK( init({}()), FQL(cover EDGES({})) )", entry,
                                              branches ? "@DECISIONEDGE" : "@BASICBLOCKENTRY")) +
         element("programfile", suite.source->path.string()) +
         element("programhash", sha256(suite.source->path)) + element("entryfunction", entry) +
         element("architecture", "64bit") +
         element("creationtime", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))) +
         "</test-metadata>\n";
}

std::string test_text(const frontend::SourceFile& source, const UnitSuite& unit, const Test& test) {
  std::string text = kDeclaration + doctype("testcase");
  text += failed(test.run) ? "<testcase coversError=\"true\">\n" : "<testcase>\n";
  const auto& variables = unit.unit->variables;
  const auto used = frontend::used_variables(*unit.unit, test.run.input.values);
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (!used[i]) continue;
    const auto& variable = variables[i];
    const bool choice = variable.kind == frontend::InputVariable::Kind::Choice;
    const auto value = test.run.input[i];
    text += fmt::format("  <input variable=\"{}\" type=\"{}\">{}</input>\n", xml_text(variable.name),
                        choice ? "int" : xml_text(frontend::declaration(source, variable.type, "")),
                        choice ? fmt::format("{}", value)
                               : xml_text(frontend::literal(source, variable.type, variable.kind,
                                                            variable.bits, variable.is_signed, value)));
  }
  return text + "</testcase>\n";
}

}  // namespace

std::vector<std::filesystem::path> export_testcomp(const Suite& suite,
                                                   const std::filesystem::path& directory) {
  const auto folder = directory / "test-suite";
  std::vector<std::filesystem::path> paths = {folder / "metadata.xml"};
  write_file(paths[0], metadata_text(suite));
  for (const auto& unit : suite.units) {
    for (const auto& test : unit.tests) {
      paths.push_back(folder / fmt::format("{}.{}.xml", unit.unit->name, test.name));
      write_file(paths.back(), test_text(*suite.source, unit, test));
    }
  }
  return paths;
}

}  // namespace espalier::suite
