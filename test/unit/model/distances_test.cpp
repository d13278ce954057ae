#include "model/distances.h"

#include <gtest/gtest.h>

#include "unit/model/blocks.h"

namespace espalier::model {
namespace {

TEST(Distances, CountTheBranchesThatHaveToGoTheRightWay) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 4});
  b.block(f, {2, 4});
  b.block(f, {3, 4});
  b.block(f, {});
  b.block(f, {});
  Distances distances(b.program, f);
  distances.measure({distances.flow().block(f, 3)});
  EXPECT_EQ(distances.from(b.edge(f, 0, 0)), 2u);
  EXPECT_EQ(distances.from(b.edge(f, 1, 0)), 1u);
  EXPECT_EQ(distances.from(b.edge(f, 2, 0)), 0u);
  EXPECT_EQ(distances.from(b.edge(f, 2, 1)), Distances::infinite);
  distances.measure({distances.flow().side(b.edge(f, 1, 1))});
  EXPECT_EQ(distances.from(b.edge(f, 1, 1)), 0u) << "the side is the target";
  EXPECT_EQ(distances.from(b.edge(f, 0, 0)), 1u);
  EXPECT_EQ(distances.from(b.edge(f, 2, 0)), Distances::infinite) << "the old target is forgotten";
}

TEST(Distances, TakeTheShorterOfTwoWaysAndGoRoundLoops) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 2});
  b.block(f, {2, 2});
  b.block(f, {0, 3});
  b.block(f, {});
  Distances distances(b.program, f);
  distances.measure({distances.flow().side(b.edge(f, 1, 0))});
  EXPECT_EQ(distances.from(b.edge(f, 0, 0)), 1u);
  EXPECT_EQ(distances.from(b.edge(f, 2, 0)), 2u);
  EXPECT_EQ(distances.from(b.edge(f, 0, 1)), 3u);
  EXPECT_EQ(distances.from(b.edge(f, 2, 1)), Distances::infinite);
}

TEST(Distances, GoIntoCallsAndBackToCallers) {
  Blocks b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 2}, {"g"});
  b.block(f, {2}, {"g"});
  b.block(f, {});
  b.block(g, {1, 1});
  b.block(g, {});
  Distances distances(b.program, f);
  distances.measure({distances.flow().side(b.edge(g, 0, 1))});
  EXPECT_EQ(distances.from(b.edge(f, 0, 0)), 1u);
  EXPECT_EQ(distances.from(b.edge(f, 0, 1)), Distances::infinite);
  distances.measure({distances.flow().block(f, 1)});
  EXPECT_EQ(distances.from(b.edge(g, 0, 0)), 1u);
}

}  // namespace
}  // namespace espalier::model
