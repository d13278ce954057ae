#include <cfloat>
#include <cstdio>
#include <vector>

#include "models.h"

extern "C" int esp_libc_sscanf(const char*, const char*, ...);

namespace espalier::test {
namespace {

template <class... Arguments>
void compare_print(const std::string& format, Arguments... arguments) {
  for (const std::size_t size : {std::size_t{64}, std::size_t{0}, std::size_t{1}, std::size_t{4}}) {
    char expected[64], found[64];
    std::memset(expected, '#', sizeof expected);
    std::memset(found, '#', sizeof found);
    const int n = std::snprintf(expected, size, format.c_str(), arguments...);
    EXPECT_EQ(esp_libc_snprintf(found, size, format.c_str(), arguments...), n) << format;
    EXPECT_EQ(std::string(found, 64), std::string(expected, 64)) << format;
  }
}

std::string random_flags(Rng& rng) {
  std::string text = "<%";
  for (const char flag : {'-', '+', ' ', '#', '0'})
    if (rng.below(3) == 0) text += flag;
  if (rng.coin()) text += std::to_string(1 + rng.below(14));
  if (rng.coin()) text += "." + std::to_string(rng.below(8));
  return text;
}

TEST(PrintingModels, PrintIntegersCharactersAndStringsAsTheLibraryDoes) {
  Rng rng(8);
  const std::vector<std::int64_t> numbers{0,   1,   -1,   7,         8,         15,        16,       42,
                                          -42, 255, 1000, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
  for (int round = 0; round < 3000; ++round) {
    const auto number = rng.coin() ? numbers[rng.below(numbers.size())]
                                   : static_cast<std::int64_t>(rng.next() >> rng.below(64));
    const std::string flags = random_flags(rng);
    const char letter = "diuxXo"[rng.below(6)];
    compare_print(flags + letter + ">", static_cast<int>(number));
    compare_print(flags + "h" + letter + ">", static_cast<int>(number));
    compare_print(flags + "hh" + letter + ">", static_cast<int>(number));
    compare_print(flags + "l" + letter + ">", number);
    compare_print(flags + "z" + letter + ">", number);
    compare_print(flags + "c>", static_cast<int>(number & 0xff) | 1);
    compare_print(flags + "s>%%", random_string(rng, "abc", 9).c_str());
  }
  compare_print("%s %.3s %p", static_cast<const char*>(nullptr), static_cast<const char*>(nullptr), nullptr);
  compare_print("%*d|%-*d|%.*d|%.*s", 5, 42, -6, 7, 3, 1, -1, "abc");
  compare_print("%5.1f %g %.3e %La", 2.25, 1e10, -3.14159, 1.5L);
  int n = 0;
  char buffer[8];
  esp_libc_snprintf(buffer, sizeof buffer, "abc%nd", &n);
  EXPECT_EQ(n, 3);
}

template <class Value>
void compare_scan(const std::string& text, const std::string& format) {
  Value expected[3], found[3];
  std::memset(static_cast<void*>(expected), '#', sizeof expected);
  std::memset(static_cast<void*>(found), '#', sizeof found);
  const int n = std::sscanf(text.c_str(), format.c_str(), &expected[0], &expected[1], &expected[2]);
  EXPECT_EQ(esp_libc_sscanf(text.c_str(), format.c_str(), &found[0], &found[1], &found[2]), n)
      << '"' << text << "\" \"" << format << '"';
  EXPECT_EQ(std::memcmp(expected, found, sizeof found), 0) << '"' << text << "\" \"" << format << '"';
}

struct Word {
  char text[32];
};

TEST(ScanningModels, ReadIntegersCharactersStringsAndSetsAsTheLibraryDoes) {
  Rng rng(9);
  for (int round = 0; round < 8000; ++round) {
    std::string format;
    for (auto parts = 1 + rng.below(3); parts > 0; --parts) {
      if (rng.below(4) == 0) format += " ,x"[rng.below(3)];
      format += '%';
      if (rng.below(5) == 0) format += '*';
      if (rng.below(3) == 0) format += std::to_string(1 + rng.below(4));
      format += '?';
    }
    const auto with = [&](const char* conversion) {
      std::string result;
      for (const char c : format) c == '?' ? result += conversion : result += c;
      return result;
    };
    const std::string text = random_string(rng, " +-0x19af,", 12);
    const char* const integers[] = {"d", "i", "u", "x", "o"};
    const std::string letter = integers[rng.below(5)];
    compare_scan<int>(text, with(letter.c_str()));
    compare_scan<long>(text, with(("l" + letter).c_str()));
    compare_scan<short>(text, with(("h" + letter).c_str()));
    compare_scan<signed char>(text, with(("hh" + letter).c_str()));
    compare_scan<Word>(text, with("s"));
    compare_scan<Word>(text, with("c"));
    compare_scan<Word>(text, with("[0-9a]"));
    compare_scan<Word>(text, with("[^x,]"));
    compare_scan<int>(text, with("n"));
    compare_scan<int>(text, with("d%%"));
  }
  compare_scan<Word>("a]b-c", "%[]a]%[^]]%s");
  compare_scan<Word>("z-a", "%[a-]");
  for (const char* const text : {"9223372036854775807", "9223372036854775808", "-9223372036854775809",
                                 "18446744073709551616", "-18446744073709551616", "99999999999"}) {
    compare_scan<long>(text, "%ld");
    compare_scan<long>(text, "%lu");
    compare_scan<int>(text, "%d");
  }
}

TEST(ScanningModels, ReadDecimalsAsTheLibraryDoes) {
  Rng rng(10);
  for (int round = 0; round < 8000; ++round) {
    const std::string text = random_string(rng, "+-0.19e", 9);
    compare_scan<double>(text, "%lf");
    compare_scan<float>(text, "%f");
    compare_scan<double>(text, "%3lf%lf");
  }
}

template <class Real, class Model>
void compare_float(const std::string& text, Real real, Model model) {
  char *end = nullptr, *other = nullptr;
  errno = 0;
  const auto expected = real(text.c_str(), &end);
  const int error = errno;
  errno = 0;
  const auto found = model(text.c_str(), &other);
  EXPECT_EQ(std::memcmp(&expected, &found, sizeof found), 0) << text << ' ' << expected << ' ' << found;
  EXPECT_EQ(errno, error) << text;
  EXPECT_EQ(other, end) << text;
}

TEST(FloatModels, ConvertTextAsTheLibraryDoes) {
  Rng rng(11);
  std::vector<std::string> texts{"inf",
                                 "-Infinity",
                                 "infinit",
                                 "nan",
                                 "-NAN",
                                 "nan(1)",
                                 "0x1.8p3",
                                 "0x.8",
                                 "0xp1",
                                 "0x",
                                 "9007199254740993",
                                 "1e22",
                                 "1e23",
                                 "123456789012345678e-5",
                                 "1e999",
                                 "4.9e-324"};
  for (int round = 0; round < 3000; ++round) {
    texts.push_back(random_string(rng, " +-0.19e", 8));
    texts.push_back(random_string(rng, "0123456789.", 20));
    texts.push_back(random_string(rng, "0x1.afp-", 7));
  }
  for (const std::string& text : texts) {
    compare_float(text, static_cast<double (*)(const char*, char**)>(std::strtod), esp_libc_strtod);
    compare_float(text, static_cast<float (*)(const char*, char**)>(std::strtof), esp_libc_strtof);
    EXPECT_EQ(std::to_string(esp_libc_atof(text.c_str())), std::to_string(std::atof(text.c_str())));
  }
}

}  // namespace
}  // namespace espalier::test
