#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace espalier::model {

/// Programs block by block; two successors make a branch, none a return.
struct Blocks {
  Program program;

  FunctionId function(const std::string& name) {
    const auto id = static_cast<FunctionId>(program.functions.size());
    program.functions.push_back({name, {"f.c", 1, 1}, 0, false, 0, {}, {}});
    return id;
  }
  SiteId site(SiteKind kind, FunctionId f, BlockId block, std::uint32_t count) {
    const auto id = static_cast<SiteId>(program.sites.size());
    program.sites.push_back({kind, f, block, program.edge_count(), count, {}, {}, {}, 0, ""});
    program.site_of_edge.resize(program.site_of_edge.size() + count, id);
    program.functions[f].sites.push_back(id);
    return id;
  }
  void block(FunctionId f, std::vector<BlockId> successors, std::vector<std::string> calls = {},
             std::uint32_t lines = 0) {
    auto& blocks = program.functions[f].blocks;
    const auto id = static_cast<BlockId>(blocks.size());
    const auto kind = successors.size() == 2   ? TerminatorKind::Branch
                      : successors.size() == 1 ? TerminatorKind::Jump
                                               : TerminatorKind::Return;
    blocks.push_back(
        {kind, std::move(successors), no_site, std::vector<std::uint32_t>(lines), std::move(calls)});
    if (kind == TerminatorKind::Branch) blocks[id].site = site(SiteKind::Branch, f, id, 2);
  }
  [[nodiscard]] EdgeId edge(FunctionId f, BlockId b, std::uint32_t side) const {
    return program.sites[program.functions[f].blocks[b].site].first + side;
  }
};

}  // namespace espalier::model
