#include <algorithm>
#include <vector>

#include "models.h"

namespace espalier::test {
namespace {

TEST(CharacterModels, AgreeWithEveryEntryOfTheLibrarysTables) {
  for (int c = -128; c < 256; ++c) {
    for (int bit = 0; bit < 16; ++bit) {
      const int mask = 1 << bit;
      EXPECT_EQ(esp_ctype_in_range(c, mask), (*__ctype_b_loc())[c] & mask) << c << ' ' << bit;
    }
    EXPECT_EQ(esp_ctype(c, 0xffff), (*__ctype_b_loc())[c]) << c;
    EXPECT_EQ(esp_libc_tolower(c), std::tolower(c)) << c;
    EXPECT_EQ(esp_libc_toupper(c), std::toupper(c)) << c;
    EXPECT_EQ(esp_libc_isalpha(c), (std::isalpha)(c)) << c;
    EXPECT_EQ(esp_libc_ispunct(c), (std::ispunct)(c)) << c;
  }
  for (const int c : {-1000, 1000, 0x141, -2147483647 - 1, 2147483647}) {
    EXPECT_EQ(esp_libc_tolower(c), std::tolower(c));
    EXPECT_EQ(esp_libc_toupper(c), std::toupper(c));
  }
}

template <class Real, class Model>
void compare_conversion(const std::string& text, int base, Real real, Model model) {
  char *end = nullptr, *other = nullptr;
  errno = 0;
  const auto expected = real(text.c_str(), &end, base);
  const int error = errno;
  errno = 0;
  const auto found = model(text.c_str(), &other, base);
  EXPECT_EQ(found, expected) << text << " base " << base;
  EXPECT_EQ(errno, error) << text << " base " << base;
  EXPECT_EQ(other, end) << text << " base " << base;
}

TEST(IntegerModels, ConvertTextAsTheLibraryDoesWithEndAndErrno) {
  Rng rng(6);
  std::vector<std::string> texts{
      "9223372036854775807",     "9223372036854775808",  "-9223372036854775808",  "-9223372036854775809",
      "18446744073709551615",    "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
      "99999999999999999999999", "0xffffffffffffffff",   "0x10000000000000000",   "1y2p0ij32e8e7",
      "1y2p0ij32e8e8",           "3w5e11264sgsf",        "zzzzzzzzzzzzzzzzzz",    "01777777777777777777777",
      "02000000000000000000000"};
  for (int round = 0; round < 20'000; ++round) texts.push_back(random_string(rng, " +-0x19afz", 6));
  for (int round = 0; round < 2'000; ++round) texts.push_back(random_string(rng, "0123456789", 24));
  for (const std::string& text : texts) {
    const int base =
        rng.below(3) != 0 ? std::vector{0, 10, 16, 8}[rng.below(4)] : static_cast<int>(rng.below(40)) - 2;
    compare_conversion(text, base, std::strtol, esp_libc_strtol);
    compare_conversion(text, base, std::strtoul, esp_libc_strtoul);
    compare_conversion(text, base, std::strtoll, esp_libc_strtoll);
    compare_conversion(text, base, std::strtoull, esp_libc_strtoull);
    EXPECT_EQ(esp_libc_atoi(text.c_str()), std::atoi(text.c_str()));
    EXPECT_EQ(esp_libc_atol(text.c_str()), std::atol(text.c_str()));
    EXPECT_EQ(esp_libc_atoll(text.c_str()), std::atoll(text.c_str()));
  }
}

TEST(RandomModel, GivesTheLibrarysSequence) {
  for (const unsigned seed : {1u, 0u, 42u, 0x80000000u, 0xffffffffu}) {
    if (seed != 1) {  // 1 is the seed of a program that never calls srand
      std::srand(seed);
      esp_libc_srand(seed);
    }
    for (int i = 0; i < 100; ++i) ASSERT_EQ(esp_libc_rand(), std::rand()) << seed << ' ' << i;
  }
}

struct Pair {
  int key, order;
};
std::vector<std::pair<int, int>> calls;
int by_key(const void* a, const void* b) {
  const auto *x = static_cast<const Pair*>(a), *y = static_cast<const Pair*>(b);
  calls.emplace_back(x->order, y->order);
  return (x->key > y->key) - (x->key < y->key);
}

TEST(SortingModels, CompareTheSameElementsInTheSameOrder) {
  Rng rng(7);
  both_ways([&] {
    for (int round = 0; round < 300; ++round) {
      std::vector<Pair> a;
      for (auto n = rng.below(20); n > 0; --n)
        a.push_back({static_cast<int>(rng.below(8)), static_cast<int>(a.size())});
      std::vector<Pair> b = a;
      calls.clear();
      std::qsort(a.data(), a.size(), sizeof(Pair), by_key);
      const auto expected = calls;
      calls.clear();
      esp_libc_qsort(b.data(), b.size(), sizeof(Pair), by_key);
      EXPECT_EQ(calls, expected);
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].order, b[i].order);
      const Pair key{static_cast<int>(rng.below(9)), -1};
      EXPECT_EQ(esp_libc_bsearch(&key, a.data(), a.size(), sizeof(Pair), by_key),
                std::bsearch(&key, a.data(), a.size(), sizeof(Pair), by_key));
    }
  });
}

}  // namespace
}  // namespace espalier::test
