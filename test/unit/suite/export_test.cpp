// Shapes of parameters and names that are hard to carry into C and C++ tests.
#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "suite/export/text.h"
#include "unit/suite/workshop.h"

namespace espalier::suite {
namespace {

void expect_confirmed(const Verification& report) {
  EXPECT_TRUE(report.built);
  EXPECT_EQ(joined(report.failures), "");
  EXPECT_EQ(joined(report.differences), "");
}

// The number of the input variable with that name.
std::uint32_t variable(const Workshop& work, const std::string& name) {
  const auto& variables = work.suite.units.back().unit->variables;
  std::string known;
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return i;
    known += variables[i].name + "; ";
  }
  throw std::logic_error("no variable " + name + " among: " + known);
}

std::vector<std::uint64_t> values(const Workshop& work, const std::map<std::string, std::uint64_t>& by_name) {
  Input input;
  for (const auto& [name, value] : by_name) input.set(variable(work, name), value);
  return input.values;
}

TEST(Export, CarriesStructsEnumsAndCppKeywordsThroughBothLanguages) {
  Workshop work(R"(#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
typedef enum { NEW, DELETE = 7 } action_t;
enum state { private = 2, on };
typedef struct node node;
struct node { int value; node *next; };
struct everything {
  int class;
  action_t action;
  enum state state;
  uint8_t bytes[3];
  struct { short x, y; } inner;
  enum { SMALL, LARGE } size;
  bool flag;
  node *list;
  const char *name;
};
int this(struct everything e, int template) {
  if (e.class > template) return e.inner.x;
  return e.action == DELETE ? (int)e.state : e.bytes[2];
}
)");
  work.unit("this");
  work.test(values(work, {{"e.class", 5}, {"template", 1}, {"e.inner.x", 0xffff}}), {{"result", 0xffffffff}},
            {"e.class > template true"});
  work.test(values(work, {{"e.action", 7}, {"e.state", 3}}), {{"result", 3}},
            {"e.class > template false", "e.action == DELETE true"});
  work.test(values(work, {{"e.state", 2}, {"e.bytes[2]", 200}}), {{"result", 200}},
            {"e.class > template false", "e.action == DELETE false"});
  work.finish();
  expect_confirmed(work.verified());
  EXPECT_NE(work.exported("tests/subject_api.h").find("int class_;"), std::string::npos);
}

TEST(Export, ReproducesUnionsBitFieldsAndUnnamedRecordsOfResults) {
  Workshop work(R"(typedef struct { unsigned low : 3; signed high : 5; } bits_t;
typedef int vector[2];
typedef struct deep {
  union { int i; float f; } either;
  struct { char a; union { short s; long l; }; };
  bits_t bits;
  struct deep *next;
  vector where;
  volatile int seen;
  int (*callback)(const char *);
} deep;
deep make(int a) {
  deep d = {.where = {a, 2}};
  d.bits.high = -3;
  return d;
}
)");
  work.unit("make");
  std::map<std::string, std::uint64_t> outputs;
  for (const auto& output : work.suite.units[0].unit->outputs) outputs[output.expression] = 0;
  outputs["result.where[0]"] = 7;
  outputs["result.where[1]"] = 2;
  outputs["result.bits.high"] = static_cast<std::uint32_t>(-3);
  work.test({7}, outputs, {});
  work.finish();
  expect_confirmed(work.verified());
}

TEST(Export, AssertsWhatChangedBehindPointers) {
  Workshop work(R"(struct point { int x, y; };
static int move(struct point *p, const int *by, int *untouched) {
  if (!p || !by) return 0;
  p->x += *by;
  return untouched != 0;
}
)");
  work.unit("move");
  const auto& outputs = work.suite.units[0].unit->outputs;
  ASSERT_EQ(outputs.size(), 5u);  // result, x, y, by, untouched
  work.test(values(work, {{"p is null", 1}}), {{"result", 0}, {"untouched_object", 0}}, {"!p true"});
  work.test(values(work, {{"by is null", 1}, {"p->x", 4}}),
            {{"result", 0}, {"p_object.x", 4}, {"p_object.y", 0}}, {"!p false", "!by true"});
  work.test(values(work, {{"p->x", 4}, {"p->y", 9}, {"*by", 2}}),
            {{"result", 1}, {"p_object.x", 6}, {"p_object.y", 9}, {"untouched_object", 0}},
            {"!p false", "!by false"});
  work.finish();
  expect_confirmed(work.verified());
  const auto text = work.exported("tests/subject_test.cpp");
  EXPECT_NE(text.find("espalier_call_move(p, by, untouched)"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(p_object.x, 6);\n  EXPECT_EQ(p_object.y, 9);"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("EXPECT_EQ(p_object.x, 4)"), std::string::npos) << "nothing changed there";
  EXPECT_EQ(text.find("EXPECT_EQ(untouched"), std::string::npos) << "nothing changed there";
}

TEST(Export, ComparesFloatingPointBitForBit) {
  Workshop work(
      "double f(double x) { return x == 1.0 ? -0.0 : x == 2.0 ? 0.0 / (x - 2.0) : x / 3; }\n"
      "float g(float x) { return x * x; }\n");
  work.unit("f");
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  const auto single = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  work.test({bits(1.0)}, {{"result", bits(-0.0)}}, {});
  work.test({bits(2.0)}, {{"result", bits(std::numeric_limits<double>::quiet_NaN())}}, {});
  work.test({bits(0.1)}, {{"result", bits(0.1 / 3)}}, {});
  work.test({bits(0.0)}, {{"result", bits(0.0)}}, {});
  work.test({bits(-INFINITY)}, {{"result", bits(-INFINITY)}}, {});
  work.unit("g");
  work.test({single(1e30f)}, {{"result", single(INFINITY)}}, {});
  work.test({single(0.1f)}, {{"result", single(0.1f * 0.1f)}}, {});
  work.finish();
  work.suite.units[0].goals.clear();
  work.suite.units[0].verdicts.clear();
  work.suite.units[1].goals.clear();
  expect_confirmed(work.verified());

  // One bit off is a failure: 0.0 where -0.0 was seen, the next number.
  work.suite.units[0].tests[0].run.outputs[0].value = bits(0.0);
  work.suite.units[0].tests[2].run.outputs[0].value += 1;
  EXPECT_EQ(work.verified().failures.size(), 6u);
}

TEST(Export, SurvivesNamesOfTheCLibraryAndOfItself) {
  Workshop work(R"(struct tm { int hour; };
typedef unsigned char size_t_like;
int index(int a) { return a + 1; }
int same(int same) { return same * 2; }
int result(int result) { return result; }
struct tm wait(struct tm alarm) { alarm.hour++; return alarm; }
static size_t_like signal(size_t_like x) { return x; }
void none(void) {}
long double_it(long x) { return x + x; }
)",
                "my-file.v2.c");
  work.unit("index");
  work.test({1}, {{"result", 2}}, {});
  work.unit("same");
  work.test({2}, {{"result", 4}}, {});
  work.unit("result");
  work.test({2}, {{work.suite.units.back().unit->outputs[0].expression, 2}}, {});
  work.unit("wait");
  work.test({2}, {{"result.hour", 3}}, {});
  work.unit("signal");
  work.test({255}, {{"result", 255}}, {});
  work.unit("none");
  work.test({}, {}, {});
  work.unit("double_it");
  work.test({0x8000000000000000u}, {{"result", 0}}, {});
  work.finish();
  expect_confirmed(work.verified());
}

TEST(Export, WritesTextThatCompilersAcceptWithoutWarnings) {
  Workshop work(R"(enum color { RED, GREEN };
unsigned f(unsigned a, unsigned char b, signed char c, unsigned long d, char e, _Bool g, enum color h, short s[2]) {
  if (a > 3 && b != 2 && c < 0 && d > 1 && e == 'x' && g && h == GREEN) { s[1] = 4; return a; }
  return 4000000000u;
}
)");
  work.unit("f");
  work.test(
      values(
          work,
          {{"a", 4000000000u}, {"c", 0x80}, {"d", ~0ull}, {"e", 'x'}, {"g", 1}, {"h", 1}, {"s[0]", 0x8000}}),
      {{"result", 4000000000u}, {"s[0]", 0x8000}, {"s[1]", 4}},
      {"a > 3 true", "b != 2 true", "c < 0 true", "d > 1 true", "e == 'x' true", "g true",
       "h == GREEN true"});
  work.test({}, {{"result", 4000000000u}}, {"a > 3 false"});
  work.finish();
  expect_confirmed(work.verified());
  const auto tests = work.directory() / "tests";
  for (const auto& argv :
       {std::vector<std::string>{"g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                 tests / "subject_test.cpp"},
        std::vector<std::string>{"gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                 tests / "subject_test.c", tests / "espalier_check.c"},
        std::vector<std::string>{"gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c",
                                 tests / "subject_api.h"}}) {
    const auto outcome = run_command({argv, {}, {}});
    EXPECT_TRUE(outcome.ok()) << outcome.err;
  }
}

TEST(Export, MakesACMakeProjectThatBuildsAndPassesUnderCTest) {
  Workshop work("#ifndef N\n#error N\n#endif\nint f(int a) { return a + N; }\nint *g(int *p) { return p; }\n",
                "subject.c", {"-DN=4"});
  work.unit("f");
  work.test({1}, {{"result", 5}}, {});
  work.unit("g");
  work.test(values(work, {{"p is null", 1}}), {{"result", 0}}, {});
  work.finish();
  const auto tests = (work.export_all() / "tests").string();
  const auto build = (work.directory() / "build").string();
  for (const auto& argv : {std::vector<std::string>{"cmake", "-S", tests, "-B", build},
                           std::vector<std::string>{"cmake", "--build", build},
                           std::vector<std::string>{"ctest", "--test-dir", build, "--output-on-failure"}}) {
    const auto outcome = run_command({argv, {}, {}});
    ASSERT_TRUE(outcome.ok()) << outcome.out << outcome.err;
    if (argv[0] == "ctest") {
      EXPECT_NE(outcome.out.find("out of 4"), std::string::npos) << outcome.out;
    }
  }
}

TEST(Export, PutsEverythingIntoSuiteJson) {
  Workshop work("#include <stdlib.h>\nint f(int a) {\n  if (a > 3) abort();\n  return a;\n}\n");
  work.unit("f");
  work.test({static_cast<std::uint32_t>(-2)}, {{"result", static_cast<std::uint32_t>(-2)}}, {"a > 3 false"});
  work.failing({4}, ESP_ABORT, 0, {"a > 3 true"});
  work.finish();
  work.export_all();
  const auto json = nlohmann::json::parse(work.exported("suite.json"));
  EXPECT_EQ(json["criterion"], "branch");
  const auto& unit = json["units"][0];
  EXPECT_EQ(unit["unit"], "f");
  EXPECT_EQ(unit["tests"][0]["name"], "returns_minus_2");
  EXPECT_EQ(unit["tests"][0]["input"][0]["value"], "-2");
  EXPECT_EQ(unit["tests"][1]["status"], "abort");
  EXPECT_EQ(unit["goals"][0]["verdict"], "covered");
  EXPECT_EQ(unit["goals"][0]["covered_by"], "aborts");
  EXPECT_EQ(unit["goals"][0]["line"], 3);
  EXPECT_EQ(unit["findings"][0]["kind"], "abort");
}

TEST(Export, TellsPathGoalsAndFindingAboveEachTest) {
  Workshop work("#include <stdlib.h>\nint f(int a) {\n  if (a > 3) abort();\n  return a;\n}\n");
  work.unit("f");
  work.failing({4}, ESP_ABORT, 0, {"a > 3 true"}).path = "a > 3 true, */ \\";
  work.finish();
  work.export_all();
  EXPECT_NE(
      work.exported("tests/subject_test.cpp")
          .find(
              "// Path: a > 3 true, * /\n// For:  line 3: a > 3 true\n// FINDING: abort\nTEST(f, aborts) {"),
      std::string::npos)
      << work.exported("tests/subject_test.cpp");
  EXPECT_NE(
      work.exported("tests/subject_test.c")
          .find("/* Path: a > 3 true, * /\n * For:  line 3: a > 3 true\n * FINDING: abort */\nstatic void"),
      std::string::npos)
      << work.exported("tests/subject_test.c");
}

TEST(PortableFlags, MakesIncludePathsAbsoluteAndDropsWhatHurts) {
  frontend::SourceFile source;
  source.flags = {"-Iinclude", "-I", "more", "-DX=1",    "-Werror", "-Werror=all",
                  "-c",        "-o", "x.o",  "-isystem", "/abs",    "-lfoo"};
  const auto here = std::filesystem::current_path().string();
  const auto flags = portable_flags(source);
  EXPECT_EQ(flags.compile, (std::vector<std::string>{"-I" + here + "/include", "-I", here + "/more", "-DX=1",
                                                     "-isystem", "/abs"}));
  EXPECT_EQ(flags.link, std::vector<std::string>{"-lfoo"});
}

TEST(WithoutCppKeywords, ChangesIdentifiersButNoLiterals) {
  EXPECT_EQ(without_cpp_keywords("int class = new_x.new + 'new' + \"this\\\" this\" + classes;"),
            "int class_ = new_x.new_ + 'new' + \"this\\\" this\" + classes;");
}

}  // namespace
}  // namespace espalier::suite
