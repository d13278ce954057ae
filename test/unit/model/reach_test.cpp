#include <gtest/gtest.h>

#include "model/model.h"

namespace espalier::model {
namespace {

Function function(std::string name, std::vector<std::string> calls, std::uint32_t module = 0,
                  bool is_static = false) {
  Function f{std::move(name), {}, 0, is_static, module, {}, {}};
  f.blocks.push_back({TerminatorKind::Return, {}, no_site, {}, std::move(calls)});
  return f;
}

TEST(ReachableFunctions, FollowsCallsTransitivelyAndThroughCycles) {
  Program program;
  program.functions = {function("a", {"b"}), function("b", {"c", "puts"}), function("c", {"a"}),
                       function("d", {"a"})};
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0, 1, 2}));
  EXPECT_EQ(reachable_functions(program, 3), (std::vector<FunctionId>{0, 1, 2, 3}));
}

TEST(ReachableFunctions, ReachesEverythingThroughIndirectCallsAndCallbacks) {
  for (const char* callee : {"*", "qsort"}) {
    Program program;
    program.functions = {function("a", {callee}), function("b", {}), function("c", {})};
    EXPECT_EQ(reachable_functions(program, 0).size(), 3u) << callee;
  }
}

TEST(ReachableFunctions, CountsWhatRunsAroundMainAsCalledByIt) {
  Program program;
  program.functions = {function("main", {}), function("constructor", {"helper"}), function("helper", {}),
                       function("other", {})};
  program.functions[1].around_main = true;
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0, 1, 2}));
  EXPECT_EQ(reachable_functions(program, 3), (std::vector<FunctionId>{3}));
}

TEST(ReachableFunctions, ReachesEverythingOfAWholeProgramThroughLibrariesThatMayCallBack) {
  Program program;
  program.functions = {function("main", {"deflateInit_"}), function("alloc", {})};
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0}));
  program.sites.push_back({.kind = SiteKind::Call,
                           .function = 0,
                           .block = 0,
                           .first = 0,
                           .count = 1,
                           .location = {},
                           .operand_location = {},
                           .values = {},
                           .what = {}});
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0, 1}));
  program.functions[0].name = "unit";  // of which we hold all that could be called back
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0}));
}

TEST(ReachableFunctions, PrefersTheStaticFunctionOfTheCallersModule) {
  Program program;
  program.functions = {function("a", {"help"}, 1), function("help", {}, 0, true),
                       function("help", {}, 1, true)};
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0, 2}));
  program.functions[2].name = "other";
  EXPECT_EQ(reachable_functions(program, 0), (std::vector<FunctionId>{0}))
      << "not visible from another module";
}

TEST(ReachableBlocks, LeavesOutWhatNoJumpLeadsTo) {
  Function f = function("a", {});
  f.blocks = {{TerminatorKind::Jump, {2}, no_site, {}, {}},
              {TerminatorKind::Jump, {2}, no_site, {}, {}},
              {TerminatorKind::Return, {}, no_site, {}, {}}};
  EXPECT_EQ(reachable_blocks(f), (std::vector<bool>{true, false, true}));
}

}  // namespace
}  // namespace espalier::model
