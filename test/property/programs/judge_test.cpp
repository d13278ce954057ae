// Who judges the judge?  Its reachable sets are compared with llvm-cov's branch counts on the plain
// text, which share no line of code with record.h; its path counts with programs counted by hand.
#include "property/programs/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process.h"
#include "base/rng.h"
#include "property/programs/generate.h"
#include "property/programs/shrink.h"

namespace espalier::property {
namespace {

using enum Expr::Kind;

std::vector<Program> programs(std::uint64_t seed, std::size_t count) {
  Rng rng(seed);
  std::vector<Program> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(generate_program(rng, fmt::format("f{}", i)));
  return made;
}

// A possible trap; llvm-cov derives some counts by subtraction, which a trap in between falsifies.
bool may_trap(Program program) {
  bool found = false;
  for_each_expr(program, [&](Expr& expr) {
    found = found || (expr.kind == Divide && expr.operands[1].kind != Constant);
  });
  return found;
}

TEST(Generator, TheSameSeedGivesTheSamePrograms) {
  EXPECT_EQ(print(programs(7, 20)).plain, print(programs(7, 20)).plain);
  EXPECT_NE(print(programs(7, 20)).plain, print(programs(8, 20)).plain);
}

TEST(Generator, EveryProgramIsWellFormed) {
  for (const auto& program : programs(3, 300)) EXPECT_TRUE(is_well_formed(program)) << print({program}).plain;
}

TEST(Generator, UsesEveryKindOfExpressionAndStatement) {
  std::set<Expr::Kind> exprs;
  std::set<Stmt::Kind> stmts;
  for (auto program : programs(5, 100)) {
    for_each_expr(program, [&](Expr& expr) { exprs.insert(expr.kind); });
    for_each_block(program.functions.back().body, [&](Block& block) {
      for (const auto& stmt : block) stmts.insert(stmt.kind);
    });
  }
  EXPECT_EQ(exprs.size(), 21u);
  EXPECT_EQ(stmts.size(), 7u);
}

TEST(Shrinker, EverySmallerProgramIsWellFormedAndShorterOrSimpler) {
  for (const auto& program : programs(11, 3)) {
    const auto smaller = smaller_programs(program);
    EXPECT_GT(smaller.size(), 20u);
    for (const auto& candidate : smaller) EXPECT_TRUE(is_well_formed(candidate));
  }
}

TEST(Shrinker, ReducesAProgramToTheDivisionThatMatters) {
  const auto divides = [](const Program& program) {
    return print({program}).plain.find(" % ") != std::string::npos;
  };
  Rng rng(1);
  Program program = generate_program(rng, "f");
  while (!divides(program)) program = generate_program(rng, "f");
  const std::string text = print({shrink(program, divides, 5000)}).plain;
  EXPECT_LT(std::ranges::count(text, '\n'), 12) << text;
}

Expr variable(const char* name, Type type) { return {.kind = Variable, .type = type, .name = name}; }
Expr number(std::int64_t value) { return {.kind = Constant, .type = Type::I32, .value = value}; }
Expr binary(Expr::Kind kind, const char* op, Expr a, Expr b) {
  return {.kind = kind, .name = op, .operands = {a, b}};
}
Expr leaf(Expr tested) { return {.kind = Leaf, .operands = {tested}}; }

Program unit_of(Type type, Block body) {
  Program program;
  program.functions.push_back(
      {.name = "f", .result = Type::I32, .parameters = {{.name = "a", .type = type}}, .body = body});
  return program;
}

TEST(Judge, CountsThePathsOfALoopOverThreeBits) {
  // for (i = 0; i < 3 && (a & 7) > i; i++) ;   leaves after 0, 1, 2 or 3 rounds
  const Expr i = variable("i", Type::I32);
  const Expr low = binary(Binary, "&", variable("a", Type::U8), number(7));
  Stmt loop{
      .kind = Stmt::Kind::Loop,
      .name = "i",
      .exprs = {binary(And, "", leaf(binary(Binary, "<", i, number(3))), leaf(binary(Binary, ">", low, i)))},
      .bodies = {{}}};
  const Program program = unit_of(Type::U8, {loop, {.kind = Stmt::Kind::Return, .exprs = {number(0)}}});
  ASSERT_TRUE(is_well_formed(program));
  const ScratchDirectory directory;
  const auto judged = judge(print({program}), directory.path());
  ASSERT_TRUE(judged.ok()) << judged.error();
  EXPECT_EQ(judged->front().paths, 4);
  EXPECT_EQ(judged->front().reachable.size(), 4u);
}

TEST(Judge, TellsTheTwoTrapsOfADivisionApart) {
  // if (a < 0) {}  return (INT_MIN + (a == 0)) / a;    a = 0 traps, a = -1 traps otherwise
  const Expr a = variable("a", Type::I8);
  const Expr dividend = binary(Binary, "+", number(INT32_MIN), binary(Binary, "==", a, number(0)));
  const Program program =
      unit_of(Type::I8, {{.kind = Stmt::Kind::Return, .exprs = {binary(Divide, "/", dividend, a)}}});
  ASSERT_TRUE(is_well_formed(program));
  const ScratchDirectory directory;
  const auto judged = judge(print({program}), directory.path());
  ASSERT_TRUE(judged.ok()) << judged.error();
  EXPECT_EQ(judged->front().paths, 3);
}

TEST(Judge, GivesUpOnLoopsWithoutEnd) {
  Stmt loop{.kind = Stmt::Kind::Loop,
            .name = "i",
            .exprs = {leaf(binary(Binary, "==", variable("a", Type::U8), number(1)))},
            .bodies = {{}},
            .shape = Stmt::Shape::While};
  const Program program = unit_of(Type::U8, {loop, {.kind = Stmt::Kind::Return, .exprs = {number(0)}}});
  const ScratchDirectory directory;
  const auto judged = judge(print({program}), directory.path());
  ASSERT_TRUE(judged.ok()) << judged.error();
  EXPECT_EQ(judged->front().paths, -1);
}

// --- llvm-cov ---------------------------------------------------------------------------------

// Runs every unit on all inputs without recording anything: the counters of clang do.
std::string driver_text(const std::vector<Program>& programs) {
  std::string text = "#include \"plain.c\"\nint main(void) {\n";
  for (const auto& program : programs) {
    std::string arguments;
    for (const auto& parameter : program.unit().parameters) {
      text += fmt::format("  for (int {0} = 0; {0} < {1}; {0}++)\n", parameter.name,
                          parameter.type == Type::Bool ? 2 : 256);
      arguments += (arguments.empty() ? "" : ", ") + parameter.name;
    }
    text += fmt::format("    {}({});\n", program.unit().name, arguments);
  }
  return text + "}\n";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_mark(const Source& source, Mark mark) {
  return std::ranges::any_of(source.marks, [&](const std::set<Mark>& marks) { return marks.contains(mark); });
}

std::set<Mark> marks_of_llvm_cov(const std::vector<Program>& programs, const Source& source,
                                 const std::filesystem::path& directory) {
  const auto run = [&](std::vector<std::string> argv) {
    return run_command({.argv = std::move(argv),
                        .directory = directory.string(),
                        .environment = {"LLVM_PROFILE_FILE=" + (directory / "raw").string()}});
  };
  write_file(directory / "plain.c", source.plain);
  write_file(directory / "driver.c", driver_text(programs));
  const auto compiled = run({"clang-19", "-std=gnu11", "-O0", "-fwrapv", "-w", "-fprofile-instr-generate",
                             "-fcoverage-mapping", "driver.c", "-o", "driver"});
  EXPECT_TRUE(compiled.ok()) << compiled.err;
  EXPECT_TRUE(run({"./driver"}).ok());
  EXPECT_TRUE(run({"llvm-profdata-19", "merge", "raw", "-o", "profile"}).ok());
  const auto exported = run({"llvm-cov-19", "export", "driver", "-instr-profile=profile"});
  EXPECT_TRUE(exported.ok()) << exported.err;

  std::set<Mark> marks;
  const auto coverage = nlohmann::json::parse(exported.out);
  for (const auto& file : coverage["data"][0]["files"]) {
    if (!file["filename"].get<std::string>().ends_with("plain.c")) continue;
    for (const auto& branch : file["branches"]) {
      const auto line = branch[0].get<std::uint32_t>();
      if (!is_mark(source, {line, Side::True})) {  // a label: its "true" is that the switch jumped to it
        const Side side = is_mark(source, {line, Side::Case}) ? Side::Case : Side::Default;
        if (branch[4].get<std::uint64_t>() > 0) marks.insert({line, side});
        continue;
      }
      if (branch[4].get<std::uint64_t>() > 0) marks.insert({line, Side::True});
      if (branch[5].get<std::uint64_t>() > 0) marks.insert({line, Side::False});
    }
  }
  return marks;
}

// Writes to globals survive from run to run in the driver above, not so for the judge.
bool writes_globals(const Program& program) {
  return std::ranges::any_of(program.globals, [](const Declaration& global) { return !global.is_const; });
}

TEST(Judge, AgreesWithTheBranchCountsOfLlvmCov) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    auto sample = programs(seed, 40);
    std::erase_if(sample,
                  [](const Program& program) { return may_trap(program) || writes_globals(program); });
    ASSERT_GE(sample.size(), 3u);
    const Source source = print(sample);
    const ScratchDirectory directory;
    const auto judged = judge(source, directory.path());
    ASSERT_TRUE(judged.ok()) << judged.error();
    std::set<Mark> ours;
    for (const auto& judgement : *judged) ours.insert(judgement.reachable.begin(), judgement.reachable.end());
    EXPECT_GT(ours.size(), 30u);
    const auto theirs = marks_of_llvm_cov(sample, source, directory.path());
    const auto lines = lines_of(source.plain);
    std::vector<Mark> differing;
    std::ranges::set_symmetric_difference(ours, theirs, std::back_inserter(differing));
    for (const auto& mark : differing)
      ADD_FAILURE() << (ours.contains(mark) ? "only the judge reaches" : "only llvm-cov reaches") << " the "
                    << to_text(mark.side) << " side of: " << lines[mark.line - 1];
  }
}

}  // namespace

}  // namespace espalier::property
