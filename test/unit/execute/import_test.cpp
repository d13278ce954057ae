#include "execute/import.h"

#include <gtest/gtest.h>

#include "expr/semantics.h"
#include "unit/execute/simulated.h"

namespace espalier::execute {
namespace {

using expr::Expr;
using expr::Op;
using simulated::Machine;
using simulated::Sites;
using simulated::Tracer;
using simulated::Value;

struct ImportTest : testing::Test {
  Sites sites;
  expr::Pool pool;
  model::SiteId branch = sites.branch(), cases = sites.switch_over({1, 250}, 8);
  model::SiteId lost = sites.approximation("call of 'rand'");
  Expr x = pool.input(0, 8);
  Input input{{7, 9}};

  Importer::Outcome import(const simulated::Body& body, esp_telling telling = ESP_TELL_NOTHING) {
    Machine machine(sites.program, body, telling);
    const execute::Run run = machine(input);
    return Importer(pool, sites.program).import(run, input);
  }
  model::EdgeId edge(model::SiteId site, std::uint32_t side) const {
    return sites.program.sites[site].first + side;
  }
};

TEST_F(ImportTest, TurnsATraceIntoTermsOfThePool) {
  const auto outcome = import([&](Tracer& t) {
    const Value sum = t.binary(Op::Add, t.input(0, 8), t.constant(3, 8));
    t.branch(branch, t.binary(Op::Ult, t.constant(9, 8), sum));
    t.choose(cases, sum);
  });
  ASSERT_EQ(outcome.mismatch, "");
  ASSERT_EQ(outcome.path.steps.size(), 2u);
  const Expr sum = pool.binary(Op::Add, x, pool.constant(3, 8));
  EXPECT_EQ(outcome.path.steps[0],
            (Step{edge(branch, 0), pool.binary(Op::Ult, pool.constant(9, 8), sum), 0}));
  EXPECT_EQ(outcome.path.steps[1], (Step{edge(cases, 2), sum, 0}));
  EXPECT_FALSE(outcome.path.approximate_from);
  EXPECT_FALSE(outcome.path.cut);
}

TEST_F(ImportTest, KeepsConcreteBranchesOfFullTraces) {
  const auto outcome = import([&](Tracer& t) { t.branch(branch, t.constant(1, 1)); }, ESP_TELL_TRACE);
  ASSERT_EQ(outcome.path.steps.size(), 1u);
  EXPECT_FALSE(outcome.path.steps[0].value);
}

TEST_F(ImportTest, GivesEveryStepTheConcreteSidesRightBeforeIt) {
  const model::EdgeId symbolic = edge(branch, 1), yes = edge(cases, 0), no = edge(cases, 1);
  const esp_node nodes[] = {{}, {ESP_OP_Input, 8, 0, 0, 0, 0, 0, 7}, {ESP_OP_Ult, 1, 0, 1, 0, 0, 5, 0}};
  const esp_record trace[] = {
      {2, symbolic}, {yes, ESP_EDGE_PASSED}, {no, ESP_EDGE_PASSED}, {2, symbolic}, {no, ESP_EDGE_PASSED},
      {2, symbolic}, {yes, ESP_EDGE_PASSED}, {no, ESP_EDGE_PASSED}, {2, symbolic}, {no, ESP_EDGE_PASSED}};
  execute::Run run;
  run.trace = trace;
  run.nodes = nodes;
  Importer importer(pool, sites.program);
  for (int repeated = 0; repeated < 2; ++repeated) {
    const auto [path, mismatch] = importer.import(run, input);
    ASSERT_EQ(mismatch, "");
    ASSERT_EQ(path.steps.size(), 4u);
    const auto before = [&](std::size_t i) {
      const auto sides = importer.stretches()[path.steps[i].stretch];
      return std::vector(sides.begin(), sides.end());
    };
    EXPECT_TRUE(before(0).empty()) << "what came after the last step of the run before is not its own";
    EXPECT_EQ(before(1), (std::vector{yes, no}));
    EXPECT_EQ(before(2), std::vector{no});
    EXPECT_EQ(path.steps[3].stretch, path.steps[1].stretch);
  }
}

TEST_F(ImportTest, KeepsNoStretchesBelowTheDepthLimit) {
  const model::EdgeId symbolic = edge(branch, 1), yes = edge(cases, 0);
  const esp_node nodes[] = {{}, {ESP_OP_Input, 8, 0, 0, 0, 0, 0, 7}, {ESP_OP_Ult, 1, 0, 1, 0, 0, 5, 0}};
  const esp_record trace[] = {{yes, ESP_EDGE_PASSED}, {2, symbolic},          {yes, ESP_EDGE_PASSED},
                              {2, symbolic},          {yes, ESP_EDGE_PASSED}, {2, symbolic}};
  execute::Run run;
  run.trace = trace;
  run.nodes = nodes;
  const auto [path, mismatch] = Importer(pool, sites.program, 1).import(run, input);
  ASSERT_EQ(mismatch, "");
  ASSERT_EQ(path.steps.size(), 3u);
  EXPECT_NE(path.steps[1].stretch, model::no_stretch) << "one choice above it";
  EXPECT_EQ(path.steps[2].stretch, model::no_stretch) << "two";
}

TEST_F(ImportTest, RefusesAConcreteSideThatNoSiteOwns) {
  const esp_record trace[] = {{1000, ESP_EDGE_PASSED}};
  execute::Run run;
  run.trace = trace;
  EXPECT_NE(Importer(pool, sites.program).import(run, input).mismatch, "");
}

TEST_F(ImportTest, GivesEveryStepTheCallsThatWereOpen) {
  const model::SiteId outer = sites.call(), inner = sites.call();
  const model::EdgeId step = edge(branch, 1), out = edge(outer, 0), in = edge(inner, 0);
  const esp_node nodes[] = {{}, {ESP_OP_Input, 8, 0, 0, 0, 0, 0, 7}, {ESP_OP_Ult, 1, 0, 1, 0, 0, 5, 0}};
  const esp_record trace[] = {{2, step},
                              {0, out},
                              {0, in},
                              {2, step},
                              {1, ESP_EDGE_UNWIND},
                              {0, in},
                              {2, step},
                              {ESP_TOO_DEEP, ESP_EDGE_UNWIND},
                              {2, step},
                              {0, ESP_EDGE_UNWIND},
                              {0, in},
                              {2, step}};
  execute::Run run;
  run.trace = trace;
  run.nodes = nodes;
  Importer importer(pool, sites.program);
  const auto [path, mismatch] = importer.import(run, input);
  ASSERT_EQ(mismatch, "");
  ASSERT_EQ(path.contexts.size(), path.steps.size());
  ASSERT_EQ(path.contexts.size(), 5u);
  const model::Contexts& contexts = importer.contexts();
  EXPECT_EQ(path.contexts[0], model::root_context);
  EXPECT_EQ(contexts.height(path.contexts[1]), 2u);
  EXPECT_EQ(contexts.call(path.contexts[1]), inner);
  EXPECT_EQ(contexts.call(contexts.below(path.contexts[1])), outer);
  EXPECT_EQ(path.contexts[2], path.contexts[1]) << "the same stack again";
  EXPECT_EQ(path.contexts[3], model::no_context);
  EXPECT_EQ(contexts.height(path.contexts[4]), 1u);
  EXPECT_EQ(importer.import(run, input).path.contexts[1], path.contexts[1]) << "also in the next run";
}

TEST_F(ImportTest, CountsAConditionThatSimplifiesToAConstantAsConcrete) {
  const auto outcome = import([&](Tracer& t) {
    const Value x = t.input(0, 8);
    t.branch(branch, t.binary(Op::Eq, t.binary(Op::Sub, x, x), t.constant(0, 8)));
  });
  ASSERT_EQ(outcome.mismatch, "");
  ASSERT_EQ(outcome.path.steps.size(), 1u);
  EXPECT_FALSE(outcome.path.steps[0].value);
}

TEST_F(ImportTest, MarksWhereExactnessIsLost) {
  const auto outcome = import([&](Tracer& t) {
    const Value odd = t.binary(Op::Ult, t.input(0, 8), t.constant(100, 8));
    t.branch(branch, odd);
    t.approximate(lost);
    t.branch(branch, odd);
  });
  EXPECT_EQ(outcome.path.approximate_from, 1u);
  EXPECT_EQ(outcome.path.approximated_at, lost);
  EXPECT_EQ(outcome.path.steps.size(), 2u) << "losing a concrete value is no step";
}

TEST_F(ImportTest, RecordsAPinnedTermWithItsValue) {
  const auto outcome = import([&](Tracer& t) { t.approximate(lost, t.input(1, 8)); });
  ASSERT_EQ(outcome.path.steps.size(), 1u);
  EXPECT_EQ(outcome.path.steps[0], (Step{edge(lost, 0), pool.input(1, 8), 9}));
  EXPECT_EQ(outcome.path.approximate_from, 0u);
}

TEST_F(ImportTest, FindsABranchThatDoesNotFollowItsCondition) {
  const auto outcome =
      import([&](Tracer& t) { t.lie(branch, t.binary(Op::Ult, t.input(0, 8), t.constant(100, 8)), 1); });
  for (const char* part : {"branch at f.c:11:5 in f", "took side 1", "value 1", "x0"})
    EXPECT_NE(outcome.mismatch.find(part), std::string::npos) << part << " is not in: " << outcome.mismatch;
  EXPECT_TRUE(outcome.path.steps.empty());
}

TEST_F(ImportTest, FindsASwitchThatTookTheWrongCase) {
  EXPECT_NE(import([&](Tracer& t) { t.lie(cases, t.input(0, 8), 1); }).mismatch, "");
  EXPECT_EQ(import([&](Tracer& t) { t.lie(cases, t.input(0, 8), 2); }).mismatch, "");
}

TEST_F(ImportTest, FindsAConcreteValueThatTheTermDoesNotHave) {
  esp_node nodes[3] = {};
  nodes[1] = {ESP_OP_Input, 8, 0, 0, 0, 0, 0, 7};
  nodes[2] = {ESP_OP_Ult, 1, 0, 1, 0, 0, 3, 0};
  const esp_record trace[] = {{2, edge(branch, 1)}};
  execute::Run run;
  run.nodes = nodes;
  run.trace = trace;
  EXPECT_EQ(Importer(pool, sites.program).import(run, input).mismatch, "");
  nodes[2].value = 1;
  EXPECT_NE(Importer(pool, sites.program).import(run, input).mismatch, "");
}

TEST_F(ImportTest, CallsEveryMalformedTraceAMismatch) {
  const esp_node good = {ESP_OP_Input, 8, 0, 0, 0, 0, 0, 7};
  const auto complains = [&](const esp_node& node, esp_record record) {
    const esp_node nodes[] = {{}, good, node};
    execute::Run run;
    run.nodes = nodes;
    run.trace = {&record, 1};
    return !Importer(pool, sites.program).import(run, input).mismatch.empty();
  };
  const esp_record fine{0, edge(branch, 0)};
  EXPECT_FALSE(complains(good, fine));
  EXPECT_TRUE(complains({ESP_OP_COUNT, 8, 0, 1, 0, 0, 0, 0}, fine)) << "unknown operator";
  EXPECT_TRUE(complains({ESP_OP_Add, 8, 0, 1, 2, 0, 0, 0}, fine)) << "operand is itself";
  EXPECT_TRUE(complains({ESP_OP_Add, 8, 0, 1, 900, 0, 0, 0}, fine)) << "operand out of range";
  EXPECT_TRUE(complains({ESP_OP_Add, 16, 0, 1, 0, 0, 0, 0}, fine)) << "widths";
  EXPECT_TRUE(complains({ESP_OP_Add, 0, 0, 1, 0, 0, 0, 0}, fine)) << "no bits";
  EXPECT_TRUE(complains({ESP_OP_Add, 8, 0, 0, 0, 0, 0, 0}, fine)) << "two constants";
  EXPECT_TRUE(complains({ESP_OP_Ult, 8, 0, 1, 0, 0, 0, 0}, fine)) << "comparison of 8 bits";
  EXPECT_TRUE(complains({ESP_OP_ZExt, 16, 0, 0, 0, 0, 5, 0}, fine)) << "constant operand of one";
  EXPECT_TRUE(complains({ESP_OP_ZExt, 4, 0, 1, 0, 0, 0, 0}, fine)) << "narrowing";
  EXPECT_TRUE(complains({ESP_OP_Extract, 8, 0, 1, 0, 0, 1, 0}, fine)) << "past the end";
  EXPECT_TRUE(complains({ESP_OP_Concat, 8, 0, 1, 0, 0, 0, 0}, fine)) << "no room for the constant";
  EXPECT_TRUE(complains({ESP_OP_FAdd, 8, 0, 1, 0, 0, 0, 0}, fine)) << "no such floating-point type";
  EXPECT_TRUE(complains({ESP_OP_Select, 8, 0, 1, 1, 0, 0, 0}, fine)) << "condition of 8 bits";
  EXPECT_TRUE(complains(good, {3, edge(branch, 0)})) << "label out of range";
  EXPECT_TRUE(complains(good, {0, sites.program.edge_count()})) << "edge out of range";
  EXPECT_TRUE(complains(good, {1, edge(branch, 0)})) << "condition of 8 bits";
}

TEST_F(ImportTest, ReusesThePrefixOfThePreviousRunWhateverItsValues) {
  Machine machine(sites.program, [&](Tracer& t) {
    const Value x = t.input(0, 8);
    const bool small = t.branch(branch, t.binary(Op::Ult, x, t.constant(8, 8)));
    t.choose(cases, t.binary(small ? Op::Add : Op::Mul, x, t.constant(3, 8)));
    if (!small) t.branch(branch, t.binary(Op::Eq, x, t.constant(77, 8)));
  });
  Importer importer(pool, sites.program);
  // Alternate between the two paths, so that prefixes shrink and grow; a fresh importer is the judge.
  for (const std::uint64_t value : {7, 200, 3, 3, 77, 201, 0}) {
    const Input next{{value}};
    const execute::Run run = machine(next);
    const auto reused = importer.import(run, next);
    const auto fresh = Importer(pool, sites.program).import(run, next);
    EXPECT_EQ(reused.mismatch, "");
    EXPECT_EQ(reused.path.steps, fresh.path.steps);
  }
}

TEST_F(ImportTest, GoesOnAfterAMalformedRun) {
  Importer importer(pool, sites.program);
  const esp_node bad[] = {{}, {ESP_OP_Input, 8, 0, 0, 0, 0, 0, 7}, {ESP_OP_Add, 8, 0, 1, 9, 0, 0, 0}};
  execute::Run run;
  run.nodes = bad;
  EXPECT_NE(importer.import(run, input).mismatch, "");
  Machine machine(sites.program,
                  [&](Tracer& t) { t.branch(branch, t.binary(Op::Ult, t.input(0, 8), t.constant(8, 8))); });
  EXPECT_EQ(importer.import(machine(input), input).mismatch, "");
}

TEST_F(ImportTest, CallsTheWholePathApproximateWhenTheNodeTableWasFull) {
  Machine machine(sites.program,
                  [&](Tracer& t) { t.branch(branch, t.binary(Op::Ult, t.input(0, 8), t.constant(8, 8))); });
  execute::Run run = machine(input);
  run.cut = ESP_CUT_NODES;
  const auto outcome = Importer(pool, sites.program).import(run, input);
  EXPECT_TRUE(outcome.path.cut);
  EXPECT_EQ(outcome.path.approximate_from, 0u);
}

TEST_F(ImportTest, SideConstraintsPartitionAllValues) {
  for (const model::SiteId site : {branch, cases}) {
    const unsigned bits = site == branch ? 1 : 8;
    const Expr value = pool.input(5, bits);
    const model::Site& s = sites.program.sites[site];
    for (std::uint64_t v = 0; v <= expr::mask_of(bits); ++v) {
      Input one;
      one.set(5, v);
      expr::Evaluator evaluate(pool);
      for (std::uint32_t side = 0; side < s.count; ++side) {
        const Expr constraint = side_constraint(pool, s, value, side);
        evaluate.reset(one);
        EXPECT_EQ(evaluate(constraint), side_of_value(s, v) == side ? 1u : 0u);
      }
    }
  }
}

}  // namespace
}  // namespace espalier::execute
