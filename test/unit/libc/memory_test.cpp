#include "models.h"

namespace espalier::test {
namespace {

TEST(MemoryModels, CopyAndFillAsTheLibraryDoesAlsoWhenBuffersOverlap) {
  both_ways([] {
    for (std::size_t from = 0; from < 8; ++from)
      for (std::size_t to = 0; to < 8; ++to)
        for (std::size_t n = 0; n < 8; ++n) {
          char expected[16] = "abcdefghijklmno", found[16] = "abcdefghijklmno";
          std::memmove(expected + to, expected + from, n);
          EXPECT_EQ(esp_libc_memmove(found + to, found + from, n), found + to);
          EXPECT_EQ(std::memcmp(expected, found, sizeof found), 0) << from << ' ' << to << ' ' << n;
          std::memset(expected + to, 'x' + 256, n);
          EXPECT_EQ(esp_libc_memset(found + to, 'x' + 256, n), found + to);
          EXPECT_EQ(std::memcmp(expected, found, sizeof found), 0);
          EXPECT_EQ(esp_libc_mempcpy(found, "0123456789", n), found + n);
          EXPECT_EQ(std::memcmp(found, "0123456789", n), 0);
        }
  });
}

TEST(MemoryModels, MemcmpReturnsTheVeryNumberThatTheLibraryReturns) {
  // The library's answer depends on the length; all lengths up to two vectors, all positions.
  int (*volatile real)(const void*, const void*, std::size_t) = std::memcmp;
  Rng rng(1);
  both_ways([&] {
    unsigned char a[80], b[80];
    for (std::size_t n = 0; n < 70; ++n)
      for (std::size_t i = 0; i <= n; ++i) {
        for (std::size_t k = 0; k < sizeof a; ++k) a[k] = b[k] = static_cast<unsigned char>(rng.below(256));
        if (i < n) b[i] = static_cast<unsigned char>(rng.below(256));
        if (i + 1 < n) b[n - 1] = static_cast<unsigned char>(rng.below(256));
        EXPECT_EQ(esp_libc_memcmp(a, b, n), real(a, b, n)) << n << ' ' << i;
      }
  });
}

TEST(MemoryModels, CopyUpToACharacter) {
  char expected[8] = {}, found[8] = {};
  for (std::size_t n = 0; n < 6; ++n) {
    const void* const end = memccpy(expected, "abcde", 'c', n);
    EXPECT_EQ(esp_libc_memccpy(found, "abcde", 'c', n) == nullptr, end == nullptr);
    EXPECT_EQ(std::memcmp(expected, found, sizeof found), 0);
  }
}

}  // namespace
}  // namespace espalier::test
