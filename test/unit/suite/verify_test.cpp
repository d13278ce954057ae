// Suites made by hand for real C files: exported, compiled, run and judged by gcov and llvm-cov.
#include <bit>
#include <chrono>
#include <csignal>

#include <gtest/gtest.h>

#include "unit/suite/workshop.h"

namespace espalier::suite {
namespace {

constexpr const char* kTriangle = R"(enum kind { BAD, SCALENE, ISOSCELES, EQUILATERAL };

enum kind classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return BAD;
  if (a == b && b == c) return EQUILATERAL;
  if (a == b || !(b != c) || a == c)
    return ISOSCELES;
  return SCALENE;
}

int main(void) { return classify(1, 2, 3); }
)";

// Every condition of the triangle both ways.
void add_triangle(Workshop& work) {
  const std::vector<std::string> positive = {"a <= 0 false", "b <= 0 false", "c <= 0 false"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), positive.begin(), positive.end());
    return more;
  };
  work.unit("classify");
  // The text `a == b` stands on two lines: name the second by hand.
  auto& goals = work.suite.units.back().goals;
  for (auto& goal : goals) {
    if (goal.location.line == 6 && goal.text == "a == b") goal.text = "again a == b";
  }
  work.test({0, 1, 1}, {{"result", 0}}, {"a <= 0 true"});
  work.test({1, 0, 1}, {{"result", 0}}, {"a <= 0 false", "b <= 0 true"});
  work.test({1, 1, 0}, {{"result", 0}}, {"a <= 0 false", "b <= 0 false", "c <= 0 true"});
  work.test({2, 2, 2}, {{"result", 3}}, with({"a == b true", "b == c true"}));
  work.test({2, 2, 3}, {{"result", 2}}, with({"a == b true", "b == c false", "again a == b true"}));
  work.test({3, 2, 2}, {{"result", 2}}, with({"a == b false", "again a == b false", "!(b != c) true"}));
  work.test({2, 3, 2}, {{"result", 2}},
            with({"a == b false", "again a == b false", "!(b != c) false", "a == c true"}));
  work.test({2, 3, 4}, {{"result", 1}},
            with({"a == b false", "again a == b false", "!(b != c) false", "a == c false"}));
  work.finish();
}

void expect_confirmed(const Verification& report) {
  EXPECT_TRUE(report.built);
  EXPECT_TRUE(report.passed);
  EXPECT_EQ(joined(report.failures), "");
  EXPECT_EQ(joined(report.differences), "");
}

TEST(Verify, ConfirmsEveryGoalOfTheTriangle) {
  Workshop work(kTriangle, "triangle.c");
  add_triangle(work);
  const auto start = std::chrono::steady_clock::now();
  const auto report = work.verified();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  expect_confirmed(report);
  EXPECT_EQ(report.branches_checked, 16u);
  EXPECT_GT(report.lines_checked, 10u);
  EXPECT_EQ(report.not_checked, 0u);
  RecordProperty("seconds", std::to_string(took.count()));
}

TEST(Verify, ReportsAWrongExpectedValue) {
  Workshop work(kTriangle, "triangle.c");
  add_triangle(work);
  work.suite.units[0].tests[3].run.outputs[0].value = 1;
  const auto report = work.verified();
  EXPECT_TRUE(report.built);
  EXPECT_FALSE(report.passed);
  ASSERT_EQ(report.failures.size(), 3u) << joined(report.failures);  // gcc, clang, GoogleTest
  for (const auto& failure : report.failures)
    EXPECT_NE(failure.find("returns_EQUILATERAL"), std::string::npos) << failure;
  EXPECT_NE(report.failures[0].find("result is 3, expected 1"), std::string::npos) << report.failures[0];
}

TEST(Verify, ReportsAGoalWronglyCalledInfeasible) {
  Workshop work(kTriangle, "triangle.c");
  add_triangle(work);
  const auto goal = work.goal("b == c true");
  work.suite.units[0].verdicts[goal].verdict = search::Verdict::Infeasible;
  std::erase(work.suite.units[0].tests[3].run.goals, goal);
  const auto report = work.verified(false);
  EXPECT_TRUE(report.passed) << joined(report.failures);
  ASSERT_EQ(report.differences.size(), 1u) << joined(report.differences);
  EXPECT_NE(
      report.differences[0].find("triangle.c:5: classify: b == c true: we say infeasible, llvm-cov counts 1"),
      std::string::npos)
      << report.differences[0];
}

TEST(Verify, ReportsAGoalWronglyCalledCovered) {
  Workshop work(kTriangle, "triangle.c");
  add_triangle(work);
  work.suite.units[0].tests.erase(work.suite.units[0].tests.begin() + 3);  // the equilateral one
  work.suite.units[0].tests[3].run.goals.push_back(work.goal("b == c true"));
  const auto report = work.verified(false);
  ASSERT_EQ(report.differences.size(), 1u) << joined(report.differences);
  EXPECT_NE(report.differences[0].find("b == c true: we say covered, llvm-cov counts 0"), std::string::npos)
      << report.differences[0];
}

TEST(Verify, ReportsAVerdictThatNoKeptTestSupports) {
  Workshop work(kTriangle, "triangle.c");
  add_triangle(work);
  auto& unit = work.suite.units[0];
  unit.tests.pop_back();
  const auto report = work.verified(false);
  EXPECT_NE(joined(report.differences).find("a == c false: we say covered, no test of the suite covers it"),
            std::string::npos)
      << joined(report.differences);
}

TEST(Verify, ChecksStatementsAgainstGcovBothWays) {
  Workshop work(
      "int f(int a) {\n"
      "  int r = 0;\n"
      "  if (a > 3)\n"
      "    r = 1;\n"
      "  else\n"
      "    r = 2;\n"
      "  return r;\n"
      "}\n");
  work.unit("f");
  work.use_statements();
  work.test({9}, {{"result", 1}}, {"line 2", "line 3", "line 4", "line 7"});
  work.finish();
  const auto honest = work.verified(false);
  expect_confirmed(honest);
  EXPECT_EQ(honest.lines_checked, 5u);

  const auto goal = work.goal("line 6");
  work.suite.units[0].verdicts[goal].verdict = search::Verdict::Covered;
  work.suite.units[0].tests[0].run.goals.push_back(goal);
  const auto wrong = work.verified(false);
  ASSERT_EQ(wrong.differences.size(), 1u) << joined(wrong.differences);
  EXPECT_NE(wrong.differences[0].find("subject.c:6: f: line 6: we say covered, gcov counts 0"),
            std::string::npos)
      << wrong.differences[0];
}

TEST(Verify, KnowsCaseLabelsImplicitDefaultsAndTernaryConditions) {
  Workshop work(
      "int f(int a, int b) {\n"
      "  int r = 0;\n"
      "  switch (a ? b : 7) {\n"
      "    case 1: r = 1; break;\n"
      "    case 2:\n"
      "    case 3: r += 2;\n"
      "  }\n"
      "  switch (b) {\n"
      "    case 9: return -1;\n"
      "    default: r++;\n"
      "  }\n"
      "  while (!(r >= 3) && r != 2) r++;\n"
      "  return !a ? r : -r;\n"
      "}\n");
  work.unit("f");
  // Two defaults have the same text.
  auto& goals = work.suite.units.back().goals;
  for (auto& goal : goals) {
    if (goal.side == "default") goal.text = "default " + std::to_string(goal.location.line);
  }
  work.test(
      {0, 1}, {{"result", 2}},
      {"a false", "default 3", "default 10", "!(r >= 3) true", "r != 2 true", "r != 2 false", "!a true"});
  work.test({1, 2}, {{"result", static_cast<std::uint32_t>(-3)}},
            {"a true", "case 2", "default 10", "!(r >= 3) false", "!a false"});
  work.test({1, 9}, {{"result", static_cast<std::uint32_t>(-1)}}, {"a true", "default 3", "case 9"});
  work.finish();
  const auto report = work.verified(false);
  expect_confirmed(report);
  EXPECT_EQ(report.branches_checked, static_cast<std::uint32_t>(goals.size()));
}

TEST(Verify, RunsCrashesExitsHangsAndAllOtherFailuresAsExpectedOnes) {
  Workshop work(R"(#include <assert.h>
#include <stdlib.h>
int crash(int a, int *p) {
  if (a == 1) return *p;
  if (a == 2) abort();
  if (a == 3) exit(4);
  if (a == 4) assert(!"reached");
  while (a == 5) {}
  if (a == 6) return 7 / (a - 6);
  return a;
}
static int forever(int n) { volatile char room[1000]; room[0] = 1; return forever(n + 1) + room[0]; }
int deep(int n) { return forever(n); }
int eat(int n) {
  for (;;) {
    char *p = malloc(1 << 20);
    if (!p) return n;
    for (int i = 0; i < 1 << 20; i += 4096) p[i] = 1;
  }
}
int slow(int n) { volatile int i = 0; while (i < n) i++; return i; }
)");
  work.unit("crash");
  const auto null = [](std::uint64_t a) { return std::vector<std::uint64_t>{a, 1}; };
  ASSERT_EQ(work.suite.units[0].unit->variables.size(), 3u);  // a, p is null, *p
  work.failing(null(1), ESP_CRASH, SIGSEGV, {"a == 1 true"});
  work.failing(null(2), ESP_ABORT, 0, {"a == 1 false", "a == 2 true"});
  work.failing(null(3), ESP_EXIT, 4, {"a == 2 false", "a == 3 true"});
  work.failing(null(4), ESP_ASSERT, 0, {"a == 3 false", "a == 4 true"});
  work.failing(null(5), ESP_STEPS, 0, {"a == 4 false", "a == 5 true"});
  work.failing(null(6), ESP_CRASH, SIGFPE, {"a == 5 false", "a == 6 true"});
  work.test(null(0), {{"result", 0}},
            {"a == 1 false", "a == 2 false", "a == 3 false", "a == 4 false", "a == 5 false", "a == 6 false"});
  work.unit("deep");
  work.failing({0}, ESP_STACK, 0, {});
  work.unit("eat");
  work.failing({0}, ESP_MEMORY, 0, {});
  work.unit("slow");
  work.failing({20'000'000}, ESP_STEPS, 0, {});
  work.finish();
  const auto report = work.verified();
  expect_confirmed(report);
  EXPECT_EQ(joined(report.notes), "");
  for (const auto& unit : work.suite.units)
    for (const auto& finding : unit.findings) EXPECT_FALSE(finding.confirmed_by.empty()) << finding.kind;
  EXPECT_EQ(work.suite.units[0].findings.size(), 6u);
  EXPECT_TRUE(work.suite.units[3].findings.empty()) << "a long run is no hang";
  EXPECT_EQ(work.suite.units[3].suspicions.size(), 1u);
  EXPECT_GE(report.branches_checked, 12u);
}

TEST(Verify, SuspectsAFailureThatDoesNotHappen) {
  Workshop work("int f(int a) { return a; }\n");
  work.unit("f");
  work.failing({1}, ESP_CRASH, SIGSEGV, {});
  work.finish();
  const auto report = work.verified();
  expect_confirmed(report);
  EXPECT_TRUE(work.suite.units[0].findings.empty());
  ASSERT_EQ(work.suite.units[0].suspicions.size(), 1u);
  EXPECT_NE(work.suite.units[0].suspicions[0].why.find("returned, expected a signal (11)"), std::string::npos)
      << work.suite.units[0].suspicions[0].why;
}

TEST(Verify, ReportsAnUnexpectedCrashAndExit) {
  Workshop work("#include <stdlib.h>\nint f(int a) { if (a) exit(0); abort(); }\n");
  work.unit("f");
  work.test({0}, {{"result", 0}}, {"a false"});
  work.test({1}, {{"result", 1}}, {"a true"});
  work.finish();
  const auto report = work.verified(false);
  EXPECT_FALSE(report.passed);
  const auto all = joined(report.failures);
  EXPECT_NE(all.find("f.returns_0: was killed by signal 6"), std::string::npos) << all;
  EXPECT_NE(all.find("f.returns_1: exited with status 0"), std::string::npos) << all;
}

TEST(Verify, ReportsASourceThatDoesNotLink) {
  Workshop work("int f(int a) {\n  __asm__(\".quad nowhere\");\n  return a;\n}\n");
  work.unit("f");
  work.test({0}, {{"result", 0}}, {});
  work.finish();
  const auto report = work.verified(false);
  EXPECT_FALSE(report.built);
  EXPECT_NE(joined(report.failures).find("undefined reference"), std::string::npos)
      << joined(report.failures);
}

TEST(Verify, FindsWithTheSanitizersWhatPlainBuildsDoNotShow) {
  Workshop work(
      "int f(int a) {\n"
      "  int values[4] = {1, 2, 3, 4};\n"
      "  volatile int i = a ? 4 : 3;\n"
      "  return values[i];\n"
      "}\n");
  work.unit("f");
  work.test({0}, {{"result", 4}}, {"a false"});
  work.test({1}, {{"result", 77}}, {"a true"});
  work.finish();
  const auto report = work.verified(false, true);
  expect_confirmed(report);
  const auto& unit = work.suite.units[0];
  ASSERT_EQ(unit.findings.size(), 1u);
  EXPECT_EQ(unit.findings[0].kind, "out of bounds");
  EXPECT_TRUE(unit.findings[0].location.ends_with("subject.c:4")) << unit.findings[0].location;
  ASSERT_EQ(unit.findings[0].stack.size(), 1u);
  EXPECT_EQ(unit.findings[0].stack[0].function, "f");
  EXPECT_EQ(unit.findings[0].test, 1u);
  EXPECT_TRUE(unit.tests[0].undefined.empty());
  EXPECT_FALSE(unit.tests[1].undefined.empty());
}

TEST(Verify, StopsSoonWhenCancelled) {
  Workshop work(kTriangle, "triangle.c");
  add_triangle(work);
  work.export_all();
  const std::atomic<bool> cancelled{true};
  const auto start = std::chrono::steady_clock::now();
  const auto report = verify(work.suite, work.directory(), {.cancelled = &cancelled});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(900));
  EXPECT_TRUE(report.interrupted);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(joined(report.failures), "");
}

TEST(Verify, GivesEachTestFreshGlobals) {
  Workshop work("static int calls;\nint next(int step) { calls += step; return calls; }\n");
  work.unit("next");
  work.test({5}, {{"result", 5}}, {});
  work.test({7}, {{"result", 7}}, {});
  work.finish();
  expect_confirmed(work.verified());
}

}  // namespace
}  // namespace espalier::suite
