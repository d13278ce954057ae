// What surrounds a unit: names it reaches, stubs, contracts, allocations, #line directives.
#include "frontend/environment.h"

#include "frontend/contract.h"
#include "frontend/line_directives.h"
#include "frontend/stub.h"
#include "support.h"

namespace espalier::frontend {
namespace {

std::vector<std::string> declared(const SourceFile& source) {
  std::vector<std::string> names;
  for (const auto& function : source.declared) names.push_back(function.name);
  return names;
}

Unit planned(const Parsed& parsed, const std::string& name, const HarnessOptions& options = {}) {
  return *plan_unit(parsed.source, parsed.function(name), options);
}

using Names = std::vector<std::string>;

TEST(References, ListsFunctionsThatNobodyDefines) {
  const Parsed parsed(
      "#include <string.h>\n#include <math.h>\n"
      "int elsewhere(int); int unused(int); static int here(void) { return 1; }\n"
      "int f(int a) { return elsewhere(a) + here() + (int)strlen(\"x\") + (int)sin(1.0); }\n");
  EXPECT_EQ(declared(parsed.source), Names{"elsewhere"});
}

TEST(References, BelievesAnObjectFileThatDefinesIt) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "other.c", "int elsewhere(int a) { return a; }\n");
  must_run({"clang-19", "-c", "other.c"}, scratch.path());
  const Parsed parsed("int elsewhere(int); int f(int a) { return elsewhere(a); }\n",
                      {(scratch.path() / "other.o").string()});
  EXPECT_EQ(declared(parsed.source), Names{});
}

TEST(References, FollowsCallsAndTablesOfFunctions) {
  const Parsed parsed(
      "int a(void); int b(void); int c(void);\n"
      "static int (*const table[])(void) = {b};\n"
      "static int helper(void) { return a(); }\n"
      "int f(void) { return helper() + table[0](); }\n"
      "int g(void) { return c(); }\n");
  const auto names = parsed.source.reachable_names("f");
  EXPECT_TRUE(names.contains("a"));
  EXPECT_TRUE(names.contains("b"));
  EXPECT_FALSE(names.contains("c"));
}

TEST(References, TellsDefinedPromisedAndLocalVariablesApart) {
  const Parsed parsed(
      "extern int promised; int tentative; static const int fixed = 3; extern int kept; int kept = 1;\n"
      "int f(void) { static int own; return promised + tentative + fixed + kept + own++; }\n");
  std::map<std::string, GlobalVariable> by_name;
  for (const auto& global : parsed.source.globals) by_name[global.name] = global;
  EXPECT_FALSE(by_name.at("promised").is_defined);
  EXPECT_TRUE(by_name.at("tentative").is_defined);
  EXPECT_TRUE(by_name.at("kept").is_defined);
  EXPECT_TRUE(by_name.at("fixed").is_const);
  EXPECT_TRUE(by_name.at("own").is_local);
}

TEST(References, SeesBothWaysToSayNoreturn) {
  const Parsed parsed(
      "_Noreturn void a(void); void b(void) __attribute__((noreturn)); void c(void);\n"
      "int f(int x) { if (x) a(); if (x) b(); c(); return 1; }\n");
  ASSERT_EQ(parsed.source.declared.size(), 3u);
  EXPECT_TRUE(parsed.source.declared[0].is_noreturn);
  EXPECT_TRUE(parsed.source.declared[1].is_noreturn);
  EXPECT_FALSE(parsed.source.declared[2].is_noreturn);
}

TEST(Stubs, GiveEachCallVariablesOfItsOwn) {
  const Parsed parsed(
      "int read(int, char *); int next(char *out);\nint f(int a) { char c; return a + next(&c); }\n");
  HarnessOptions options;
  options.max_stub_calls = 2;
  const Unit unit = planned(parsed, "f", options);
  ASSERT_EQ(unit.stubs.size(), 1u);
  EXPECT_EQ(unit.stubs[0].first, 1u);
  Names names;
  for (const auto& variable : unit.variables) names.push_back(variable.name);
  EXPECT_EQ(names,
            (Names{"a", "next() call 1", "next() call 1: *out", "next() call 2", "next() call 2: *out"}));
}

TEST(Stubs, ScriptWhatWasCalledAndNoMore) {
  const Parsed parsed("int next(void);\nint f(void) { return next() + next(); }\n");
  const Unit unit = planned(parsed, "f");
  const std::vector<std::uint64_t> values{5, 0, 0, 0};
  EXPECT_EQ(script_text(parsed.source, unit, values, {2}),
            "  const struct espalier_answer_next next_answers[] = {{5}};\n"
            "  espalier_script_next(next_answers, 1);\n");
  EXPECT_EQ(script_text(parsed.source, unit, {0, 0}, {2}), "");
}

TEST(Stubs, DoNotWriteThroughPointersToConst) {
  const Parsed parsed("void show(const int *p); int f(int a) { show(&a); return a; }\n");
  EXPECT_TRUE(planned(parsed, "f").stubs.at(0).variables.empty());
}

TEST(Stubs, StandBehindFunctionPointers) {
  const Parsed parsed("int f(int (*cb)(int, char *), int a) { return cb(a, 0); }\n");
  HarnessOptions options;
  options.max_stub_calls = 1;
  const Unit unit = planned(parsed, "f", options);
  ASSERT_EQ(unit.stubs.size(), 1u);
  EXPECT_EQ(unit.parameters[0].target, unit.stubs[0].name);
  EXPECT_EQ(unit.stubs[0].parameters.size(), 2u);
  Names names;
  for (const auto& variable : unit.variables) names.push_back(variable.name);
  EXPECT_EQ(names, (Names{"cb is null", "a", "cb() call 1", "cb() call 1: *p2"}));
}

TEST(Globals, AreInputsOnlyWhenAskedForReachedAndNotConst) {
  const Parsed parsed(
      "int a; static int b[2]; const int c = 1; int unreached;\n"
      "int f(void) { return a + b[0] + c; }\nint g(void) { return unreached; }\n");
  HarnessOptions options;
  EXPECT_TRUE(planned(parsed, "f", options).variables.empty());
  options.globals = true;
  Names names, outputs;
  const Unit unit = planned(parsed, "f", options);
  for (const auto& variable : unit.variables) names.push_back(variable.name);
  EXPECT_EQ(names, (Names{"a", "b[0]", "b[1]"}));
  for (const auto& output : unit.outputs) outputs.push_back(output.expression);
  EXPECT_EQ(outputs,
            (Names{"result", "(*espalier_global_a)", "(*espalier_global_b)[0]", "(*espalier_global_b)[1]"}));
}

TEST(Contracts, AreFoundByTheirNames) {
  Parsed parsed(
      "int espalier_pre_f(int a) { return a > 0; }\nint f(int a) { return a; }\n"
      "int espalier_post_f(int a, int result) { return a == result; }\nint g(int a) { return a; }\n");
  read_contracts(parsed.source, {});
  EXPECT_EQ(planned(parsed, "f").precondition, "espalier_pre_f");
  EXPECT_EQ(planned(parsed, "f").postcondition, "espalier_post_f");
  EXPECT_EQ(planned(parsed, "g").precondition, "");
}

TEST(Contracts, MayStandInAFileOfTheirOwn) {
  Parsed parsed("typedef int number;\nint f(number a) { return a; }\n");
  const auto file = parsed.scratch.path() / "contracts.c";
  write_file(file, "int espalier_pre_f(number a) { return a > 0; }\n");
  read_contracts(parsed.source, file);
  EXPECT_EQ(planned(parsed, "f").precondition, "espalier_pre_f");
}

TEST(Contracts, ThatFitNoFunctionAreErrorsWithTheirPlace) {
  const auto message = [](const std::string& text) -> std::string {
    Parsed parsed(text);
    try {
      read_contracts(parsed.source, {});
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("int f(int a) { return a; }\nint espalier_post_f(int a) { return a; }\n")
                .find("unit.c:2: 'espalier_post_f' has 1 parameters, not 2; "),
            std::string::npos);
  EXPECT_NE(message("int espalier_pre_g(int a) { return a; }\n").find("belongs to no function 'g'"),
            std::string::npos);
}

TEST(Allocations, BecomeInputsOnlyWhenAskedForAndReached) {
  const Parsed parsed(
      "#include <stdlib.h>\nvoid *f(void) { return malloc(3); }\nint g(void) { return 0; }\n");
  HarnessOptions options;
  EXPECT_EQ(planned(parsed, "f", options).allocations, 0u);
  options.failing_malloc = true;
  EXPECT_EQ(planned(parsed, "f", options).allocations, 8u);
  EXPECT_EQ(planned(parsed, "g", options).allocations, 0u);
}

TEST(LineDirectives, AreRecognisedInBothSpellings) {
  EXPECT_TRUE(has_line_directives("int a;\n  #  line 3 \"x.y\"\n"));
  EXPECT_TRUE(has_line_directives("# 12 \"x.y\"\n"));
  EXPECT_FALSE(has_line_directives("#define line 3\n#\nint line;\n#linear\n"));
}

TEST(LineDirectives, LeaveAnEmptyLineBehind) {
  EXPECT_EQ(without_line_directives("int a;\n#line 3\nint b;\n", "/s/u.c"),
            "#line 1 \"/s/u.c\"\nint a;\n\nint b;\n");
}

}  // namespace
}  // namespace espalier::frontend
