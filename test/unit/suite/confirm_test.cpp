// What other builds show decides what is a finding.
#include <csignal>

#include <gtest/gtest.h>

#include "suite/verify/confirm.h"
#include "unit/suite/workshop.h"

namespace espalier::suite {
namespace {

/// One unit f(int) with one test of each status given.
struct Fixture {
  explicit Fixture(const std::vector<std::pair<esp_status, int>>& ends)
      : work("int f(int a) {\n  return a;\n}\n") {
    work.unit("f");
    for (const auto& [status, detail] : ends) work.failing({1}, status, detail, {});
    work.finish();
    for (std::size_t i = 0; i < unit().findings.size(); ++i)
      unit().findings[i].location = "/x/f.c:" + std::to_string(i + 1);
  }
  UnitSuite& unit() { return work.suite.units[0]; }
  std::string name(std::size_t i) { return "f." + unit().tests[i].name; }
  Report report(std::size_t i, const std::string& kind, std::uint32_t line) {
    return {"AddressSanitizer", name(i), kind, "", "", {}, {{"f", "/x/f.c", line}}};
  }
  Workshop work;
};

TEST(Confirm, BelievesAFailureThatAPlainBuildShowsToo) {
  Fixture f({{ESP_ABORT, 0}});
  EXPECT_TRUE(settle(f.work.suite, {}).empty());
  ASSERT_EQ(f.unit().findings.size(), 1u);
  EXPECT_EQ(f.unit().findings[0].confirmed_by, "plain build");
}

TEST(Confirm, MakesACrashThatDoesNotHappenAgainASuspicion) {
  Fixture f({{ESP_CRASH, SIGSEGV}});
  EXPECT_TRUE(settle(f.work.suite, {{{"plain C, gcc", f.name(0), "returned"}}, {}, {}}).empty());
  EXPECT_TRUE(f.unit().findings.empty());
  ASSERT_EQ(f.unit().suspicions.size(), 1u);
  EXPECT_EQ(f.unit().suspicions[0].why, "plain C, gcc: returned; no sanitizer objects");
  EXPECT_FALSE(f.unit().tests[0].undefined.empty());
}

TEST(Confirm, TakesAnAbortThatDoesNotHappenAgainForABugOfOurs) {
  Fixture f({{ESP_ABORT, 0}});
  const auto failures = settle(f.work.suite, {{{"plain C, gcc", f.name(0), "returned"}}, {}, {}});
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0], "plain C, gcc: f.aborts: returned");
}

TEST(Confirm, LetsASanitizerVouchForWhatPlainBuildsDoNotShow) {
  Fixture f({{ESP_BOUNDS, 0}, {ESP_FREED, 0}});
  add_reports(f.work.suite, {f.report(0, "out of bounds", 1), f.report(1, "use after free", 2)});
  EXPECT_TRUE(settle(f.work.suite, {{{"plain C, gcc", f.name(0), "returned"}}, {}, {}}).empty());
  ASSERT_EQ(f.unit().findings.size(), 2u);
  EXPECT_EQ(f.unit().findings[0].confirmed_by, "AddressSanitizer");
  EXPECT_EQ(f.unit().findings[1].confirmed_by, "AddressSanitizer");
  EXPECT_TRUE(f.unit().suspicions.empty());
}

TEST(Confirm, DoesNotTakeAReportElsewhereForAConfirmation) {
  Fixture f({{ESP_FREED, 0}});
  add_reports(f.work.suite, {f.report(0, "out of bounds", 7)});
  settle(f.work.suite, {});
  ASSERT_EQ(f.unit().findings.size(), 1u);
  EXPECT_EQ(f.unit().findings[0].location, "/x/f.c:7");
  EXPECT_EQ(f.unit().suspicions.size(), 1u);
}

TEST(Confirm, CountsADeathWhereNothingWasExpected) {
  Fixture f({{ESP_FREED, 0}});
  settle(f.work.suite, {{}, {}, {f.name(0)}});
  EXPECT_EQ(f.unit().findings.size(), 1u);
}

TEST(Confirm, DoesNotCallALongRunAHang) {
  Fixture f({{ESP_STEPS, 0}});
  settle(f.work.suite, {{}, {f.name(0)}, {}});
  EXPECT_TRUE(f.unit().findings.empty());
  ASSERT_EQ(f.unit().suspicions.size(), 1u);
  EXPECT_EQ(f.unit().suspicions[0].why, "a long run, not a hang: it returned on a plain build");
}

TEST(Confirm, TakesTheAssertionsFromATestThatASanitizerObjectsTo) {
  Fixture f({});
  f.work.test({1}, {{"result", 1}}, {});
  f.work.finish();
  add_reports(f.work.suite, {f.report(0, "uninitialised use", 2), f.report(0, "uninitialised use", 2)});
  EXPECT_TRUE(
      settle(f.work.suite, {{{"plain C, gcc", f.name(0), "result is 7, expected 1"}}, {}, {}}).empty());
  ASSERT_EQ(f.unit().findings.size(), 1u);
  EXPECT_EQ(f.unit().tests[0].undefined, "uninitialised use at /x/f.c:2 (AddressSanitizer)");
  f.work.export_all();
  EXPECT_EQ(f.work.exported("tests/subject_test.c").find("EXPECT"), std::string::npos);
  EXPECT_NE(f.work.exported("tests/subject_test.cpp").find("TEST(f, DISABLED_"), std::string::npos);
}

TEST(Confirm, SaysMoreThanSegmentationFaultWhereASanitizerKnowsMore) {
  Fixture f({{ESP_CRASH, SIGSEGV}});
  f.unit().findings[0].kind = "segmentation fault";
  add_reports(f.work.suite, {f.report(0, "use after free", 1)});
  ASSERT_EQ(f.unit().findings.size(), 1u);
  EXPECT_EQ(f.unit().findings[0].kind, "use after free");
}

}  // namespace
}  // namespace espalier::suite
