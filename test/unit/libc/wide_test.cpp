#include <clocale>
#include <tuple>
#include <vector>

#include "models.h"

namespace espalier::test {
namespace {

/// Every character of the C locale, some beyond, and what is none.
std::vector<wint_t> wide_characters() {
  std::vector<wint_t> all;
  for (wint_t c = 0; c < 0x500; ++c) all.push_back(c);
  for (const wint_t c : {0x2003u, 0x20acu, 0xd7ffu, 0xdc80u, 0xfffdu, 0x1f600u, 0x10ffffu, 0x110000u,
                         0x7fffffffu, 0x80000000u, 0xffffff80u, WEOF})
    all.push_back(c);
  return all;
}

/// Under each locale that every Debian has.
template <class Body>
void in_locales(const Body& body) {
  for (const char* name : {"C", "C.UTF-8"}) {
    ASSERT_NE(std::setlocale(LC_ALL, name), nullptr) << name;
    body();
  }
  std::setlocale(LC_ALL, "C");
}

TEST(WideModels, ClassifyAsTheLibraryDoes) {
  in_locales([] {
    for (const wint_t c : wide_characters()) {
#define ESPALIER_SAME(name) EXPECT_EQ(esp_libc_##name(c), name(c)) << #name << ' ' << c
      ESPALIER_SAME(iswupper);
      ESPALIER_SAME(iswlower);
      ESPALIER_SAME(iswalpha);
      ESPALIER_SAME(iswdigit);
      ESPALIER_SAME(iswxdigit);
      ESPALIER_SAME(iswspace);
      ESPALIER_SAME(iswprint);
      ESPALIER_SAME(iswgraph);
      ESPALIER_SAME(iswblank);
      ESPALIER_SAME(iswcntrl);
      ESPALIER_SAME(iswpunct);
      ESPALIER_SAME(iswalnum);
      ESPALIER_SAME(towlower);
      ESPALIER_SAME(towupper);
      ESPALIER_SAME(wctob);
#undef ESPALIER_SAME
      const auto character = static_cast<wchar_t>(c);
      EXPECT_EQ(esp_libc_wcwidth(character), wcwidth(character)) << c;
    }
  });
}

TEST(WideModels, MakeACharacterOfAByteAsTheLibraryDoes) {
  in_locales([] {
    for (int c = -300; c < 600; ++c) EXPECT_EQ(esp_libc_btowc(c), btowc(c)) << c;
  });
}

TEST(WideModels, WriteCharactersAsTheLibraryDoes) {
  const auto written = [](auto write, wint_t c) {
    std::mbstate_t state{};
    char bytes[MB_LEN_MAX] = {1, 2, 3, 4, 5};
    errno = 0;
    const auto size = write(bytes, static_cast<wchar_t>(c), &state);
    return std::tuple(size, errno, std::string(bytes, sizeof bytes), mbsinit(&state) != 0);
  };
  const auto without_state = [](auto write) {
    return [write](char* to, wchar_t c, std::mbstate_t*) { return write(to, c); };
  };
  in_locales([&] {
    for (const wint_t c : wide_characters()) {
      EXPECT_EQ(written(esp_libc_wcrtomb, c), written(wcrtomb, c)) << c;
      EXPECT_EQ(written(without_state(esp_libc_wctomb), c), written(without_state(wctomb), c)) << c;
    }
    EXPECT_EQ(esp_libc_wcrtomb(nullptr, L'x', nullptr), wcrtomb(nullptr, L'x', nullptr));
    EXPECT_EQ(esp_libc_wctomb(nullptr, L'x'), wctomb(nullptr, L'x'));
  });
}

/// Reads a text character by character, at most `step` bytes at a time, and notes all that a caller can see.
template <class Read>
std::vector<std::tuple<long, int, wchar_t, bool>> read_through(const std::string& text, std::size_t step,
                                                               Read read) {
  std::vector<std::tuple<long, int, wchar_t, bool>> seen;
  std::mbstate_t state{};
  std::ignore = read(nullptr, nullptr, 0, &state);  // mbtowc and mblen keep states that outlive a text
  for (std::size_t at = 0; at <= text.size();) {
    wchar_t c = L'?';
    errno = 0;
    const std::size_t n = std::min(step, text.size() + 1 - at);
    const long size = static_cast<long>(read(&c, text.c_str() + at, n, &state));
    seen.emplace_back(size, errno, c, mbsinit(&state) != 0);
    if (size == -1) state = {};
    at += size > 0 ? static_cast<std::size_t>(size) : size == -2 ? n : 1;
  }
  return seen;
}

TEST(WideModels, ReadCharactersAsTheLibraryDoes) {
  Rng rng(9);
  const auto length = [](auto read) {
    return
        [read](wchar_t*, const char* s, std::size_t n, std::mbstate_t* state) { return read(s, n, state); };
  };
  const auto without_state = [](auto read) {
    return [read](wchar_t* to, const char* s, std::size_t n, std::mbstate_t*) { return read(to, s, n); };
  };
  const auto length_without_state = [](auto read) {
    return [read](wchar_t*, const char* s, std::size_t n, std::mbstate_t*) { return read(s, n); };
  };
  const auto with_own_state = [](auto read) {
    return [read](wchar_t* to, const char* s, std::size_t n, std::mbstate_t*) {
      return read(to, s, n, nullptr);
    };
  };
  in_locales([&] {
    for (int round = 0; round < 3000; ++round) {
      const std::string text =
          random_string(rng, std::string_view("aZ~\0\x7f\x80\xc3\xa9\xe2\x82\xac\xf0\x9f\xff", 14), 6);
      const std::size_t step = 1 + rng.below(6);
      EXPECT_EQ(read_through(text, step, esp_libc_mbrtowc), read_through(text, step, mbrtowc));
      EXPECT_EQ(read_through(text, step, with_own_state(esp_libc_mbrtowc)),
                read_through(text, step, with_own_state(mbrtowc)));
      EXPECT_EQ(read_through(text, step, length(esp_libc_mbrlen)), read_through(text, step, length(mbrlen)));
      EXPECT_EQ(read_through(text, step, without_state(esp_libc_mbtowc)),
                read_through(text, step, without_state(mbtowc)));
      EXPECT_EQ(read_through(text, step, length_without_state(esp_libc_mblen)),
                read_through(text, step, length_without_state(mblen)));
    }
    std::mbstate_t state{};
    wchar_t c = L'?';
    EXPECT_EQ(esp_libc_mbrtowc(&c, "a", 0, &state), mbrtowc(&c, "a", 0, &state));
    EXPECT_EQ(esp_libc_mbrtowc(&c, nullptr, 1, &state), mbrtowc(&c, nullptr, 1, &state));
    EXPECT_EQ(esp_libc_mbtowc(&c, "a", 0), mbtowc(&c, "a", 0));
    EXPECT_EQ(esp_libc_mblen("a", 0), mblen("a", 0));
    EXPECT_EQ(esp_libc_mblen("", 0), mblen("", 0));
    EXPECT_EQ(esp_libc_mbtowc(&c, nullptr, 0), mbtowc(&c, nullptr, 0));
    EXPECT_EQ(esp_libc_mblen(nullptr, 0), mblen(nullptr, 0));
    EXPECT_EQ(c, L'?');
    EXPECT_EQ(esp_libc_mbtowc(&c, "", 0), mbtowc(nullptr, "", 0));
    EXPECT_EQ(c, L'\0');
    EXPECT_EQ(esp_libc_mbsinit(nullptr) != 0, mbsinit(nullptr) != 0);
  });
}

}  // namespace
}  // namespace espalier::test
