// What sanitizers print, word for word, and what becomes of it.
#include <gtest/gtest.h>

#include "suite/verify/sanitize.h"

namespace espalier::suite {
namespace {

constexpr const char* kProgram = "/tmp/x/address_tests";

TEST(Reports, ReadsAnAddressErrorWithTheStackOfTheAccessOnly) {
  const auto reports = read_reports(
      "ESPALIER TEST f.crashes\n"
      "=================================================================\n"
      "==17==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x5581 bp 0x7ffe "
      "sp 0x7ffd\n"
      "READ of size 4 at 0x602000000010 thread T0\n"
      "    #0 0x5581  (/tmp/x/address_tests+0x1234) (BuildId: ab)\n"
      "    #1 0x7f01  (/lib/x86_64-linux-gnu/libc.so.6+0x27249) (BuildId: cd)\n"
      "    #2 0x5590  (/tmp/x/address_tests+0x1300) (BuildId: ab)\n"
      "\n"
      "0x602000000010 is located 0 bytes inside of 4-byte region\n"
      "freed by thread T0 here:\n"
      "    #0 0x5582  (/tmp/x/address_tests+0x9999) (BuildId: ab)\n",
      kProgram);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].tool, "AddressSanitizer");
  EXPECT_EQ(reports[0].test, "f.crashes");
  EXPECT_EQ(reports[0].kind, "use after free");
  EXPECT_EQ(reports[0].message, "heap-use-after-free");
  EXPECT_EQ(reports[0].counters, (std::vector<std::uint64_t>{0x1234, 0x1300}));
}

TEST(Reports, KeepsEveryUndefinedOperationOfATestThatGoesOn) {
  const auto reports = read_reports(
      "ESPALIER TEST f.a\n"
      "/src/f.c:4:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type "
      "'int'\n"
      "    #0 0x55  (/tmp/x/address_tests+0x10) (BuildId: ab)\n"
      "/src/f.c:5:9: runtime error: shift exponent 40 is too large for 32-bit type 'int'\n"
      "    #0 0x55  (/tmp/x/address_tests+0x20) (BuildId: ab)\n"
      "ESPALIER TEST f.b\n"
      "/src/f.c:6:3: runtime error: index 4 out of bounds for type 'int[4]'\n",
      kProgram);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0].kind, "signed overflow");
  EXPECT_EQ(reports[0].place, "/src/f.c:4");
  EXPECT_EQ(reports[0].counters, std::vector<std::uint64_t>{0x10});
  EXPECT_EQ(reports[1].kind, "bad shift");
  EXPECT_EQ(reports[1].counters, std::vector<std::uint64_t>{0x20});
  EXPECT_EQ(reports[2].kind, "out of bounds");
  EXPECT_EQ(reports[2].test, "f.b");
}

TEST(Reports, TellsNullFromOtherInvalidAddresses) {
  const auto kind = [](const std::string& text) {
    const auto reports =
        read_reports("ESPALIER TEST f.a\n==1==ERROR: AddressSanitizer: " + text + "\n", kProgram);
    return reports.empty() ? "none" : reports[0].kind;
  };
  EXPECT_EQ(kind("SEGV on unknown address 0x000000000008 (pc 0x55 bp 0x7f sp 0x7f T0)"),
            "null dereference (segmentation fault)");
  EXPECT_EQ(kind("SEGV on unknown address 0x602000000008 (pc 0x55 bp 0x7f sp 0x7f T0)"),
            "segmentation fault");
  EXPECT_EQ(kind("attempting double-free on 0x602000000010 in thread T0:"), "double free");
  EXPECT_EQ(kind("attempting free on address which was not malloc()-ed: 0x7ffe in thread T0"),
            "invalid free");
  EXPECT_EQ(kind("stack-buffer-underflow on address 0x7f"), "out of bounds");
  EXPECT_EQ(kind("memcpy-param-overlap: memory ranges [0x1,0x2) and [0x1, 0x2) overlap"), "overlapping copy");
}

TEST(Reports, IgnoresWhatTheSanitizersOwnNeedsCause) {
  EXPECT_TRUE(read_reports("ESPALIER TEST f.a\n"
                           "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ffe (pc 0x55)\n"
                           "    #0 0x55  (/tmp/x/address_tests+0x10)\n"
                           "==1==WARNING: AddressSanitizer failed to allocate 0xffffffffffff bytes\n",
                           kProgram)
                  .empty());
}

TEST(Reports, IsNotFooledByWhatTheCodeUnderTestPrints) {
  EXPECT_TRUE(read_reports("hello\n  #0 of 3\n#1 (/tmp/x/address_tests+0x10)\n", kProgram).empty());
}

TEST(Reports, ReadsUninitialisedUses) {
  const auto reports = read_reports(
      "ESPALIER TEST g.line_4_true\n"
      "==9==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
      "    #0 0x55  (/tmp/x/address_tests+0x77) (BuildId: ab)\n",
      kProgram);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].kind, "uninitialised use");
  EXPECT_EQ(reports[0].message, "use-of-uninitialized-value");
}

}  // namespace
}  // namespace espalier::suite
