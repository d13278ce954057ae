#pragma once

// The models of library functions under their own names, declared with the types of the real ones.

#include <strings.h>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <cwctype>

#include <gtest/gtest.h>

#include "base/rng.h"

extern "C" {
#define ESPALIER_MODEL(name) decltype(::name) esp_libc_##name;
#include "models.def"
#undef ESPALIER_MODEL
unsigned short esp_ctype(int c, int mask);
unsigned short esp_ctype_in_range(int c, int mask);
}

namespace espalier::test {

/// What models are told about their arguments; they must give the same answers either way.
extern int everything_symbolic;

/// A string over a small alphabet, so that equal characters and matches are frequent.
inline std::string random_string(Rng& rng, std::string_view alphabet, std::size_t longest) {
  std::string text;
  for (auto n = rng.below(longest + 1); n > 0; --n) text += alphabet[rng.below(alphabet.size())];
  return text;
}

/// Runs the body twice: lengths concrete, and lengths symbolic.
template <class Body>
void both_ways(const Body& body) {
  for (const int symbolic : {0, 1}) {
    everything_symbolic = symbolic;
    body();
  }
}

}  // namespace espalier::test
