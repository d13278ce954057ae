#include "frontend/unit.h"

#include <bit>
#include <cmath>

#include "support.h"

namespace espalier::frontend {
namespace {

Unit plan(const Parsed& parsed, const std::string& name, const HarnessOptions& options = {}) {
  const auto unit = plan_unit(parsed.source, parsed.function(name), options);
  if (!unit) throw std::runtime_error(unit.error());
  return *unit;
}

std::vector<std::string> names(const Unit& unit) {
  std::vector<std::string> found;
  for (const auto& variable : unit.variables) found.push_back(variable.name);
  return found;
}

std::vector<std::string> outputs(const Unit& unit) {
  std::vector<std::string> found;
  for (const auto& output : unit.outputs) found.push_back(output.expression);
  return found;
}

using Names = std::vector<std::string>;

TEST(PlanUnit, GivesAVariableToEachScalar) {
  const Parsed parsed{
      "enum e { A, B };\nint f(int a, _Bool b, enum e c, float d, unsigned char u) { return a; }\n"};
  const Unit unit = plan(parsed, "f");
  EXPECT_EQ(names(unit), (Names{"a", "b", "c", "d", "u"}));
  using Kind = InputVariable::Kind;
  const Kind kinds[] = {Kind::Integer, Kind::Bool, Kind::Enum, Kind::Float, Kind::Integer};
  const unsigned bits[] = {32, 1, 32, 32, 8};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(unit.variables[i].kind, kinds[i]);
    EXPECT_EQ(unit.variables[i].bits, bits[i]);
  }
  EXPECT_TRUE(unit.variables[0].is_signed);
  EXPECT_FALSE(unit.variables[4].is_signed);
  EXPECT_EQ(outputs(unit), (Names{"result"}));
}

TEST(PlanUnit, OfNoParametersIsEmpty) {
  const Parsed parsed{"void f(void) {}\nint g() { return 1; }\n"};
  EXPECT_TRUE(plan(parsed, "f").variables.empty());
  EXPECT_TRUE(plan(parsed, "f").outputs.empty());
  EXPECT_EQ(outputs(plan(parsed, "g")), (Names{"result"}));
}

TEST(PlanUnit, TakesFixedArraysAsGivenAndPointersAsNullOrObject) {
  const Parsed parsed{
      "void f(int a[3], int *p, const int *q) { *p = a[0] + *q; }\nint g(int *p, int n) { return p[n]; }\n"};
  const Unit unit = plan(parsed, "f");
  EXPECT_EQ(names(unit), (Names{"a[0]", "a[1]", "a[2]", "p is null", "*p", "q points to", "*q"}));
  EXPECT_EQ(outputs(unit), (Names{"a[0]", "a[1]", "a[2]", "p_object"})) << "nobody can write through q";
  EXPECT_EQ(unit.outputs[3].variable, 4);
  EXPECT_EQ(names(plan(parsed, "g", {.array_length = 2})), (Names{"p is null", "p[0]", "p[1]", "n"}));
}

TEST(PlanUnit, TakesTheObjectsOfAStructureFromOnePool) {
  const Parsed parsed{
      "struct node { int v[2]; struct { short x; } in; struct node *next; };\n"
      "int f(struct node s, struct node *p) { return s.v[0] + p->v[1]; }\n"};
  EXPECT_EQ(names(plan(parsed, "f", {.max_objects = 2})),
            (Names{"s.v[0]", "s.v[1]", "s.in.x", "s.next points to", "node_1.v[0]", "node_1.v[1]", "node_1.in.x",
                   "node_1.next points to", "node_2.v[0]", "node_2.v[1]", "node_2.in.x", "node_2.next points to",
                   "p points to"}));
}

TEST(PlanUnit, MakesNoMoreObjectsThanPointersCanReach) {
  const Parsed parsed{
      "struct point { int x; }; struct line { struct point *from, *to; };\n"
      "int f(struct line *l) { return l->from->x; }\nint g(struct point *p) { return p->x; }\n"};
  const Unit lines = plan(parsed, "f", {.max_objects = 9});
  ASSERT_EQ(lines.pools.size(), 2u);
  EXPECT_EQ(lines.pools[0].names, (Names{"l_object"}));
  EXPECT_EQ(lines.pools[1].names, (Names{"point_1", "point_2"}));
  EXPECT_EQ(names(plan(parsed, "g")), (Names{"p is null", "p->x"}));
}

TEST(PlanUnit, FollowsPointersToADepth) {
  const Parsed parsed{
      "struct c { int x; }; struct b { struct c *c; }; struct a { struct b *b; };\nint f(struct a *p) { return "
      "p != 0; }\n"};
  EXPECT_EQ(plan(parsed, "f", {.max_depth = 2}).pools.size(), 3u);
  const Unit shallow = plan(parsed, "f", {.max_depth = 1});
  EXPECT_EQ(shallow.pools.size(), 2u);
  EXPECT_EQ(shallow.bounds, (Names{"pointers null beyond 1 links"}));
}

TEST(PlanUnit, LetsPointersShareObjectsUnlessTheyAreRestrict) {
  const Parsed parsed{
      "void f(int *a, int *b, int *restrict c, long *d) { *a = *b = *c = (int)*d; }\n"
      "struct s { int x; };\nvoid g(struct s *a, struct s *b) { a->x = b->x; }\n"
      "void h(struct s *restrict a, struct s *restrict b) { a->x = b->x; }\n"};
  EXPECT_EQ(names(plan(parsed, "f")), (Names{"a is null", "*a", "b points to", "*b", "c is null", "*c",
                                             "d is null", "*d"}));
  const Unit shared = plan(parsed, "g");
  EXPECT_EQ(shared.parameters[1].choice.shared, (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(plan(parsed, "h").parameters[1].choice.shared.empty());
}

TEST(PlanUnit, GivesLargeStructuresFewerObjects) {
  const Parsed parsed{"struct big { int v[1500]; struct big *next; };\nint f(struct big *b) { return b->v[0]; }\n"};
  const Unit unit = plan(parsed, "f");
  EXPECT_EQ(unit.pools[0].objects.size(), 2u);
  EXPECT_EQ(unit.bounds, (Names{"at most 2 objects of struct big (--max-objects)"}));
}

TEST(PlanUnit, EndsStringsWithAZeroThatIsNoInput) {
  const Parsed parsed{"int f(const char *s) { int n = 0; while (*s++) n++; return n; }\n"};
  const Unit unit = plan(parsed, "f", {.max_string = 2});
  EXPECT_EQ(names(unit), (Names{"s is null", "s[0]", "s[1]"}));
  EXPECT_EQ(declarations_text(parsed.source, unit, {0, 'h', 'i'}),
            "  char s_object[3] = \"hi\";\n  const char *s = s_object;\n");
}

struct Refused {
  const char* name;
  const char* text;
  const char* reason;
};
std::ostream& operator<<(std::ostream& out, const Refused& refused) { return out << refused.name; }

class Refusal : public testing::TestWithParam<Refused> {};

TEST_P(Refusal, NamesTheParameterAndTheReason) {
  const Parsed parsed{GetParam().text};
  const auto unit = plan_unit(parsed.source, parsed.function("f"), {});
  ASSERT_FALSE(unit.ok());
  EXPECT_TRUE(unit.error().starts_with(GetParam().reason)) << unit.error();
  EXPECT_NE(unit.error().find("; "), std::string::npos) << "what to do";
}

constexpr Refused refusals[] = {
    {"ListOfArguments", "#include <stdarg.h>\nint f(va_list x) { return va_arg(x, int); }",
     "parameter 'x' of 'f' is a list of variable arguments"},
    {"Huge", "int f(int a[100000]) { return a[0]; }", "parameter 'a' of 'f' has more than 4096 values"},
};
INSTANTIATE_TEST_SUITE_P(Units, Refusal, testing::ValuesIn(refusals),
                         [](const auto& info) { return info.param.name; });

TEST(PlanUnit, AvoidsNamesThatMeanSomethingElse) {
  const Parsed parsed{
      "enum e { RED };\nint f(int f, int result, int p_object, int *p, int class, enum e RED_) { return f + "
      "*p; }\n"};
  const Unit unit = plan(parsed, "f");
  EXPECT_EQ(argument_list(unit), "f_, result, p_object, p_, class_, RED_");
  EXPECT_NE(unit.result_name, "result");
  EXPECT_EQ(unit.outputs[0].expression, unit.result_name);
}

std::string int_literal(unsigned bits, bool is_signed, std::uint64_t value) {
  const Parsed parsed{"void f(void) {}"};
  return literal(parsed.source, 0, InputVariable::Kind::Integer, bits, is_signed, value);
}

TEST(Literal, WritesIntegersExactly) {
  EXPECT_EQ(int_literal(32, true, static_cast<std::uint64_t>(-3)), "-3");
  EXPECT_EQ(int_literal(32, true, 0x80000000), "(-2147483647 - 1)");
  EXPECT_EQ(int_literal(32, false, 0xffffffff), "4294967295u");
  EXPECT_EQ(int_literal(8, true, 0xff), "-1");
  EXPECT_EQ(int_literal(8, false, 0xff), "255");
  EXPECT_EQ(int_literal(64, true, std::uint64_t{1} << 63), "(-9223372036854775807ll - 1)");
  EXPECT_EQ(int_literal(64, false, ~std::uint64_t{0}), "18446744073709551615ull");
  EXPECT_EQ(int_literal(64, true, std::uint64_t{1} << 40), "1099511627776ll");
}

TEST(Literal, WritesFloatsExactly) {
  const Parsed parsed{"void f(void) {}"};
  const auto single = [&](float x) {
    return literal(parsed.source, 0, InputVariable::Kind::Float, 32, true, std::bit_cast<std::uint32_t>(x));
  };
  const auto wide = [&](double x) {
    return literal(parsed.source, 0, InputVariable::Kind::Float, 64, true, std::bit_cast<std::uint64_t>(x));
  };
  EXPECT_EQ(single(1.5f), "1.5f");
  EXPECT_EQ(single(3), "3.0f");
  EXPECT_EQ(wide(-0.0), "-0.0");
  EXPECT_EQ(wide(0.1), "0.1");
  EXPECT_EQ(std::stod(wide(1e300 / 3)), 1e300 / 3);
  EXPECT_EQ(wide(INFINITY), "espalier_double(0x7ff0000000000000ull)");
  EXPECT_TRUE(uses_float_helpers(single(NAN)));
  EXPECT_FALSE(uses_float_helpers(single(1)));
}

TEST(Literal, NamesEnumerators) {
  const Parsed parsed{"enum e { RED = 3, LOW = -1 };\nint f(enum e x) { return x; }\n"};
  const TypeId type = parsed.function("f").parameters[0].type;
  EXPECT_EQ(literal(parsed.source, type, InputVariable::Kind::Enum, 32, true, 3), "RED");
  EXPECT_EQ(literal(parsed.source, type, InputVariable::Kind::Enum, 32, true, 0xffffffff), "LOW");
  EXPECT_EQ(literal(parsed.source, type, InputVariable::Kind::Enum, 32, true, 9), "(enum e)9");
}

TEST(Declaration, WritesDeclaratorsInsideOut) {
  const Parsed parsed{
      "typedef int *ip; void f(int (*m)[3], const char *const *v, ip p, const int a[2][2], int *k[4], const "
      "int c) {}\n"};
  const auto declared = [&](std::size_t i) {
    return declaration(parsed.source, parsed.function("f").parameters[i].type, "x");
  };
  EXPECT_EQ(declared(0), "int (*x)[3]");
  EXPECT_EQ(declared(1), "const char *const *x");
  EXPECT_EQ(declared(2), "ip x");
  EXPECT_EQ(declared(3), "const int x[2][2]");
  EXPECT_EQ(declared(4), "int *x[4]");
  EXPECT_EQ(declared(5), "const int x");
  EXPECT_EQ(object_declaration(parsed.source, parsed.function("f").parameters[3].type, "x"), "int x[2][2]");
  EXPECT_EQ(object_declaration(parsed.source, parsed.function("f").parameters[5].type, "x"), "int x");
}

}  // namespace
}  // namespace espalier::frontend
