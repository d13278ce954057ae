#include "solve/tape.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "expr/evaluate.h"
#include "property/terms/random_terms.h"

namespace espalier::solve {
namespace {

// One variable after the other is changed, forth and back: whatever is kept must be what computing all anew
// gives.
TEST(Valuation, HasTheValuesOfTheInputAfterAnyChanges) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    expr::Pool pool;
    test::RandomTerms terms(pool, rng, {});
    for (int i = 0; i < 60; ++i) terms.draw();
    std::vector<expr::Expr> constraints;
    for (int i = 0; i < 5; ++i)
      constraints.push_back(terms.all()[static_cast<std::size_t>(terms.draw(1))].term);
    Tape tape(pool);
    Valuation values(tape);
    expr::Evaluator evaluate(pool);
    for (int query = 0; query < 2; ++query) {
      tape.load(constraints);
      Input input = terms.random_input();
      values.start(input);
      for (int change = 0; change < 20 && !tape.variables().empty(); ++change) {
        const std::size_t v = rng.below(tape.variables().size());
        const std::uint64_t value = terms.random_input()[tape.variables()[v].number];
        input.set(tape.variables()[v].number, value);
        values.set(v, value);
        evaluate.reset(input);
        for (std::size_t i = 0; i < constraints.size(); ++i)
          ASSERT_EQ(values[tape.constraints()[i]], evaluate(constraints[i]))
              << "round " << round << ", change " << change;
      }
      constraints.pop_back();
    }
  }
}

// More variables than there are bits in a word.
TEST(Tape, TellsWhichStepsDependOnAVariable) {
  expr::Pool pool;
  std::vector<expr::Expr> constraints;
  for (std::uint32_t i = 0; i < 150; ++i) {
    const expr::Expr sum = pool.binary(expr::Op::Add, pool.input(i, 8), pool.input(i * 7 % 150, 8));
    constraints.push_back(pool.binary(expr::Op::Ult, sum, pool.constant(9, 8)));
  }
  Tape tape(pool);
  for (int query = 0; query < 2; ++query) {
    tape.load(constraints);
    ASSERT_EQ(tape.variables().size(), 150U - static_cast<unsigned>(query));
    for (std::size_t v = 0; v < tape.variables().size(); ++v) {
      std::vector<bool> depends(tape.steps().size());
      std::vector<Tape::Position> users;
      for (Tape::Position p = 1; p < tape.steps().size(); ++p) {
        const Tape::Step& step = tape[p];
        depends[p] = step.op == expr::Op::Input
                         ? tape.variable_at(p) == v
                         : step.op != expr::Op::Const && (depends[step.a] || depends[step.b]);
        if (depends[p]) users.push_back(p);
      }
      EXPECT_EQ(tape.users(v), users) << v;
    }
    // Without the first, which is about one variable alone.
    constraints.erase(constraints.begin());
  }
}

TEST(Tape, TellsWhichStepsUseAStep) {
  expr::Pool pool;
  const expr::Expr x = pool.input(0, 8), y = pool.input(1, 8);
  const expr::Expr sum = pool.binary(expr::Op::Add, x, y), product = pool.binary(expr::Op::Mul, x, sum);
  Tape tape(pool);
  tape.load(std::vector{pool.binary(expr::Op::Ult, sum, product)});
  for (Tape::Position p = 1; p < tape.steps().size(); ++p) {
    std::vector<Tape::Position> users;
    for (Tape::Position user = p + 1; user < tape.steps().size(); ++user)
      if (tape[user].op != expr::Op::Input && (tape[user].a == p || tape[user].b == p)) users.push_back(user);
    const auto uses = tape.uses(p);
    EXPECT_EQ(std::vector(uses.begin(), uses.end()), users) << p;
  }
}

}  // namespace
}  // namespace espalier::solve
