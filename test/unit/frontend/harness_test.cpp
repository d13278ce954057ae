// The harness is compiled and run with a stub runtime; then the declarations that exported tests use are
// compiled as C11 and as C++17, without warnings, and must give the same answers for the same values.
#include <sstream>

#include <fmt/format.h>

#include "base/rng.h"
#include "frontend/toolchain.h"
#include "frontend/unit.h"
#include "support.h"

namespace espalier::frontend {
namespace {
namespace fs = std::filesystem;

const fs::path source_directory = ESPALIER_SOURCE_DIR;

/// A toolchain whose runtime is the stub; for builds without instrumentation.
Toolchain stub_toolchain(const fs::path& directory) {
  Toolchain toolchain;
  toolchain.clang = "clang-19";
  toolchain.include = source_directory / "src" / "runtime";
  toolchain.runtime = directory / "stub.o";
  must_run(
      {"clang-19", "-c", "-I" + toolchain.include.string(),
       (source_directory / "test/unit/frontend/stub_runtime.c").string(), "-o", toolchain.runtime.string()},
      directory);
  return toolchain;
}

struct Subject {
  Parsed parsed;
  Unit unit;

  explicit Subject(const std::string& text, const HarnessOptions& options = {})
      : parsed(text), unit(*plan_unit(parsed.source, parsed.function("f"), options)) {
    write_file(directory() / "harness.c", harness_text(parsed.source, {unit}));
    build_subject(stub_toolchain(directory()),
                  {directory() / "harness.c", directory() / "subject", {}, false, false});
  }
  [[nodiscard]] const fs::path& directory() const { return parsed.scratch.path(); }

  /// What the harness prints for these values: a line "f of 1", then id:bits:value for each output.
  [[nodiscard]] std::string run(const std::vector<std::uint64_t>& values) const {
    std::vector<std::string> argv{"./subject", "0"};
    for (const auto value : values) argv.push_back(std::to_string(value));
    return must_run(argv, directory());
  }
};

/// A function that calls the unit with the exported declarations and prints what the harness printed.
std::string exported_test(const Subject& subject, const std::vector<std::uint64_t>& values,
                          const std::string& observed, int number) {
  const Unit& unit = subject.unit;
  const TestInput input{subject.parsed.source, unit, values};
  std::string text = fmt::format("static void test_{}(void) {{\n", number) + input.declarations();
  const std::string result = result_declaration(subject.parsed.source, unit);
  text += fmt::format("  {}{}({});\n", result.empty() ? "" : result + " = ", unit.name, argument_list(unit));
  text += fmt::format("  puts(\"{} of 1\");\n", unit.name);
  std::istringstream lines{observed};
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const Output& output = unit.outputs.at(std::stoul(line));
    std::string value = input.expression(output);
    if (!input.is_seen(output)) {
      text += fmt::format("  puts(\"{}\");\n", line);
      continue;
    }
    if (output.what == Output::What::Pointer) {
      const auto seen = std::stoull(line.substr(line.rfind(':') + 1));
      const auto target = input.target(output, seen);
      value = fmt::format("{} {} ? {}ull : 99", value, target.empty() ? "!= 0" : "== " + target, seen);
    }
    if (output.kind == InputVariable::Kind::Float)
      value = fmt::format("espalier_{}_bits({})", output.bits == 32 ? "float" : "double", value);
    text += fmt::format("  printf(\"%d:{}:%llu\\n\", {}, (unsigned long long)({}) & {:#x}ull);\n", output.bits,
                        std::stoul(line), value,
                        output.bits < 64 ? (std::uint64_t{1} << output.bits) - 1 : ~std::uint64_t{0});
  }
  return text + "}\n";
}

/// Values for every variable; the first round has objects everywhere, the last one nulls and top bits.
std::vector<std::uint64_t> draw(const Subject& subject, int round, int rounds, Rng& rng) {
  std::vector<std::uint64_t> values;
  for (const auto& variable : subject.unit.variables) {
    std::uint64_t value = rng.next() >> (rng.coin() ? 0 : 58);
    if (round + 1 == rounds) value |= std::uint64_t{1} << (variable.bits - 1);
    if (variable.kind == InputVariable::Kind::Choice)
      value = round == 0 ? 0 : round + 1 == rounds ? 1 : rng.below(6);
    if (variable.kind == InputVariable::Kind::Enum) {
      const auto& enumerators = subject.parsed.source.type(variable.type).enumerators;
      value = static_cast<std::uint64_t>(enumerators[rng.below(enumerators.size())].value);
    }
    values.push_back(value);
  }
  return values;
}

struct Program {
  const char* name;
  const char* text;
};
std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name; }

class Agreement : public testing::TestWithParam<Program> {};

TEST_P(Agreement, OfHarnessAndExportedTestInCAndCxx) {
  const Subject subject{GetParam().text, {.array_length = 3, .max_string = 3, .max_objects = 3, .max_depth = 1, .hints = {}}};
  Rng rng{7};
  constexpr int rounds = 6;
  std::string text = "#include <stdio.h>\n#include <stdbool.h>\n" + float_helpers() + "#include \"unit.c\"\n";
  std::string calls, expected;
  for (int round = 0; round < rounds; ++round) {
    const auto values = draw(subject, round, rounds, rng);
    const std::string observed = subject.run(values);
    ASSERT_EQ(observed.find("rejected"), std::string::npos) << "every value is allowed";
    text += exported_test(subject, values, observed, round);
    calls += fmt::format("  test_{}();\n", round);
    expected += observed;
  }
  write_file(subject.directory() / "test.c", text + "int main(void) {\n" + calls + "  return 0;\n}\n");
  must_run({"gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fwrapv", "test.c", "-o", "test_c"},
           subject.directory());
  EXPECT_EQ(must_run({"./test_c"}, subject.directory()), expected);
  must_run({"g++", "-x", "c++", "-std=gnu++17", "-Wall", "-Wextra", "-Werror", "-fwrapv", "test.c", "-o",
            "test_cxx"},
           subject.directory());
  EXPECT_EQ(must_run({"./test_cxx"}, subject.directory()), expected);
}

constexpr Program programs[] = {
    {"Integers",
     "#include <stdint.h>\nlong f(signed char a, unsigned char b, short c, uint16_t d, int e, unsigned g, "
     "int64_t h, unsigned long long i) {\n"
     "  return (long)((unsigned long)a * 3 + b * 5 + (unsigned long)c * 7 + d + (unsigned long)e * 11 + g + "
     "(unsigned long)h + i);\n}\n"},
    {"BoolAndEnum",
     "enum color { RED = -1, GREEN = 4, BLUE };\nenum color f(_Bool b, enum color c) { return b ? c : RED; "
     "}\n"},
    {"Floats", "double f(float a, double b, float v[2]) { v[0] = a; return b; }\n"},
    {"Arrays",
     "void f(int a[6], const short b[3], char m[2][2]) { for (int i = 0; i < 6; i++) a[i] = b[i % 3] + m[i % "
     "2][1]; }\n"},
    {"Pointers",
     "int *f(int *p, const unsigned char *q, long *v, int n) { if (p && q) *p = *q; if (v) v[1] += v[n & 1]; "
     "return p; }\n"},
    {"Strings",
     "int f(const char *s, char *t) { int n = 0; if (s) while (s[n]) n++; if (t) t[3] = 'x'; return n; }\n"},
    {"Structs",
     "typedef struct { double x; const int k; } point;\nenum kind { ROUND, FLAT };\nstruct shape { point "
     "p[2]; enum kind kind; struct { short a; _Bool b; }; };\n"
     "point f(struct shape s, const struct shape *c, struct shape *w) { if (w && c) { w->p[1].x = c->p[0].x; "
     "w->kind = s.kind; w->a = s.a; } return s.p[1]; }\n"},
    {"Lists",
     "struct node { int v; struct node *next; char *name; };\n"
     "int f(struct node *n) { int s = 0, k = 0; for (struct node *i = n; i && k < 5; i = i->next, k++) { s += i->v; if (i->name) "
     "{ s += i->name[0]; i->name[1] = 'q'; } i->v = 3; } if (n) n->next = 0; return s; }\n"},
    {"PointersToPointers",
     "int f(const char *const *names, int **q, int (*m)[2]) { if (m) m[0][1] = 5; if (q && *q) **q = 4; "
     "return names && names[1] ? names[1][0] : 0; }\n"},
    {"AwkwardNames",
     "enum e { x_object = 3 };\nint f(int f, int result, int p_object, int *p, enum e espalier) { if (p) *p "
     "= p_object; return f + result + (int)espalier; }\n"},
    {"BigArrays", "int f(int a[80], int (*m)[70]) { a[79] = 1; if (m) m[0][69] = a[3]; return a[78]; }\n"},
    {"QualifiersAndTypedefs",
     "typedef const int ci;\ntypedef int vec[3];\ntypedef struct node { volatile int v; struct node *const "
     "next; } *list;\n"
     "int f(const ci a, vec v, const vec w, list l, volatile int *x, int *__restrict r) { v[0] = w[1]; if "
     "(x) *x = a; if (r) *r = 1; return l ? l->v : 0; }\n"},
    {"NothingAtAll", "void f(void) {}\n"},
    {"Trees",
     "struct tree { int key; struct tree *left, *right; };\n"
     "struct tree *f(struct tree *t, struct tree *u) { if (t && t->left) { struct tree *l = t->left; t->left = "
     "l->right; l->right = t; l->key++; return l; } return u; }\n"},
    {"TypesThatPointToEachOther",
     "struct b; struct a { int x; struct b *b; }; struct b { struct a *a[2]; char c; };\n"
     "int f(struct a *p) { if (!p || !p->b) return 0; struct a *q = p->b->a[1]; if (q) { q->x = 4; p->b->a[0] = "
     "p; return 1; } return 2; }\n"},
    {"Unions",
     "union number { int i; double d; unsigned char bytes[8]; }; struct value { int tag; union { char small; "
     "union number big; struct { short x, y; }; }; union { float f; unsigned u; } same; };\n"
     "int f(union number n, struct value *v, struct value w) { if (!v) return n.i; v->big.bytes[7]++; "
     "v->same.u += 1; return v->x + w.y + w.small; }\n"},
    {"BitFields",
     "struct flags { unsigned a : 3; int b : 5; int : 0; _Bool c : 1; unsigned long d : 40; int : 3; int e; };\n"
     "int f(struct flags s, struct flags *p) { if (p) { p->a += s.a; p->b = s.b; p->d++; } return s.b + s.c + s.e; "
     "}\n"},
    {"WideNumbers",
     "typedef unsigned __int128 wide;\n__int128 f(__int128 a, wide *b, long double c, long double *d) { if (b) *b "
     "= *b * 3 + 1; if (d) *d = c / 3; return a >> 1; }\n"},
    {"Complex",
     "_Complex double f(_Complex double z, _Complex float *w) { if (w) *w = *w + 1; return z; }\n"},
    {"FlexibleArrays",
     "struct text { int n; char data[]; };\nint f(struct text *t) { if (!t) return 0; t->data[1] = 'x'; t->n = 9; "
     "return t->data[2]; }\n"},
    {"PointersIntoObjects",
     "struct two { int a, b; };\nint *f(struct two *t, int *v) { if (v) v[0] = v[1]; return t ? &t->b : v ? v + 2 : "
     "0; }\n"},
    {"Untyped",
     "int f(void *p, const void *q) { const int *x = (const int *)q; if (p) *(unsigned char *)p = 3; return x ? *x : "
     "0; }\n"},
    {"Variadic", "int f(int n, ...) { return n; }\n"},
    {"Opaque",
     "struct hidden; struct s { struct hidden *h; int x; };\n"
     "int f(struct hidden *h, struct s *s) { return h || (s && s->h) ? 1 : s ? s->x : 0; }\n"},
};
INSTANTIATE_TEST_SUITE_P(Programs, Agreement, testing::ValuesIn(programs),
                         [](const auto& info) { return info.param.name; });

TEST(Harness, RejectsValuesOutsideAnEnumeration) {
  const Subject subject{"enum e { A = -2, B, C, D = 9 };\nint f(enum e x) { return x; }\n"};
  EXPECT_EQ(subject.run({0xffffffff}), "f of 1\n0:32:4294967295\n");
  EXPECT_EQ(subject.run({9}), "f of 1\n0:32:9\n");
  EXPECT_EQ(subject.run({1}), "f of 1\nrejected\n");
  EXPECT_EQ(subject.run({0xfffffffd}), "f of 1\nrejected\n");
  const std::string text = harness_text(subject.parsed.source, {subject.unit});
  EXPECT_EQ(text.find("||"), std::string::npos);
  EXPECT_EQ(text.find("&&"), std::string::npos);
}

TEST(Harness, SkipsOutputsBehindNull) {
  const Subject subject{"int f(int *p) { if (p) *p = 7; return p ? 1 : 0; }\n"};
  EXPECT_EQ(subject.run({0, 3}), "f of 1\n0:32:1\n1:32:7\n");
  EXPECT_EQ(subject.run({1, 3}), "f of 1\n0:32:0\n");
}

TEST(Harness, RenamesMainAndCanEvenTestIt) {
  const Parsed parsed{
      "#define _GNU_SOURCE\n#include <string.h>\nint g(const char *s) { return s && strchrnul(s, 'a') != 0; "
      "}\nint main(int argc, char **argv) { return argc + (argv != 0); }\n"};
  const auto g = plan_unit(parsed.source, parsed.function("g"), {});
  const auto main_unit = plan_unit(parsed.source, parsed.function("main"), {});
  ASSERT_TRUE(g.ok() && main_unit.ok());
  const auto& directory = parsed.scratch.path();
  write_file(directory / "harness.c", harness_text(parsed.source, {*g, *main_unit}));
  build_subject(stub_toolchain(directory),
                {directory / "harness.c", directory / "subject", {}, false, false});
  EXPECT_EQ(must_run({"./subject", "0"}, directory), "g of 2\n0:32:1\n");
  const std::string ran = must_run({"./subject", "1"}, directory);
  EXPECT_TRUE(ran.starts_with("main of 2\n0:32:2\n")) << "argc 1 and argv: " << ran;
}

std::string build_error(const std::string& text, const std::vector<std::string>& flags = {},
                        std::string clang = "clang-19") {
  const ScratchDirectory scratch;
  auto toolchain = stub_toolchain(scratch.path());
  toolchain.clang = std::move(clang);
  write_file(scratch.path() / "harness.c", text);
  try {
    build_subject(toolchain, {scratch.path() / "harness.c", scratch.path() / "subject", flags, false, false});
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::DoesNotBuild);
    return error.what();
  }
  return "no error";
}

TEST(BuildSubject, ReportsTheFirstErrorInOneLine) {
  const std::string what = build_error("int x;\nint f( { }\nint y = z;\n");
  EXPECT_NE(what.find("harness.c:2: expected parameter declarator; "), std::string::npos) << what;
  EXPECT_EQ(what.find('\n'), std::string::npos);
}

TEST(BuildSubject, NamesTheFunctionThatIsNowhereDefined) {
  const std::string tables =
      "#include \"abi.h\"\n#include \"espalier.h\"\nconst struct esp_unit espalier_units[1];\nconst uint32_t "
      "espalier_unit_count;\n";
  const std::string what =
      build_error(tables + "int elsewhere(int);\nint f(int a) { return elsewhere(a); }\n");
  EXPECT_NE(what.find("harness.c: 'elsewhere' is called but not defined here; "), std::string::npos) << what;
  EXPECT_EQ(
      build_error(tables + "#ifndef __OPTIMIZE__\n#error ours\n#endif\n#if N != 4\n#error user\n#endif\n",
                  {"-O0", "-DN=4", "-g0", "-Werror"}),
      "no error");
}

TEST(BuildSubject, SaysWhichPackageHasTheCompiler) {
  EXPECT_NE(build_error("", {}, "clang-19-that-is-not-there").find("install the Debian package clang-19"),
            std::string::npos);
}

TEST(FindToolchain, NamesThePieceThatIsMissing) {
  const ScratchDirectory scratch;
  const auto message = [] {
    try {
      find_toolchain();
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::DoesNotBuild);
      return std::string{error.what()};
    }
    return std::string{"no error"};
  };
  setenv("ESPALIER_HOME", scratch.path().c_str(), 1);
  EXPECT_NE(message().find("lib/espalier/espalier_pass.so: not found; "), std::string::npos);
  write_file(scratch.path() / "lib/espalier/espalier_pass.so", "");
  write_file(scratch.path() / "lib/espalier/libespalier_runtime.a", "");
  make_writable_directory(scratch.path() / "lib/espalier/include");
  EXPECT_EQ(message(), "no error");
  EXPECT_EQ(find_toolchain().pass, scratch.path() / "lib/espalier/espalier_pass.so");
  const std::string path = getenv("PATH");
  setenv("PATH", scratch.path().c_str(), 1);
  EXPECT_NE(message().find("clang-19: not found on PATH; install the Debian package clang-19"),
            std::string::npos);
  setenv("PATH", path.c_str(), 1);
  unsetenv("ESPALIER_HOME");
}

}  // namespace
}  // namespace espalier::frontend
