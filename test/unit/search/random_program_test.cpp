// Random programs over a few bits of input, explored to exhaustion and compared with running every
// input: the same paths, the same covered sides, all others infeasible, no mismatch.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "base/rng.h"
#include "search/campaign.h"
#include "search/strategy.h"
#include "unit/execute/simulated.h"
#include "unit/search/stand_ins.h"

namespace espalier::search {
namespace {

using namespace simulated;
using expr::Op;

constexpr unsigned width = 3;       // of inputs and variables
constexpr std::uint32_t inputs = 3;
constexpr std::size_t variables = 4;

using Memory = std::vector<Value>;

/// A statement; `next` runs after it.
struct Statement {
  enum class Kind { Assign, If, Loop, Switch, Divide, Reject } kind = Kind::Assign;
  model::SiteId site = 0;
  Op op = Op::Add;
  std::size_t target = 0, a = 0, b = 0;
  std::uint64_t constant = 0;
  bool against_constant = false;
  std::vector<std::vector<Statement>> arms;
};
using Program = std::vector<Statement>;

class Generator {
 public:
  Generator(Rng& rng, Sites& sites) : rng_(rng), sites_(sites) {}

  Program block(unsigned depth) {
    Program result;
    const std::uint64_t count = 1 + rng_.below(4);
    for (std::uint64_t i = 0; i < count; ++i) result.push_back(statement(depth));
    return result;
  }

 private:
  Statement statement(unsigned depth) {
    using enum Statement::Kind;
    Statement s;
    const std::uint64_t draw = rng_.below(depth == 0 ? 4 : 12);
    s.kind = draw < 3    ? Assign
             : draw == 3 ? Divide
             : draw < 8  ? If
             : draw < 9  ? Loop
             : draw < 11 ? Switch
                         : Reject;
    constexpr Op arithmetic[] = {Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor};
    constexpr Op comparisons[] = {Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Slt, Op::Sle};
    s.op = s.kind == Assign ? arithmetic[rng_.below(6)] : comparisons[rng_.below(6)];
    s.target = rng_.below(variables);
    s.a = rng_.below(variables);
    s.b = rng_.below(variables);
    s.constant = rng_.below(1u << width);
    s.against_constant = rng_.below(2) == 0;
    switch (s.kind) {
      case Assign:
        break;
      case Divide:
        s.site = sites_.check("division by zero");
        break;
      case If:
        s.site = sites_.branch();
        s.arms = {block(depth - 1), block(depth - 1)};
        break;
      case Loop:
      case Reject:
        s.site = sites_.branch();
        if (s.kind == Loop) s.arms = {block(depth - 1)};
        break;
      case Switch: {
        const std::uint64_t first = rng_.below(5);
        s.site = sites_.switch_over({first, first + 1, first + 3}, width);
        s.arms = {block(depth - 1), block(depth - 1), {}, block(depth - 1)};
        break;
      }
    }
    return s;
  }

  Rng& rng_;
  Sites& sites_;
};

void run(const Program& program, Memory& memory, Tracer& t) {
  using enum Statement::Kind;
  for (const Statement& s : program) {
    const Value other = s.against_constant ? Tracer::constant(s.constant, width) : memory[s.b];
    switch (s.kind) {
      case Assign:
        memory[s.target] = t.binary(s.op, memory[s.a], other);
        break;
      case If:
        run(s.arms[t.branch(s.site, t.binary(s.op, memory[s.a], other)) ? 0 : 1], memory, t);
        break;
      case Loop:  // at most three rounds, so that all programs end
        for (int i = 0; i < 3 && t.branch(s.site, t.binary(s.op, memory[s.a], other)); ++i)
          run(s.arms[0], memory, t);
        break;
      case Switch:
        run(s.arms[t.choose(s.site, memory[s.a])], memory, t);
        break;
      case Divide:
        if (t.branch(s.site, t.binary(Op::Eq, memory[s.a], Tracer::constant(0, width))))
          t.stop(ESP_CRASH, 8, s.site);
        memory[s.target] = t.binary(Op::UDiv, other, memory[s.a]);
        break;
      case Reject:
        if (t.branch(s.site, t.binary(s.op, memory[s.a], other))) t.stop(ESP_REJECTED);
        break;
    }
  }
}

void compare_with_every_input(std::uint64_t seed, const std::string& strategy) {
  Rng rng(seed);
  Sites sites;
  const Program program = Generator(rng, sites).block(3);
  const Body body = [&](Tracer& t) {
    Memory memory;
    for (std::uint32_t i = 0; i < inputs; ++i) memory.push_back(t.input(i, width));
    memory.resize(variables, Tracer::constant(0, width));
    run(program, memory, t);
  };

  // The truth.
  std::set<std::vector<model::EdgeId>> paths;
  std::set<model::EdgeId> edges;
  constexpr esp_telling tellings[] = {ESP_TELL_NOTHING, ESP_TELL_LATELY, ESP_TELL_TRACE};
  Machine machine(sites.program, body, tellings[seed % std::size(tellings)]);
  for (std::uint64_t n = 0; n < (1u << (width * inputs)); ++n) {
    Input input;
    for (std::uint32_t i = 0; i < inputs; ++i) input.set(i, (n >> (i * width)) & ((1u << width) - 1));
    if (machine(input).status == ESP_REJECTED) continue;
    paths.insert(machine.tracer().edges());
    edges.insert(machine.tracer().edges().begin(), machine.tracer().edges().end());
  }

  expr::Pool pool;
  BruteForce solver(pool);
  solver.bits = width;
  const EverySide criterion(sites.program);
  const std::atomic<bool> interrupted = false;
  const Outcome outcome = explore(
      {[&](const Input& input) { return machine(input); }, pool, solver, sites.program, criterion},
      {.strategy = strategy, .budget = std::chrono::minutes{5}, .depth = 0, .exhaustive = true}, interrupted);

  EXPECT_TRUE(outcome.mismatches.empty()) << outcome.mismatches.front();
  EXPECT_TRUE(outcome.exhausted);
  EXPECT_EQ(outcome.paths, paths.size());
  for (coverage::GoalId goal = 0; goal < criterion.goals().size(); ++goal) {
    const model::EdgeId edge = criterion.goals()[goal].edges[0];
    EXPECT_EQ(outcome.verdicts[goal].verdict, edges.contains(edge) ? Verdict::Covered : Verdict::Infeasible)
        << "edge " << edge << ": " << outcome.verdicts[goal].why;
  }
}

class RandomPrograms : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomPrograms, AreExploredExactlyAsRunningEveryInputShows) {
  compare_with_every_input(GetParam(), "dfs");
}

class SomeRandomPrograms : public RandomPrograms {};

TEST_P(SomeRandomPrograms, AreExploredExactlyByEveryStrategy) {
  for (const StrategyEntry& entry : strategies()) {
    if (entry.name == "draw") continue;  // it needs a graph of blocks
    SCOPED_TRACE(entry.name);
    compare_with_every_input(GetParam(), std::string(entry.name));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range<std::uint64_t>(0, 300));
INSTANTIATE_TEST_SUITE_P(Seeds, SomeRandomPrograms, testing::Range<std::uint64_t>(0, 30));

}  // namespace
}  // namespace espalier::search
