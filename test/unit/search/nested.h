#pragma once

#include <gtest/gtest.h>

#include "unit/search/trial.h"

namespace espalier::simulated {

/// if (a) ..; if (b) if (c) if (d) if (e) ..;   all true for the input of zeros.  So the branches around e
/// are its dominators, and a is what tells its contexts apart.
struct Nested : Trial {
  explicit Nested(std::string strategy = "cgs") : Trial(std::move(strategy)) {
    for (model::SiteId& site : at) site = sites.branch();
    auto& blocks = sites.program.functions[0].blocks;
    using enum model::TerminatorKind;
    blocks = {{Branch, {1, 2}, at[0], {}, {}}, {Jump, {2}, model::no_site, {}, {}}};
    for (model::BlockId b = 2; b < 6; ++b) blocks.push_back({Branch, {b + 1, 6}, at[b - 1], {}, {}});
    blocks.push_back({Return, {}, model::no_site, {}, {}});
    for (model::BlockId b = 2; b < 6; ++b) sites.program.sites[at[b - 1]].block = b;
    options.root = 0;
    solver.bits = 1;
  }
  std::vector<std::size_t> explore_lengths() {
    const search::Outcome outcome = explore([this](Tracer& t) {
      const auto taken = [&](std::uint32_t i) {
        return t.branch(at[i], t.binary(expr::Op::Eq, t.input(i, 1), Tracer::constant(0, 1)));
      };
      taken(0);
      for (std::uint32_t i = 1; i < 5 && taken(i);) ++i;
    });
    EXPECT_TRUE(outcome.exhausted);
    EXPECT_EQ(outcome.paths, 10u);
    return lengths();
  }
  model::SiteId at[5];
};

}  // namespace espalier::simulated
