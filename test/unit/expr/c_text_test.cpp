// Terms written as C mean in C what they mean here: a compiler is asked.
#include "expr/c_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/files.h"
#include "base/process.h"
#include "expr/evaluate.h"

namespace espalier::expr {
namespace {

const std::vector<CName> kNames = {{"a", true},
                                   {"b", true},
                                   {"u", false},
                                   {"c", true},
                                   {"d", false},
                                   {"w", true},
                                   {"p == NULL", false, true},
                                   {"s", true}};

struct Terms {
  Pool pool;
  Expr a = pool.input(0, 32), b = pool.input(1, 32), u = pool.input(2, 32), c = pool.input(3, 8),
       d = pool.input(4, 8), w = pool.input(5, 64), null = pool.input(6, 1), s = pool.input(7, 16);
  Expr k(std::uint64_t value, unsigned bits = 32) { return pool.constant(value, bits); }
  Expr two(Op op, Expr x, Expr y) { return pool.binary(op, x, y); }
  [[nodiscard]] std::string text(Expr e) const { return to_c(pool, e, kNames); }
};

TEST(CText, ReadsLikeTheSource) {
  Terms t;
  EXPECT_EQ(t.text(t.two(Op::Slt, t.a, t.k(10))), "a < 10");
  EXPECT_EQ(t.text(t.pool.negate(t.two(Op::Eq, t.a, t.b))), "a != b");
  EXPECT_EQ(t.text(t.two(Op::Ult, t.u, t.k(10))), "u < 10u");
  EXPECT_EQ(t.text(t.two(Op::Ult, t.a, t.k(10))), "(unsigned)a < 10u");
  EXPECT_EQ(t.text(t.two(Op::Slt, t.two(Op::Sub, t.a, t.b), t.k(3))), "(a - b) < 3");
}

TEST(CText, TellsChoicesAsTheConditionsTheyStandFor) {
  Terms t;
  EXPECT_EQ(t.text(t.null), "p == NULL");
  EXPECT_EQ(t.text(t.pool.negate(t.null)), "p != NULL");
}

TEST(CText, CutsLongTexts) {
  Terms t;
  Expr sum = t.a;
  for (int i = 0; i < 1000; ++i) sum = t.two(Op::Xor, t.two(Op::Mul, sum, sum), t.b);
  EXPECT_LT(t.text(t.two(Op::Eq, sum, t.k(3))).size(), 2000u);
}

TEST(CText, MeansInCWhatTheTermMeans) {
  Terms t;
  Pool& p = t.pool;
  const auto wide = [&](Expr e, bool is_signed, unsigned bits) {
    return p.unary(is_signed ? Op::SExt : Op::ZExt, e, bits);
  };
  const std::vector<Expr> terms = {
      t.two(Op::Slt, t.a, t.b),
      p.negate(t.two(Op::Sle, t.a, t.b)),
      t.two(Op::Ult, t.a, t.u),
      t.two(Op::Ule, t.k(0x80000000u), t.u),
      t.two(Op::Eq, t.a, t.k(0x80000000u)),
      t.two(Op::Slt, t.two(Op::Mul, t.a, t.b), t.k(7)),
      t.two(Op::Ult, t.two(Op::Add, t.u, t.k(5)), t.k(3)),
      t.two(Op::Slt, t.two(Op::Add, t.a, t.k(0xfffffff0u)), t.b),
      t.two(Op::Eq, wide(t.c, true, 32), t.k(0xfffffff6u)),
      t.two(Op::Eq, wide(t.d, false, 32), t.k(200)),
      t.two(Op::Slt, wide(t.d, false, 32), t.a),
      t.two(Op::Ult, t.two(Op::Add, t.d, p.constant(100, 8)), p.constant(50, 8)),
      t.two(Op::Slt, wide(t.a, true, 64), t.w),
      t.two(Op::Ult, wide(t.u, false, 64), t.w),
      t.two(Op::Eq, p.extract(t.w, 8, 8), p.constant(0x7f, 8)),
      t.two(Op::Eq, p.extract(t.w, 3, 5), p.constant(9, 5)),
      t.two(Op::Slt, p.extract(t.w, 0, 32), t.a),
      t.two(Op::Eq, t.two(Op::LShr, t.a, t.k(28)), t.k(15)),
      t.two(Op::Slt, t.two(Op::AShr, t.a, t.k(4)), t.k(0xffffff00u)),
      t.two(Op::Eq, t.two(Op::And, t.u, t.k(0xff)), t.two(Op::Or, t.a, t.k(1))),
      t.two(Op::Slt, p.select(t.two(Op::Slt, t.a, t.b), t.a, t.b), t.k(2)),
      t.two(Op::And, t.two(Op::Slt, t.a, t.b), p.negate(t.two(Op::Eq, t.c, p.constant(1, 8)))),
      p.negate(t.two(Op::Or, t.two(Op::Slt, t.a, t.b), t.two(Op::Eq, t.c, p.constant(1, 8)))),
      t.two(Op::Slt, wide(t.two(Op::Add, t.s, p.constant(0x7fff, 16)), true, 32), t.k(5)),
  };
  const std::vector<std::uint64_t> numbers = {
      0,      1,      5,          200,         0x7f,        0x80,        0xf6,
      0x7fff, 0x8000, 0x7fffffff, 0x80000000u, 0xfffffff0u, 0xffffffffu, 0x7f0000007f48u};
  std::string body;
  for (std::size_t i = 0; i < terms.size(); ++i)
    body += fmt::format("  putchar('0' + !!({}));\n", t.text(terms[i]));
  std::string program =
      "#include <stdio.h>\n#include <stddef.h>\n"
      "static void all(int a, int b, unsigned u, signed char c, unsigned char d, long w, short s) {\n" +
      body + "  putchar('\\n');\n}\nint main(void) {\n";
  std::string expected;
  Evaluator evaluate(p);
  for (std::size_t i = 0; i < 400; ++i) {
    const auto pick = [&](std::size_t n, unsigned bits) {
      const auto value = numbers[(i * (2 * n + 3) + n * n * 5 + i / 7) % numbers.size()];
      return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
    };
    const Input input{
        {pick(0, 32), pick(1, 32), pick(2, 32), pick(3, 8), pick(4, 8), pick(5, 64), 0, pick(7, 16)}};
    evaluate.reset(input);
    for (const Expr term : terms) expected += evaluate(term) != 0 ? '1' : '0';
    expected += '\n';
    program += fmt::format("  all((int){}u, (int){}u, {}u, (signed char){}, {}, (long){}ul, (short){});\n",
                           input[0], input[1], input[2], input[3], input[4], input[5], input[7]);
  }
  const ScratchDirectory scratch;
  write_file(scratch.path() / "terms.c", program + "  return 0;\n}\n");
  const auto binary = (scratch.path() / "terms").string();
  const auto compiled =
      run_command({.argv = {"gcc", "-w", "-fwrapv", (scratch.path() / "terms.c").string(), "-o", binary}});
  ASSERT_TRUE(compiled.ok()) << compiled.err << body;
  std::istringstream got(run_command({.argv = {binary}}).out), wanted(expected);
  std::string line, other;
  for (int row = 0; std::getline(wanted, other); ++row) {
    ASSERT_TRUE(std::getline(got, line));
    for (std::size_t i = 0; i < terms.size(); ++i)
      ASSERT_EQ(line[i], other[i]) << "row " << row << ": " << t.text(terms[i]) << "  for  "
                                   << to_text(p, terms[i]);
  }
}

}  // namespace
}  // namespace espalier::expr
