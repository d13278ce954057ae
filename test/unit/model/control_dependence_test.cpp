#include "model/control_dependence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/model/blocks.h"

namespace espalier::model {
namespace {

std::vector<BlockId> sorted(std::vector<BlockId> blocks) {
  std::ranges::sort(blocks);
  return blocks;
}

TEST(ControlDependence, HoldsTheArmsOfABranchAndNotWhatFollowsIt) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 3});
  b.block(f, {2, 2});  // in the arm
  b.block(f, {3});
  b.block(f, {});
  ControlDependence dependence(b.program);
  EXPECT_EQ(sorted(dependence.blocks(b.edge(f, 0, 0))), (std::vector<BlockId>{1, 2}));
  EXPECT_TRUE(dependence.blocks(b.edge(f, 0, 1)).empty());
  EXPECT_TRUE(dependence.blocks(b.edge(f, 1, 0)).empty()) << "either side leads to the same";
}

TEST(ControlDependence, OfALoopIsItsBodyAndItsCondition) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 2});
  b.block(f, {0});
  b.block(f, {});
  ControlDependence dependence(b.program);
  EXPECT_EQ(sorted(dependence.blocks(b.edge(f, 0, 0))), (std::vector<BlockId>{0, 1}));
}

TEST(ControlDependence, CountsNestedBranchesAndCalledFunctionsOnce) {
  Blocks b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 4}, {}, 100);
  b.block(f, {2, 3}, {"g"}, 1);
  b.block(f, {3}, {"g"}, 10);
  b.block(f, {4}, {}, 20);
  b.block(f, {}, {}, 1'000);
  b.block(g, {1, 1}, {"f"}, 3);
  b.block(g, {}, {}, 4);
  ControlDependence dependence(b.program);
  const std::uint32_t all = 100 + 1 + 10 + 20 + 1'000 + 3 + 4;  // g calls f again
  EXPECT_EQ(dependence.statements(b.edge(f, 0, 0)), all);
  b.program.functions[g].blocks[0].calls.clear();
  ControlDependence without(b.program);
  EXPECT_EQ(without.statements(b.edge(f, 0, 0)), 1u + 10 + 20 + 3 + 4);
  EXPECT_EQ(without.statements(b.edge(f, 1, 0)), 10u + 3 + 4);
  EXPECT_EQ(without.statements(b.edge(f, 0, 1)), 0u);
}

TEST(ControlDependence, EndsInLoopsWithoutAnEnd) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 2}, {}, 1);
  b.block(f, {1}, {}, 5);  // for ever
  b.block(f, {}, {}, 7);
  ControlDependence dependence(b.program);
  EXPECT_EQ(dependence.statements(b.edge(f, 0, 0)), 5u);
  EXPECT_EQ(dependence.statements(b.edge(f, 0, 1)), 7u);
}

}  // namespace
}  // namespace espalier::model
