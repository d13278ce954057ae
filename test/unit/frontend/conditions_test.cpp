// The conditions and cases we find are compared with those that clang's own coverage mapping
// reports: llvm-cov judges the branches that suites claim, so both must speak of the same ones.
#include <algorithm>
#include <map>
#include <memory>
#include <ostream>
#include <set>

#include <nlohmann/json.hpp>

#include "support.h"

namespace espalier::frontend {
namespace {

using Position = std::pair<std::uint32_t, std::uint32_t>;  // line, column

std::multiset<Position> ours(const SourceFunction& function) {
  std::multiset<Position> found;
  for (const auto& condition : function.conditions)
    found.emplace(condition.range.line, condition.range.column);
  for (const auto& entry : function.cases) {
    const Range& range = entry.is_implicit ? entry.condition_range : entry.range;
    found.emplace(range.line, range.column);
  }
  return found;
}

using Branches = std::map<std::string, std::multiset<Position>>;  // by function

/// What llvm-cov lists for each function.  Branches inside a macro count where the macro is used.
Branches theirs(const Parsed& parsed) {
  const auto& directory = parsed.scratch.path();
  must_run({"clang-19", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "unit.c", "-o", "program"},
           directory);
  must_run({"./program"}, directory);
  must_run({"llvm-profdata-19", "merge", "default.profraw", "-o", "profile"}, directory);
  const auto json = nlohmann::json::parse(
      must_run({"llvm-cov-19", "export", "program", "-instr-profile", "profile"}, directory));
  Branches found;
  for (const auto& function : json["data"][0]["functions"]) {
    std::map<int, Position> used_at;  // virtual file of a macro -> its use in the file below
    std::map<int, int> below;
    for (const auto& region : function["regions"]) {
      constexpr int expansion = 1;
      if (region[7] != expansion) continue;
      used_at[region[6]] = {region[0], region[1]};
      below[region[6]] = region[5];
    }
    auto& positions = found[function["name"]];
    for (const auto& branch : function["branches"]) {
      Position position{branch[0], branch[1]};
      for (int file = branch[6]; file != 0; file = below[file]) position = used_at[file];
      positions.insert(position);
    }
  }
  return found;
}

struct Snippet {
  const char* name;
  const char* body;
};
std::ostream& operator<<(std::ostream& out, const Snippet& snippet) { return out << snippet.name; }

constexpr Snippet snippets[] = {
    {"PlainIf", "if (a > b) r = 1; else r = 2;"},
    {"Chain", "if (a == 1) r = 1; else if (a == 2) r = 2; else if ((a == 3)) r = 3;"},
    {"AndOr", "if (a > 1 && b < 2 || c) r++;"},
    {"Not", "if (!a) r++; if (!!b) r++; if (!(a > b)) r++;"},
    {"NotOfAnd", "if (!(a > 1 && b < 2) || !c) r++;"},
    {"DeepParentheses", "if ((!((a)) && ((!(b || (c)))))) r++;"},
    {"While", "while (a-- > 0 && r < 5) r++;"},
    {"Do", "do { r++; } while (r < 10 || (r & 1));"},
    {"For", "for (int i = 0; i < 3 && a; i++) r += i;"},
    {"ForWithoutTest", "for (int i = 0;; i++) { if (i > 4) break; }"},
    {"ForWithTestOnly", "for (; a < 3;) a++;"},
    {"ForWithTestAndStep", "for (; a < 3; a++) ;"},
    {"ForWithInitAndTest", "for (a = 0; a < 3;) a++;"},
    {"ForWithStepOnly", "for (;; a++) { if (a > 7) break; }"},
    {"Conditional", "r = b ? 1 : 2; r += (b > 2 && c) ? a ? 1 : 3 : 2;"},
    {"GnuConditional", "r = b ?: 3; r += (a > 1) ?: c;"},
    {"LogicalValues", "r = a && b; r += a || b; r = g(a && c) + (!a && b) + !(a || b);"},
    {"LogicalReturn", "return a || b && c;"},
    {"Constants",
     "while (1) { if (a) break; else break; } if (a && 0) r++; if (sizeof(int) == 4) r++; if (1 || a) r++;"},
    {"Nested", "if ((a ? b : c) > 2) r++; if (g(a && b) > 0) r++;"},
    {"AssignmentAndComma", "if ((r = a)) r++; if (r++, b) r++;"},
    {"Pointers", "if (p && *p > 3) r++; if (!p || p[0]) r++; if (p == 0) r++;"},
    {"Floats", "if (d > 0.5 || d) r++; if (!(d < 1.0)) r++;"},
    {"StatementExpression", "if (({ int z = a; z > 2 && b; })) r++;"},
    {"Switch", "switch (c) { case 1: r++; case 2: r--; break; default: r = 7; }"},
    {"SwitchWithoutDefault", "switch (a) { case -1: r++; break; case 'a': case 7: r--; }"},
    {"SwitchRangesAndEnums",
     "switch (a) { case 2 ... 5: r--; break; case GREEN + 3: r = 7; break; case RED: if (b) r = 1; }"},
    {"NestedSwitch",
     "switch (a) { case 1: switch (b && c) { case 0: r = 1; break; default: r = 2; } break; }"},
    {"MacroBody", "if (CHECK(a)) r++;"},
    {"MacroArgument", "if (SAME(a && b)) r++; if (SAME(a) && b) r++; if (c && SAME(!b)) r++;"},
    {"NestedMacro", "if (TWICE(a > 3)) r++;"},
    {"MacroLoop", "EACH (i, 3) { if (i & 1) r++; }"},
    {"Initialisers",
     "int k[] = {[1] = a && b, [0] = c || a}; struct { int x, y; } s = {a && c, b ? 1 : 2}; r = k[0] + s.x;"},
    {"Goto", "again: if (a > 0) { a--; goto again; }"},
    {"ManyLines", "if (a > 1\n    && (b\n        || !c))\n  r++;"},
};

/// All snippets as functions of one program, parsed and judged once.
class Conditions : public testing::TestWithParam<Snippet> {
 protected:
  static void SetUpTestSuite() {
    std::string text =
        "#define CHECK(x) ((x) > 0 && (x) < 9)\n"
        "#define SAME(e) (e)\n"
        "#define TWICE(e) (SAME(e) && e)\n"
        "#define EACH(i, n) for (int i = 0; i < (n); i++)\n"
        "enum color { RED, GREEN = 5 };\n"
        "static int g(int x) { return x; }\n";
    std::string calls;
    for (const auto& [name, body] : snippets) {
      text += std::string{"int "} + name + "(int a, int b, unsigned c, double d, int *p) {\n  int r = 0;\n" +
              body + "\n  return r;\n}\n";
      calls += std::string{"  "} + name + "(1, 2, 3, 0.5, &x);\n";
    }
    parsed_ =
        std::make_unique<Parsed>(text + "int main(void) {\n  int x = 1;\n" + calls + "  return 0;\n}\n");
    judged_ = theirs(*parsed_);
  }
  static void TearDownTestSuite() { parsed_.reset(); }

  static inline std::unique_ptr<Parsed> parsed_;
  static inline Branches judged_;
};

TEST_P(Conditions, AreThoseThatLlvmCovLists) {
  const std::string name = GetParam().name;
  EXPECT_FALSE(judged_[name].empty());
  EXPECT_EQ(ours(parsed_->function(name)), judged_[name]);
}

INSTANTIATE_TEST_SUITE_P(Snippets, Conditions, testing::ValuesIn(snippets),
                         [](const auto& info) { return info.param.name; });

std::map<std::string, bool> negations(const SourceFunction& function) {
  std::map<std::string, bool> found;
  for (const auto& condition : function.conditions) found[condition.text] = condition.negated;
  return found;
}

TEST(ConditionPolarity, CountsOnlyTheNegationsDirectlyAroundTheLeaf) {
  const Parsed parsed{"int f(int a, int b, int c, int d) { return (!a && !!b) || !(c || !(!(!d))); }"};
  EXPECT_EQ(negations(parsed.function("f")),
            (std::map<std::string, bool>{{"!a", true}, {"!!b", false}, {"c", false}, {"!(!(!d))", true}}));
}

TEST(ConditionRanges, CoverTheConditionAsWritten) {
  const Parsed parsed{"int f(int a, int b) {\n  if (!(a >\n    b)) return 1;\n  return 0;\n}\n"};
  const auto& condition = parsed.function("f").conditions.at(0);
  EXPECT_EQ(condition.text, "!(a > b)");
  EXPECT_TRUE(condition.range.contains(2, 11)) << "the operator";
  EXPECT_TRUE(condition.range.contains(3, 5));
  EXPECT_FALSE(condition.range.contains(3, 7));
  EXPECT_FALSE(condition.range.contains(2, 6));
  EXPECT_FALSE(condition.range.in_macro);
  EXPECT_EQ(condition.range.file, parsed.path.string());
}

TEST(ConditionRanges, OfMacrosAreWhereTheMacroIsUsed) {
  const Parsed parsed{
      "#define BOTH(x, y) ((x) > 0 && (y) > 0)\nint f(int a, int b) {\n  return BOTH(a, b);\n}\n"};
  const auto& conditions = parsed.function("f").conditions;
  ASSERT_EQ(conditions.size(), 2u);
  for (const auto& condition : conditions) {
    EXPECT_TRUE(condition.range.in_macro);
    EXPECT_EQ(condition.range.line, 3u);
    EXPECT_EQ(condition.range.column, 10u);
    EXPECT_TRUE(condition.range.contains(3, 10));
    EXPECT_FALSE(condition.range.contains(3, 20));
  }
  EXPECT_EQ(conditions[0].text, "BOTH(a, b): (x) > 0");
  EXPECT_EQ(conditions[1].text, "BOTH(a, b): (y) > 0");
}

TEST(Cases, TellTheirValuesAndTheImplicitDefault) {
  const Parsed parsed{
      "int f(int a) {\n"
      "  switch (a) { case -3: return 1; case 2 ... 5: return 2; case 'a': return 3; }\n"
      "  switch (a) { default: return 4; case 0x7fffffff: return 5; }\n}\n"};
  const auto& cases = parsed.function("f").cases;
  ASSERT_EQ(cases.size(), 6u);
  EXPECT_TRUE(cases[0].is_implicit && cases[0].is_default);
  EXPECT_EQ(cases[0].range.column, 3u);
  EXPECT_EQ(cases[0].condition_range.column, 11u);
  EXPECT_EQ(cases[1].text, "case -3");
  EXPECT_EQ(cases[1].low, -3);
  EXPECT_EQ(cases[1].high, -3);
  EXPECT_EQ(cases[2].text, "case 2 ... 5");
  EXPECT_EQ(cases[2].low, 2);
  EXPECT_EQ(cases[2].high, 5);
  EXPECT_EQ(cases[3].low, 'a');
  EXPECT_TRUE(cases[4].is_default);
  EXPECT_FALSE(cases[4].is_implicit);
  EXPECT_EQ(cases[5].low, 0x7fffffff);
  EXPECT_EQ(cases[5].switch_range.line, 3u);
}

TEST(Statements, AreTheLinesWhereSomethingIsComputed) {
  const Parsed parsed{
      "int f(int a) {\n"       // 1
      "  int unused;\n"        // 2
      "  int b = a;\n"         // 3
      "  static int s = 3;\n"  // 4
      "  if (a)\n"             // 5
      "    b++;\n"             // 6
      "  else {\n"             // 7
      "    b--;\n"             // 8
      "  }\n"                  // 9
      "  for (int i = 0;\n"    // 10
      "       i < 3; i++) {\n" // 11
      "    ;\n"                // 12
      "  }\n"                  // 13
      "  switch (b) {\n"       // 14
      "    case 1:\n"          // 15
      "      return 1;\n"      // 16
      "  }\n"                  // 17
      "out:\n"                 // 18
      "  return b;\n}\n"};     // 19
  EXPECT_EQ(parsed.function("f").statements, (std::vector<std::uint32_t>{3, 5, 6, 8, 10, 14, 16, 19}));
}

}  // namespace
}  // namespace espalier::frontend
