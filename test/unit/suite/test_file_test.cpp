#include "suite/verify/test_file.h"

#include <gtest/gtest.h>

namespace espalier::suite {
namespace {

constexpr const char* kText = R"(#include "x_unit.c"

static void test_f_returns_1(void) {
  int a = 1;
}

/* For: */
static void test_f_crashes(void) {
  f(0);
}

int main(int argc, char **argv) {
  static const struct espalier_test tests[] = {
      {"f.returns_1", test_f_returns_1, ESPALIER_RETURNS, 0},
      {"f.crashes", test_f_crashes, ESPALIER_KILLED, 11},
  };
  return 0;
}
)";

TEST(TestFile, ReadsTheTableOfTests) {
  const TestFile file(kText);
  ASSERT_EQ(file.entries().size(), 2u);
  EXPECT_EQ(file.entries()[1].unit, "f");
  EXPECT_EQ(file.entries()[1].name, "crashes");
  EXPECT_EQ(file.entries()[1].function, "test_f_crashes");
  EXPECT_EQ(file.entries()[1].end, "ESPALIER_KILLED");
}

TEST(TestFile, KnowsWhichTestALineBelongsTo) {
  const TestFile file(kText);
  EXPECT_EQ(file.function_at(1), "");
  EXPECT_EQ(file.function_at(4), "test_f_returns_1");
  EXPECT_EQ(file.function_at(9), "test_f_crashes");
  EXPECT_EQ(file.function_at(12), "") << "main";
  EXPECT_EQ(file.function_at(14), "test_f_returns_1") << "its row";
  EXPECT_EQ(file.function_at(99), "");
}

TEST(TestFile, LeavesOutATestWithItsRowAndMovesNoLine) {
  const TestFile file(kText);
  const TestFile rest(file.without({"test_f_returns_1"}));
  ASSERT_EQ(rest.entries().size(), 1u);
  EXPECT_EQ(rest.entries()[0].name, "crashes");
  EXPECT_EQ(rest.function_at(9), "test_f_crashes");
}

}  // namespace
}  // namespace espalier::suite
