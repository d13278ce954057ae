#include "frontend/source.h"

#include "support.h"

namespace espalier::frontend {
namespace {

std::string error_of(const std::string& text, ExitCode expected) {
  try {
    const Parsed parsed{text};
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), expected);
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

TEST(ParseSource, FindsDefinitionsWithTheirPlaces) {
  const Parsed parsed{
      "int declared(int);\nstatic int one(void) {\n  return 1;\n}\nint two(int a, ...) { return one() + a; "
      "}\nint three() { return 3; }\n"};
  ASSERT_EQ(parsed.source.functions.size(), 3u);
  const auto& one = parsed.function("one");
  EXPECT_TRUE(one.is_static);
  EXPECT_EQ(one.line, 2u);
  EXPECT_EQ(one.end_line, 4u);
  EXPECT_EQ(one.file, parsed.path.string());
  EXPECT_TRUE(one.in_main_file);
  EXPECT_TRUE(parsed.function("two").is_variadic);
  EXPECT_FALSE(parsed.function("three").is_variadic);
  EXPECT_EQ(parsed.source.find("declared"), nullptr);
}

TEST(ParseSource, ReadsOwnHeadersButNotThoseOfTheSystem) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "include" / "own.h",
             "static inline int half(int x) { return x ? x / 2 : 0; }\n");
  write_file(scratch.path() / "main.c",
             "#include <stdlib.h>\n#include <stddef.h>\n#include \"own.h\"\nint f(size_t n) { return half(N "
             "+ n); }\n");
  const auto source = parse_source(scratch.path() / "main.c",
                                   {"-I" + (scratch.path() / "include").string(), "-DN=4", "-O3", "-Wall"});
  ASSERT_EQ(source.functions.size(), 2u);
  EXPECT_EQ(source.functions[0].name, "half");
  EXPECT_FALSE(source.functions[0].in_main_file);
  EXPECT_EQ(source.functions[0].conditions.size(), 1u);
  EXPECT_EQ(source.type(source.functions[1].parameters[0].type).spelling, "size_t");
}

TEST(ParseSource, KnowsTheScalarTypes) {
  const Parsed parsed{
      "#include <stdint.h>\n#include <stdbool.h>\nenum e { A = -2, B, C = 7 };\n"
      "void f(char c, unsigned char u, short s, uint16_t h, int i, unsigned n, long l, uint64_t q, bool b, "
      "enum e x, float y, double z,"
      " const int k, long double w, __int128 v) {}\n"};
  const struct {
    TypeKind kind;
    unsigned bits;
    bool is_signed;
    const char* spelling;
  } expected[] = {{TypeKind::Integer, 8, true, "char"},
                  {TypeKind::Integer, 8, false, "unsigned char"},
                  {TypeKind::Integer, 16, true, "short"},
                  {TypeKind::Integer, 16, false, "uint16_t"},
                  {TypeKind::Integer, 32, true, "int"},
                  {TypeKind::Integer, 32, false, "unsigned int"},
                  {TypeKind::Integer, 64, true, "long"},
                  {TypeKind::Integer, 64, false, "uint64_t"},
                  {TypeKind::Bool, 8, false, "_Bool"},
                  {TypeKind::Enum, 32, true, "enum e"},
                  {TypeKind::Float, 32, true, "float"},
                  {TypeKind::Float, 64, true, "double"},
                  {TypeKind::Integer, 32, true, "int"},
                  {TypeKind::Float, 128, true, "long double"},
                  {TypeKind::Integer, 128, true, "__int128"}};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const Type& type = parsed.parameter_type("f", i);
    EXPECT_EQ(type.kind, expected[i].kind) << i;
    EXPECT_EQ(type.bits, expected[i].bits) << i;
    EXPECT_EQ(type.spelling, expected[i].spelling);
    if (type.kind != TypeKind::Unsupported) {
      EXPECT_EQ(type.is_signed, expected[i].is_signed) << i;
    }
  }
  EXPECT_TRUE(parsed.parameter_type("f", 12).is_const);
  const Type& enumeration = parsed.parameter_type("f", 9);
  ASSERT_EQ(enumeration.enumerators.size(), 3u);
  EXPECT_EQ(enumeration.enumerators[1].name, "B");
  EXPECT_EQ(enumeration.enumerators[1].value, -1);
}

TEST(ParseSource, KnowsArraysPointersAndStructures) {
  const Parsed parsed{
      "struct node { int value; const char *name; struct node *next; struct { int x; } in; union { int a; "
      "float b; }; int bits : 3; };\n"
      "typedef struct { double x, y; } point;\n"
      "void f(int a[6], const point *p, struct node n, int m[2][3], int v[], int (*cb)(int), point q) {}\n"};
  const Type& array = parsed.parameter_type("f", 0);
  EXPECT_EQ(array.kind, TypeKind::Array);
  EXPECT_EQ(array.count, 6u);
  const Type& pointer = parsed.parameter_type("f", 1);
  EXPECT_EQ(pointer.kind, TypeKind::Pointer);
  EXPECT_TRUE(parsed.source.type(pointer.element).is_const);
  EXPECT_EQ(parsed.source.type(pointer.element).spelling, "point");
  EXPECT_FALSE(parsed.parameter_type("f", 6).is_const);

  const Type& node = parsed.parameter_type("f", 2);
  ASSERT_EQ(node.kind, TypeKind::Struct);
  ASSERT_EQ(node.fields.size(), 6u);
  EXPECT_EQ(node.fields[0].name, "value");
  const Type& next = parsed.source.type(node.fields[2].type);
  EXPECT_EQ(next.kind, TypeKind::Pointer);
  EXPECT_EQ(parsed.source.type(next.element).fields.size(), 6u) << "the recursive type is complete";
  EXPECT_EQ(parsed.source.type(node.fields[3].type).fields.at(0).name, "x");
  EXPECT_EQ(node.fields[4].name, "");
  EXPECT_EQ(parsed.source.type(node.fields[4].type).kind, TypeKind::Union);
  EXPECT_EQ(node.fields[5].bit_width, 3);
  EXPECT_EQ(node.fields[0].bit_width, -1);

  const Type& matrix = parsed.parameter_type("f", 3);
  EXPECT_EQ(matrix.count, 2u);
  EXPECT_EQ(parsed.source.type(matrix.element).count, 3u);
  EXPECT_FALSE(parsed.parameter_type("f", 4).is_complete);
  EXPECT_EQ(parsed.source.type(parsed.parameter_type("f", 5).element).kind, TypeKind::Function);
}

TEST(ParseSource, TellsWhichPointersAreIndexed) {
  const Parsed parsed{
      "#include <string.h>\nstruct node { int v; struct node *next; };\n"
      "static int sum(const int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }\n"
      "static int first(int *v) { return v ? *v : 0; }\n"
      "int f(int *a, int *b, int *c, int *d, int *e, char *s, struct node *list, int *h) {\n"
      "  a[1] = 2; *b = 3; if (!b) return 0; c++; d = d + 1; (void)h;\n"
      "  for (struct node *n = list; n; n = n->next) *b += n->v;\n"
      "  return sum(e, 3) + first(b) + (int)strlen(s);\n}\n"};
  const auto& parameters = parsed.function("f").parameters;
  const bool expected[] = {true, false, true, true, true, true, false};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(parameters[i].indexed, expected[i]) << parameters[i].name;
}

TEST(ParseSource, NamesUnnamedParameters) {
  const Parsed parsed{"#pragma clang diagnostic ignored \"-Wall\"\nint f(int a, int) { return a; }\n",
                      {"-std=c2x"}};
  EXPECT_EQ(parsed.function("f").parameters[1].name, "p2");
}

TEST(ParseSource, ReportsTheFirstErrorWithItsLine) {
  const std::string what = error_of("int f(int a) {\n  return a +;\n}\n", ExitCode::DoesNotBuild);
  EXPECT_NE(what.find("unit.c:2: expected expression; "), std::string::npos) << what;
  EXPECT_EQ(what.find('\n'), std::string::npos) << "one line";
}

TEST(ParseSource, SaysWhatToDoAboutAMissingHeader) {
  const std::string what = error_of("#include \"nowhere.h\"\n", ExitCode::DoesNotBuild);
  EXPECT_NE(what.find("unit.c:1: 'nowhere.h' file not found; give its directory"), std::string::npos) << what;
}

TEST(ParseSource, ReportsAMissingFile) {
  try {
    parse_source("/nowhere/at/all.c", {});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::Usage);
    EXPECT_TRUE(std::string{error.what()}.starts_with("/nowhere/at/all.c: no such file; "));
  }
}

class Database : public testing::Test {
 protected:
  std::vector<std::string> flags(const std::string& json) {
    write_file(scratch.path() / "compile_commands.json", json);
    return flags_from_database(scratch.path(), scratch.path() / "src" / "a.c");
  }
  std::string error(const std::string& json) {
    try {
      flags(json);
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::Usage);
      return error.what();
    }
    return "no error";
  }
  std::string here(const std::string& path) { return (scratch.path() / path).string(); }
  ScratchDirectory scratch;
};

TEST_F(Database, GivesTheArgumentsWithAbsolutePaths) {
  EXPECT_EQ(flags(R"([{"directory": ")" + here("build") + R"(", "file": "../src/a.c", "arguments":
      ["cc", "-I../include", "-I", "x", "-DN=4", "-isystem", "/sys", "-include", "pre.h", "-c", "../src/a.c", "-o", "a.o"]}])"),
            (std::vector<std::string>{"-I" + here("include"), "-I", here("build/x"), "-DN=4", "-isystem",
                                      "/sys", "-include", here("build/pre.h")}));
}

TEST_F(Database, SplitsACommandAsTheShellDoes) {
  EXPECT_EQ(
      flags(
          R"([{"directory": ")" + here("") + R"(", "file": "src/b.c", "command": "cc -c src/b.c"},
      {"directory": ")" +
          here("") +
          R"(", "file": "src/a.c", "command": "cc '-DA=\"x y\"' -DB=\\\"q\\\" \"-DC=a b\"  -c src/a.c -MF dep -MD"}])"),
      (std::vector<std::string>{"-DA=\"x y\"", "-DB=\"q\"", "-DC=a b", "-MD"}));
}

TEST_F(Database, SaysInOneLineWhatIsWrong) {
  EXPECT_NE(error("{").find("compile_commands.json: is not a JSON array of compile commands; "),
            std::string::npos);
  EXPECT_NE(error("[3]").find("has an entry without a file; "), std::string::npos);
  EXPECT_NE(error("[]").find("compile_commands.json: does not list "), std::string::npos);
  EXPECT_NE(error(R"([{"directory": "/", "file": ")" + here("src/a.c") + R"("}])").find("has no command for"),
            std::string::npos);
  EXPECT_NE(error(R"([{"file": ")" + here("src/a.c") + R"(", "arguments": [1]}])").find("not a string"),
            std::string::npos);
  try {
    flags_from_database(scratch.path() / "none", "a.c");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::Usage);
    EXPECT_NE(std::string{error.what()}.find("cannot be read; "), std::string::npos);
  }
}

}  // namespace
}  // namespace espalier::frontend
