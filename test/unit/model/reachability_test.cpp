#include "model/reachability.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/rng.h"

namespace espalier::model {
namespace {

/// Programs block by block.
struct Builder {
  Program program;

  FunctionId function(const std::string& name) {
    const auto id = static_cast<FunctionId>(program.functions.size());
    program.functions.push_back({name, {"f.c", 1, 1}, 0, false, 0, {}, {}});
    site(SiteKind::Entry, id, 0, 1);
    return id;
  }
  SiteId site(SiteKind kind, FunctionId function, BlockId block, std::uint32_t count) {
    const auto id = static_cast<SiteId>(program.sites.size());
    program.sites.push_back({kind, function, block, program.edge_count(), count, {}, {}, {}, 0, ""});
    program.site_of_edge.resize(program.site_of_edge.size() + count, id);
    program.functions[function].sites.push_back(id);
    return id;
  }
  /// A block; two successors make it a branch, none a return.
  BlockId block(FunctionId f, std::vector<BlockId> successors, std::vector<std::string> calls = {}) {
    auto& blocks = program.functions[f].blocks;
    const auto id = static_cast<BlockId>(blocks.size());
    const auto kind = successors.size() == 2   ? TerminatorKind::Branch
                      : successors.size() == 1 ? TerminatorKind::Jump
                                               : TerminatorKind::Return;
    blocks.push_back({kind, std::move(successors), no_site, {}, std::move(calls)});
    if (kind == TerminatorKind::Branch) blocks[id].site = site(SiteKind::Branch, f, id, 2);
    for (std::uint32_t i = 0; i < blocks[id].calls.size(); ++i)
      program.sites[site(SiteKind::Call, f, id, 1)].call = i;
    return id;
  }
  [[nodiscard]] EdgeId edge(FunctionId f, BlockId b, std::uint32_t side) const {
    return program.sites[program.functions[f].blocks[b].site].first + side;
  }
  [[nodiscard]] SiteId call(FunctionId f, BlockId b, std::uint32_t position = 0) const {
    for (const SiteId id : program.functions[f].sites) {
      const Site& site = program.sites[id];
      if (site.kind == SiteKind::Call && site.block == b && site.call == position) return id;
    }
    return no_site;
  }
};

TEST(Reachability, SeesWhatLiesBehindASideAndNotWhatLiesBesideIt) {
  Builder b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 2});
  b.block(f, {3});
  b.block(f, {3});
  b.block(f, {});
  Contexts contexts;
  Reachability ahead(b.program, {{f, {1}}});
  EXPECT_TRUE(ahead.from(b.edge(f, 0, 0), contexts, root_context));
  EXPECT_FALSE(ahead.from(b.edge(f, 0, 1), contexts, root_context));
}

TEST(Reachability, ForgetsAWitnessThatIsReachedAndFindsAnother) {
  Builder b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 3});
  b.block(f, {2});
  b.block(f, {3});
  b.block(f, {});
  Contexts contexts;
  Reachability ahead(b.program, {{f, {1}}, {f, {2}}});
  const EdgeId edge = b.edge(f, 0, 0);
  EXPECT_TRUE(ahead.from(edge, contexts, root_context));
  ahead.reached(0);
  EXPECT_TRUE(ahead.from(edge, contexts, root_context));
  ahead.reached(1);
  EXPECT_FALSE(ahead.from(edge, contexts, root_context));
  EXPECT_EQ(ahead.left(), 0u);
}

TEST(Reachability, GoesBackAroundALoop) {
  Builder b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 2});
  b.block(f, {0});
  b.block(f, {});
  Contexts contexts;
  Reachability ahead(b.program, {{f, {0}}});
  EXPECT_TRUE(ahead.from(b.edge(f, 0, 0), contexts, root_context));
  EXPECT_FALSE(ahead.from(b.edge(f, 0, 1), contexts, root_context));
}

TEST(Reachability, ReturnsToTheActualCallerOnly) {
  // g is called from two places; the target lies behind one of them.
  Builder b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 2});
  b.block(f, {3}, {"g"});
  b.block(f, {4}, {"g"});
  b.block(f, {});
  b.block(f, {});
  b.block(g, {1, 1});
  b.block(g, {});
  Contexts contexts;
  const ContextId first = contexts.push(root_context, b.call(f, 1));
  const ContextId second = contexts.push(root_context, b.call(f, 2));
  Reachability ahead(b.program, {{f, {3}}});
  EXPECT_TRUE(ahead.from(b.edge(g, 0, 0), contexts, first));
  EXPECT_FALSE(ahead.from(b.edge(g, 0, 0), contexts, second));
  EXPECT_FALSE(ahead.from(b.edge(g, 0, 0), contexts, second)) << "asked again";
  EXPECT_TRUE(ahead.from(b.edge(g, 0, 0), contexts, no_context)) << "who knows";
}

TEST(Reachability, KnowsWhichCallsOfABlockAreStillToCome) {
  Builder b;
  const FunctionId f = b.function("f"), g = b.function("g"), h = b.function("h");
  b.block(f, {}, {"g", "h", "g"});
  b.block(g, {1, 1});
  b.block(g, {});
  b.block(h, {});
  Contexts contexts;
  Reachability ahead(b.program, {{h, {0}}});
  EXPECT_TRUE(ahead.from(b.edge(g, 0, 0), contexts, contexts.push(root_context, b.call(f, 0, 0))));
  EXPECT_FALSE(ahead.from(b.edge(g, 0, 0), contexts, contexts.push(root_context, b.call(f, 0, 2))));
}

TEST(Reachability, FollowsTheCallGraphThroughRecursion) {
  Builder b;
  const FunctionId f = b.function("f"), g = b.function("g"), h = b.function("h");
  b.block(f, {1, 2});
  b.block(f, {2}, {"g"});
  b.block(f, {});
  b.block(g, {}, {"h", "g"});
  b.block(h, {}, {"f"});
  Contexts contexts;
  Reachability ahead(b.program, {{h, {0}}});
  EXPECT_TRUE(ahead.from(b.edge(f, 0, 0), contexts, root_context));
  EXPECT_FALSE(ahead.from(b.edge(f, 0, 1), contexts, root_context));
}

TEST(Reachability, TakesAnIndirectCallForACallOfAnything) {
  for (const char* callee : {"*", "qsort"}) {
    Builder b;
    const FunctionId f = b.function("f"), g = b.function("g");
    b.block(f, {1, 2});
    b.block(f, {2}, {callee});
    b.block(f, {});
    b.block(g, {});
    Contexts contexts;
    Reachability ahead(b.program, {{g, {0}}});
    EXPECT_TRUE(ahead.from(b.edge(f, 0, 0), contexts, root_context)) << callee;
    EXPECT_FALSE(ahead.from(b.edge(f, 0, 1), contexts, root_context)) << callee;
  }
}

TEST(Reachability, ExpectsALibraryFunctionToCallBackAgain) {
  Builder b;
  const FunctionId f = b.function("f"), g = b.function("compare");
  b.block(f, {}, {"qsort"});
  b.block(g, {1, 2});
  b.block(g, {});
  b.block(g, {});
  Contexts contexts;
  Reachability ahead(b.program, {{g, {1}}});
  EXPECT_TRUE(ahead.from(b.edge(g, 0, 1), contexts, contexts.push(root_context, b.call(f, 0))));
}

TEST(Reachability, GivesUpWhereControlLeavesTheModel) {
  for (const char* callee : {"longjmp", "atexit", "signal"}) {
    Builder b;
    const FunctionId f = b.function("f"), g = b.function("g");
    b.block(f, {1, 2});
    b.block(f, {});
    b.block(f, {});
    b.block(g, {}, {callee});
    Contexts contexts;
    Reachability ahead(b.program, {{g, {0}}});
    EXPECT_TRUE(ahead.from(b.edge(f, 0, 0), contexts, root_context)) << callee;
    ahead.reached(0);
    EXPECT_FALSE(ahead.from(b.edge(f, 0, 0), contexts, root_context)) << callee;
  }
}

TEST(Reachability, DoesNotHopeForCodeThatNoWayLeadsTo) {
  Builder b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 2});
  b.block(f, {2}, {"g"});
  b.block(f, {});
  b.block(g, {});
  b.block(g, {});  // dead
  Contexts contexts;
  Reachability ahead(b.program, {{g, {1}}});
  EXPECT_FALSE(ahead.from(b.edge(f, 0, 0), contexts, root_context));
}

// The same question asked naively: sets of everything, no memory, no witnesses.
class Naive {
 public:
  Naive(const Program& program, const std::vector<Target>& targets) : program_(program), targets_(targets) {}

  bool from(EdgeId edge, const Contexts& contexts, ContextId context, const std::set<TargetId>& left) {
    const Site& site = program_.site(edge);
    std::set<TargetId> found;
    BlockId next = program_.functions[site.function].blocks[site.block].successors[edge - site.first];
    FunctionId function = site.function;
    bool returns = collect(function, next, found);
    for (; returns && context != root_context; context = contexts.below(context)) {
      const Site& call = program_.sites[contexts.call(context)];
      function = call.function;
      const Block& block = program_.functions[function].blocks[call.block];
      add_block(function, call.block, call.call + 1, found);
      returns = block.successors.empty();
      for (const BlockId successor : block.successors) returns |= collect(function, successor, found);
    }
    return std::ranges::any_of(found, [&](TargetId t) { return left.contains(t); });
  }

 private:
  void add_block(FunctionId f, BlockId b, std::size_t from_call, std::set<TargetId>& found) {
    for (TargetId t = 0; t < targets_.size(); ++t)
      if (targets_[t].function == f && std::ranges::find(targets_[t].blocks, b) != targets_[t].blocks.end())
        found.insert(t);
    const Block& block = program_.functions[f].blocks[b];
    for (std::size_t i = from_call; i < block.calls.size(); ++i)
      for (const FunctionId callee :
           reachable_functions(program_, program_.find(block.calls[i]) - program_.functions.data()))
        for (TargetId t = 0; t < targets_.size(); ++t) {
          const auto live = reachable_blocks(program_.functions[callee]);
          if (targets_[t].function == callee &&
              std::ranges::any_of(targets_[t].blocks, [&](BlockId in) { return live[in]; }))
            found.insert(t);
        }
  }
  bool collect(FunctionId f, BlockId start, std::set<TargetId>& found) {
    std::set<BlockId> seen{start};
    std::vector<BlockId> work{start};
    bool returns = false;
    while (!work.empty()) {
      const BlockId b = work.back();
      work.pop_back();
      add_block(f, b, 0, found);
      const Block& block = program_.functions[f].blocks[b];
      returns |= block.terminator == TerminatorKind::Return;
      for (const BlockId s : block.successors)
        if (seen.insert(s).second) work.push_back(s);
    }
    return returns;
  }
  const Program& program_;
  const std::vector<Target>& targets_;
};

class RandomGraphs : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomGraphs, AreAnsweredAsTheNaiveSearchAnswers) {
  Rng rng(GetParam());
  Builder b;
  const FunctionId functions = 1 + static_cast<FunctionId>(rng.below(5));
  for (FunctionId f = 0; f < functions; ++f) b.function("f" + std::to_string(f));
  for (FunctionId f = 0; f < functions; ++f) {
    const auto blocks = 1 + rng.below(7);
    for (BlockId block = 0; block < blocks; ++block) {
      std::vector<BlockId> successors(block + 1 == blocks ? 0 : 1 + rng.below(2));
      for (BlockId& s : successors) s = static_cast<BlockId>(rng.below(blocks));
      std::vector<std::string> calls;
      while (rng.below(4) == 0) calls.push_back("f" + std::to_string(rng.below(functions)));
      b.block(f, std::move(successors), std::move(calls));
    }
  }
  std::vector<Target> targets;
  for (std::uint64_t i = 0; i < 1 + rng.below(6); ++i) {
    const auto f = static_cast<FunctionId>(rng.below(functions));
    targets.push_back({f, {static_cast<BlockId>(rng.below(b.program.functions[f].blocks.size()))}});
  }
  // Stacks that agree with the calls on them: a context and the function it leads to.
  Contexts contexts;
  std::vector<std::pair<ContextId, FunctionId>> stacks{{root_context, 0}};
  for (std::size_t i = 0; i < stacks.size() && stacks.size() < 40; ++i)
    for (const SiteId id : b.program.functions[stacks[i].second].sites) {
      const Site& site = b.program.sites[id];
      if (site.kind != SiteKind::Call) continue;
      const std::string& callee = b.program.functions[site.function].blocks[site.block].calls[site.call];
      stacks.emplace_back(contexts.push(stacks[i].first, id),
                          static_cast<FunctionId>(b.program.find(callee) - b.program.functions.data()));
    }

  Reachability ahead(b.program, targets);
  Naive naive(b.program, targets);
  std::set<TargetId> left;
  for (TargetId t = 0; t < targets.size(); ++t) left.insert(t);
  for (;;) {
    for (const auto& [context, function] : stacks)
      for (BlockId block = 0; block < b.program.functions[function].blocks.size(); ++block) {
        if (b.program.functions[function].blocks[block].successors.size() != 2) continue;
        for (const std::uint32_t side : {0u, 1u}) {
          const EdgeId edge = b.edge(function, block, side);
          ASSERT_EQ(ahead.from(edge, contexts, context), naive.from(edge, contexts, context, left))
              << "function " << function << " block " << block << " side " << side << ", " << left.size()
              << " left";
        }
      }
    if (left.empty()) break;
    auto gone = left.begin();
    std::advance(gone, rng.below(left.size()));
    ahead.reached(*gone);
    left.erase(gone);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, testing::Range<std::uint64_t>(0, 400));

TEST(Reachability, KeepsMemoryLinearInTheProgramAndWorkNearLinearInTheQuestions) {
  // A chain of functions, each a chain of branches; the only target is at the very end.
  const auto measure = [](FunctionId functions) {
    constexpr BlockId branches = 20;
    Builder b;
    for (FunctionId f = 0; f < functions; ++f) b.function("f" + std::to_string(f));
    for (FunctionId f = 0; f < functions; ++f) {
      for (BlockId block = 0; block < branches; ++block) b.block(f, {block + 1, branches});
      b.block(f, {},
              f + 1 < functions ? std::vector{"f" + std::to_string(f + 1)} : std::vector<std::string>{});
    }
    Contexts contexts;
    Reachability ahead(b.program, {{functions - 1, {branches}}});
    for (FunctionId f = 0; f < functions; ++f)
      for (BlockId block = 0; block < branches; ++block)
        for (const std::uint32_t side : {0u, 1u})
          EXPECT_TRUE(ahead.from(b.edge(f, block, side), contexts, root_context));
    ahead.reached(0);
    for (FunctionId f = 0; f < functions; ++f)
      EXPECT_FALSE(ahead.from(b.edge(f, 0, 0), contexts, root_context));
    return std::pair{static_cast<double>(ahead.memory()), static_cast<double>(ahead.work())};
  };
  const auto [small_memory, small_work] = measure(50);
  const auto [large_memory, large_work] = measure(500);
  EXPECT_LT(large_memory / small_memory, 12);
  EXPECT_LT(large_memory, 500 * 20 * 200);
  EXPECT_LT(large_work, 3'000'000);
  EXPECT_GT(small_work, 0);
}

}  // namespace
}  // namespace espalier::model
