#include "models.h"

extern "C" {  // in C++ the real ones are overloaded
void* esp_libc_memchr(const void*, int, std::size_t);
void* esp_libc_memrchr(const void*, int, std::size_t);
void* esp_libc_rawmemchr(const void*, int);
void* esp_libc_memmem(const void*, std::size_t, const void*, std::size_t);
char* esp_libc_strchr(const char*, int);
char* esp_libc_strchrnul(const char*, int);
char* esp_libc_strrchr(const char*, int);
char* esp_libc_strstr(const char*, const char*);
char* esp_libc_strcasestr(const char*, const char*);
char* esp_libc_strpbrk(const char*, const char*);
}

namespace espalier::test {
namespace {

constexpr int rounds = 20'000;
constexpr std::string_view letters = "abAB\x80\xff";

TEST(StringModels, CompareWithTheLibrarysSignAndValue) {
  Rng rng(2);
  both_ways([&] {
    for (int round = 0; round < rounds; ++round) {
      const std::string a = random_string(rng, letters, 5), b = random_string(rng, letters, 5);
      const auto n = rng.below(7);
      int (*volatile compare)(const char*, const char*) = std::strcmp;
      EXPECT_EQ(esp_libc_strcmp(a.c_str(), b.c_str()), compare(a.c_str(), b.c_str()));
      EXPECT_EQ(esp_libc_strncmp(a.c_str(), b.c_str(), n), std::strncmp(a.c_str(), b.c_str(), n));
      EXPECT_EQ(esp_libc_strcasecmp(a.c_str(), b.c_str()), strcasecmp(a.c_str(), b.c_str()));
      EXPECT_EQ(esp_libc_strncasecmp(a.c_str(), b.c_str(), n), strncasecmp(a.c_str(), b.c_str(), n));
    }
  });
}

TEST(StringModels, FindWhatTheLibraryFinds) {
  Rng rng(3);
  both_ways([&] {
    for (int round = 0; round < rounds; ++round) {
      const std::string text = random_string(rng, letters, 7), other = random_string(rng, letters, 3);
      const char *s = text.c_str(), *t = other.c_str();
      const int c = rng.below(8) == 0 ? 0 : letters[rng.below(letters.size())];
      const auto n = rng.below(text.size() + 2);
      EXPECT_EQ(esp_libc_strlen(s), std::strlen(s));
      EXPECT_EQ(esp_libc_strnlen(s, n), strnlen(s, n));
      EXPECT_EQ(esp_libc_strchr(s, c), std::strchr(s, c));
      EXPECT_EQ(esp_libc_strchrnul(s, c), strchrnul(s, c));
      EXPECT_EQ(esp_libc_strrchr(s, c), std::strrchr(s, c));
      EXPECT_EQ(esp_libc_memchr(s, c, n), std::memchr(s, c, n));
      EXPECT_EQ(esp_libc_memrchr(s, c, n), memrchr(s, c, n));
      EXPECT_EQ(esp_libc_rawmemchr(s, 0), rawmemchr(s, 0));
      EXPECT_EQ(esp_libc_strstr(s, t), std::strstr(s, t));
      EXPECT_EQ(esp_libc_strcasestr(s, t), strcasestr(s, t));
      EXPECT_EQ(esp_libc_memmem(s, text.size(), t, other.size()), memmem(s, text.size(), t, other.size()));
      EXPECT_EQ(esp_libc_strspn(s, t), std::strspn(s, t));
      EXPECT_EQ(esp_libc_strcspn(s, t), std::strcspn(s, t));
      EXPECT_EQ(esp_libc_strpbrk(s, t), std::strpbrk(s, t));
    }
  });
}

TEST(StringModels, CutTokensWhereTheLibraryCuts) {
  Rng rng(4);
  for (int round = 0; round < rounds; ++round) {
    const std::string text = random_string(rng, "ab,;", 8), separators = random_string(rng, ",;", 2);
    std::string x = text, y = text, u = text, v = text;
    char *rest_x = nullptr, *rest_y = nullptr, *rest_u = u.data(), *rest_v = v.data();
    for (int call = 0; call < 6; ++call) {
      char* const expected = strtok_r(call == 0 ? x.data() : nullptr, separators.c_str(), &rest_x);
      char* const found = esp_libc_strtok_r(call == 0 ? y.data() : nullptr, separators.c_str(), &rest_y);
      ASSERT_EQ(expected == nullptr, found == nullptr) << text;
      if (found != nullptr) {
        ASSERT_EQ(expected - x.data(), found - y.data()) << text;
      }
      ASSERT_EQ(rest_x - x.data(), rest_y - y.data()) << text;
      ASSERT_EQ(x, y);
      char* const field = strsep(&rest_u, separators.c_str());
      char* const same = esp_libc_strsep(&rest_v, separators.c_str());
      ASSERT_EQ(field == nullptr, same == nullptr);
      if (same != nullptr) {
        ASSERT_EQ(field - u.data(), same - v.data());
      }
      ASSERT_EQ(u, v);
    }
  }
  char words[] = "one two";
  EXPECT_STREQ(esp_libc_strtok(words, " "), "one");
  EXPECT_STREQ(esp_libc_strtok(nullptr, " "), "two");
  EXPECT_EQ(esp_libc_strtok(nullptr, " "), nullptr);
}

TEST(StringModels, CopyAndAppendWithTheSameBytesEverywhere) {
  Rng rng(5);
  both_ways([&] {
    for (int round = 0; round < rounds; ++round) {
      const std::string text = random_string(rng, letters, 6), more = random_string(rng, letters, 6);
      const auto n = rng.below(9);
      const auto check = [&](auto&& real, auto&& model) {
        char expected[32], found[32];
        std::memset(expected, '#', sizeof expected);
        std::memset(found, '#', sizeof found);
        std::strcpy(expected, text.c_str());
        std::strcpy(found, text.c_str());
        const auto end = real(expected, more.c_str());
        EXPECT_EQ(model(found, more.c_str()) - found, end - expected);
        EXPECT_EQ(std::memcmp(expected, found, sizeof found), 0);
      };
      check([](char* d, const char* s) { return std::strcpy(d, s); }, esp_libc_strcpy);
      check([](char* d, const char* s) { return stpcpy(d, s); }, esp_libc_stpcpy);
      check([](char* d, const char* s) { return std::strcat(d, s); }, esp_libc_strcat);
      check([&](char* d, const char* s) { return std::strncpy(d, s, n); },
            [&](char* d, const char* s) { return esp_libc_strncpy(d, s, n); });
      check([&](char* d, const char* s) { return stpncpy(d, s, n); },
            [&](char* d, const char* s) { return esp_libc_stpncpy(d, s, n); });
      check([&](char* d, const char* s) { return std::strncat(d, s, n); },
            [&](char* d, const char* s) { return esp_libc_strncat(d, s, n); });
      char* const copy = esp_libc_strdup(text.c_str());
      EXPECT_EQ(copy, text);
      std::free(copy);
      char* const part = esp_libc_strndup(text.c_str(), n);
      EXPECT_EQ(part, text.substr(0, n));
      std::free(part);
    }
  });
}

}  // namespace
}  // namespace espalier::test
