// Every format is read by the program that it is meant for.
#include <algorithm>
#include <csignal>
#include <memory>

#include <gtest/gtest.h>

#include "base/process.h"
#include "suite/publish.h"
#include "unit/suite/workshop.h"

namespace espalier::suite {
namespace {

std::vector<std::string> all_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.emplace_back(format.name);
  return names;
}

// Every way in which a run can end, a case label, parameters with names that frameworks use.
constexpr const char* kSource = R"(#include <stdlib.h>
static int calls;
double half(int state, double status) {
  calls++;
  if (state == 1) abort();
  if (state == 2) exit(251);
  if (state == 3) *(volatile int *)0 = 1;
  while (state == 4) ;
  switch (state) {
    case 7: return calls;
    default: return state < 0 && status > 1 ? status : status / 2;
  }
}
)";

std::unique_ptr<Workshop> suite_of_every_end() {
  auto made = std::make_unique<Workshop>(kSource);
  Workshop& work = *made;
  work.unit("half");
  const std::vector<std::string> past = {"state == 1 false", "state == 2 false", "state == 3 false",
                                         "state == 4 false"};
  const auto goals = [&](std::size_t count, const std::vector<std::string>& more) {
    std::vector<std::string> result(past.begin(), past.begin() + static_cast<std::ptrdiff_t>(count));
    result.insert(result.end(), more.begin(), more.end());
    return result;
  };
  work.failing({1, 0}, ESP_ABORT, 0, {"state == 1 true"});
  work.failing({2, 0}, ESP_EXIT, 251, goals(1, {"state == 2 true"}));
  work.failing({3, 0}, ESP_CRASH, SIGSEGV, goals(2, {"state == 3 true"}));
  work.failing({4, 0}, ESP_STEPS, 0, goals(3, {"state == 4 true"}));
  work.test({7, 0}, {{"result", 0x3ff0000000000000u}}, goals(4, {"case 7"}));
  work.test({0, 0x8000000000000000u}, {{"result", 0x8000000000000000u}},
            goals(4, {"default", "state < 0 false"}));
  work.test({0x80000000u, 0x4000000000000000u}, {{"result", 0x4000000000000000u}},
            goals(4, {"default", "state < 0 true", "status > 1 true"}));
  work.test({0x80000000u, 0}, {{"result", 0}}, goals(4, {"default", "state < 0 true", "status > 1 false"}));
  work.finish();
  work.suite.formats = all_formats();
  return made;
}

void expect_ok(const std::vector<std::string>& argv) {
  const auto outcome = run_command({.argv = argv});
  std::string line;
  for (const auto& word : argv) line += word + " ";
  EXPECT_TRUE(outcome.ok()) << line << "\n" << outcome.out << outcome.err;
}

std::string schema(const char* name) { return std::string(ESPALIER_SOURCE_DIR "/test/schemas/") + name; }

TEST(Formats, AreAllReadByTheirConsumers) {
  const auto made = suite_of_every_end();
  Workshop& work = *made;
  const auto report = work.verified(true, false);
  EXPECT_EQ(joined(report.failures), "");
  EXPECT_EQ(joined(report.differences), "");
  EXPECT_EQ(joined(report.notes), "") << "a framework is missing";
  const auto out = work.directory();

  expect_ok({"xmllint", "--noout", "--nonet", "--schema", schema("junit.xsd"), out / "junit.xml"});
  expect_ok({"xmllint", "--noout", "--nonet", "--dtdvalid", schema("cobertura.dtd"), out / "coverage.xml"});
  expect_ok({"xmllint", "--noout", "--nonet", "--dtdvalid", schema("test-metadata.dtd"),
             out / "test-suite/metadata.xml"});
  for (const auto& test : work.suite.units[0].tests)
    expect_ok({"xmllint", "--noout", "--nonet", "--dtdvalid", schema("testcase.dtd"),
               out / "test-suite" / ("half." + test.name + ".xml")});
  expect_ok({"python3", "-c",
             "import json, sys, jsonschema; jsonschema.validate(json.load(open(sys.argv[1])), "
             "json.load(open(sys.argv[2])))",
             out / "findings.sarif", schema("sarif.json")});
  expect_ok(
      {"genhtml", "--quiet", "--branch-coverage", "--output-directory", out / "html", out / "coverage.info"});
}

TEST(Formats, AreTestsOfTheirFrameworksThatPassUnderCTest) {
  const auto made = suite_of_every_end();
  Workshop& work = *made;
  const auto tests = (work.export_all() / "tests").string();
  const auto build = (work.directory() / "build").string();
  expect_ok({"cmake", "-G", "Ninja", "-S", tests, "-B", build});
  expect_ok({"cmake", "--build", build});
  const auto outcome = run_command({.argv = {"ctest", "--test-dir", build, "-j2", "--output-on-failure"}});
  EXPECT_TRUE(outcome.ok()) << outcome.out;
  // Plain C: one for the function; GoogleTest, Catch2, cmocka: eight each.
  EXPECT_NE(outcome.out.find("out of 25"), std::string::npos) << outcome.out;
}

TEST(Formats, ShowTestsThatFail) {
  const auto made = suite_of_every_end();
  Workshop& work = *made;
  auto& tests = work.suite.units[0].tests;
  tests[4].run.outputs[0].value += 1;  // wrong result
  tests[1].run.detail = 3;             // wrong status
  const auto report = work.verified(true, false);
  for (const char* framework : {"plain C, gcc", "plain C, clang", "GoogleTest", "Catch2", "cmocka"}) {
    EXPECT_EQ(std::ranges::count_if(report.failures,
                                    [&](const std::string& text) { return text.starts_with(framework); }),
              2)
        << framework << "\n"
        << joined(report.failures);
  }
  EXPECT_NE(work.exported("junit.xml").find("failures=\"2\""), std::string::npos)
      << work.exported("junit.xml");
}

TEST(Formats, CountInLcovOnlyWhatIsSureOfRunsThatDie) {
  const auto made = suite_of_every_end();
  Workshop& work = *made;
  EXPECT_EQ(joined(work.verified(false, false).failures), "");
  const auto text = work.exported("coverage.info");
  for (const char* line :
       {"FN:3,half\n", "FNDA:8,half\n", "BRDA:5,0,0,1\n", "BRDA:5,0,1,7\n", "BRDA:10,0,0,1\n",
        "BRDA:11,0,0,3\n", "BRDA:11,1,0,2\n", "BRDA:11,1,1,1\n", "DA:10,1\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

TEST(Formats, AreWrittenOnlyWhenChosen) {
  const auto made = suite_of_every_end();
  Workshop& work = *made;
  work.suite.formats = {"catch2"};
  work.export_all();
  EXPECT_TRUE(std::filesystem::exists(work.directory() / "tests/subject_test.c")) << "it is what is measured";
  EXPECT_TRUE(std::filesystem::exists(work.directory() / "tests/subject_test_catch2.cpp"));
  EXPECT_FALSE(std::filesystem::exists(work.directory() / "tests/subject_test.cpp"));
  EXPECT_FALSE(std::filesystem::exists(work.directory() / "coverage.info")) << "nothing was measured";
  EXPECT_EQ(work.exported("tests/CMakeLists.txt").find("GTest"), std::string::npos);
}

TEST(Formats, HoldInputsAsBytesInACorpus) {
  const auto made = suite_of_every_end();
  Workshop& work = *made;
  work.export_all();
  EXPECT_EQ(work.exported("corpus/half/exits_with_251"), std::string("\2\0\0\0\0\0\0\0\0\0\0\0", 12));
}

class Publishing : public ::testing::Test {
 protected:
  void generate(const std::string& name, const std::string& text) {
    write_file(staging_.path() / name, text);
  }
  void edit(const std::string& name, const std::string& text) { write_file(out_.path() / name, text); }
  Published publish() { return suite::publish(staging_.path(), out_.path()); }
  [[nodiscard]] std::string text(const std::string& name) const {
    const auto found = read_file(out_.path() / name);
    return found ? *found : "missing";
  }
  ScratchDirectory staging_, out_;
};

TEST_F(Publishing, ReplacesWhatNobodyEdited) {
  generate("tests/a.c", "one");
  publish();
  generate("tests/a.c", "two");
  EXPECT_TRUE(publish().edited.empty());
  EXPECT_EQ(text("tests/a.c"), "two");
  EXPECT_EQ(text("tests/a.c.new"), "missing");
}

TEST_F(Publishing, NeverOverwritesAnEditedFile) {
  generate("tests/a.c", "one");
  publish();
  edit("tests/a.c", "mine");
  for (const char* next : {"two", "three"}) {
    generate("tests/a.c", next);
    ASSERT_EQ(publish().edited, std::vector<std::filesystem::path>{"tests/a.c"});
    EXPECT_EQ(text("tests/a.c"), "mine");
    EXPECT_EQ(text("tests/a.c.new"), next);
  }
  edit("tests/a.c", "three");  // the user takes the new one over
  EXPECT_TRUE(publish().edited.empty());
  EXPECT_EQ(text("tests/a.c.new"), "missing");
}

TEST_F(Publishing, RemovesWhatIsNoLongerGeneratedUnlessItWasEdited) {
  generate("a", "one");
  generate("b", "one");
  publish();
  edit("b", "mine");
  edit("c", "never ours");
  std::filesystem::remove(staging_.path() / "a");
  std::filesystem::remove(staging_.path() / "b");
  EXPECT_EQ(publish().left, std::vector<std::filesystem::path>{"b"});
  EXPECT_EQ(text("a"), "missing");
  EXPECT_EQ(text("b"), "mine");
  EXPECT_EQ(text("c"), "never ours");
}

}  // namespace
}  // namespace espalier::suite
