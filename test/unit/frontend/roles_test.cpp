// What parameters mean to each other; a length is believed only with evidence.
#include "frontend/unit.h"
#include "support.h"

namespace espalier::frontend {
namespace {

struct Guess {
  const char* name;
  const char* text;
  int length;  ///< of the first parameter
};
std::ostream& operator<<(std::ostream& out, const Guess& guess) { return out << guess.name; }

class Length : public testing::TestWithParam<Guess> {};

TEST_P(Length, IsBelievedWithEvidenceOnly) {
  const Parsed parsed{GetParam().text};
  EXPECT_EQ(parsed.function("f").parameters[0].length, GetParam().length)
      << parsed.function("f").parameters[0].length_why;
}

constexpr Guess guesses[] = {
    {"Declared", "int f(int a[*], int n);\nint f(int *a, int n) { return a[n]; }", -1},
    {"DeclaredLength", "int g(int n, int a[n]) { return a[0]; }\nint f(int a, int n) { return a + n; }", -1},
    {"Loop", "int f(int *a, int k) { int s = 0; for (int i = 0; i < k; i++) s += a[i]; return s; }", 1},
    {"LoopTurnedAround", "int f(int *a, int k) { int i = 0; while (k > i) a[i++] = 0; return i; }", -1},
    {"LoopWithIndexApart", "int f(int *a, int k) { int i = 0; while (k > i) { a[i] = 0; i++; } return i; }", 1},
    {"LoopOverSomethingElse", "int f(int *a, int k) { int s = 0; for (int i = 0; i < k; i++) s += a[0]; return s; }",
     -1},
    {"Index", "int f(int *a, int n) { return a[n]; }", -1},
    {"Name", "int f(char *buf, int x, unsigned buf_len) { return buf[x]; }", 2},
    {"NameOfAnotherPointer", "int f(char *buf, char *key, unsigned key_len) { return buf[0] + key[1]; }", -1},
    {"EndComputed", "int f(int *a, int n) { int *end = a + n; int s = 0; while (a != end) s += *a++; return s; }", 1},
    {"OffsetComputed", "int f(int *a, int k) { return *(a + k); }", -1},
    {"HandedOn", "void g(int *, long);\nint f(int *a, long count) { g(a, count); return a[1]; }", 1},
    {"HandedOnWithoutAName", "void g(int *, long);\nint f(int *a, long flags) { g(a, flags); return a[1]; }", -1},
};
INSTANTIATE_TEST_SUITE_P(Roles, Length, testing::ValuesIn(guesses),
                         [](const auto& info) { return info.param.name; });

TEST(Roles, TakeTheLengthOfADeclaration) {
  const Parsed parsed{"int f(int n, int a[n]) { return a[0]; }"};
  EXPECT_EQ(parsed.function("f").parameters[1].length, 0);
}

TEST(Roles, TellWhatAVoidPointerReallyIs) {
  const Parsed parsed{
      "struct s { int x; };\n"
      "int f(const void *p) { const struct s *s = p; return s->x; }\n"
      "int g(void *p) { return *(int *)p; }\n"
      "int h(void *p, int k) { return k ? *(int *)p : *(short *)p; }\n"
      "int i(void *p) { return *(char *)p; }\n"};
  const auto seen = [&](const char* name) { return parsed.source.type(parsed.function(name).parameters[0].seen_as); };
  EXPECT_EQ(seen("f").spelling, "struct s");
  EXPECT_EQ(seen("g").spelling, "int");
  EXPECT_EQ(seen("h").kind, TypeKind::Void) << "two types: neither is sure";
  EXPECT_EQ(seen("i").kind, TypeKind::Void);
}

TEST(Roles, TellWhoFreesMemory) {
  const Parsed parsed{
      "#include <stdlib.h>\nvoid f(int *p) { free(p); }\nvoid g(int *p) { f(p); }\nvoid h(int *p) { *p = 1; }\n"};
  EXPECT_TRUE(parsed.function("f").frees);
  EXPECT_TRUE(parsed.function("g").frees);
  EXPECT_FALSE(parsed.function("h").frees);
}

TEST(PlanUnit, KeepsALengthWithinItsArrayAndSaysSo) {
  const Parsed parsed{
      "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }\n"
      "int g(const int *v, int last) { return v[last]; }\n"};
  const auto guessed = plan_unit(parsed.source, parsed.function("f"), {.array_length = 3});
  ASSERT_EQ(guessed->constraints.size(), 1u);
  EXPECT_EQ(guessed->constraints[0].high, 3);
  EXPECT_FALSE(guessed->constraints[0].low) << "a guess does not forbid negative lengths";
  EXPECT_NE(guessed->bounds.back().find("'n' at most 3, taken for the length of 'a' because a loop"), std::string::npos)
      << guessed->bounds.back();

  HarnessOptions options;
  ParameterHint hint;
  hint.parameter = "v";
  hint.length = "last";
  options.hints = {hint};
  const auto told = plan_unit(parsed.source, parsed.function("g"), options);
  ASSERT_EQ(told->constraints.size(), 1u);
  EXPECT_EQ(told->constraints[0].low, 0);
  options.hints[0].length = "nothing";
  EXPECT_FALSE(plan_unit(parsed.source, parsed.function("g"), options).ok());
}

}  // namespace
}  // namespace espalier::frontend
