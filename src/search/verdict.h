#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "coverage/criterion.h"
#include "search/campaign.h"
#include "search/tree.h"

namespace espalier::search {

/// All that a campaign learnt that bears on what became of its goals.
struct Evidence {
  const model::Program& program;
  const std::vector<coverage::Goal>& goals;
  const std::vector<bool>& covered;          ///< by GoalId
  const std::vector<bool>& perhaps_covered;  ///< by GoalId: some run may have, but nothing proves it
  const Tree& tree;
  const std::vector<PrunedBy>& pruned;
  const Options& options;
  const std::string& stopped_by;
  bool sound;                                ///< there was a run, and no self-check failed
  /// Why a side of this edge stayed Unknown; the first reason.
  const std::unordered_map<model::EdgeId, std::string>& reasons;
  const std::string& solver_gave_up;         ///< first reason, or empty
  const std::string& cut_by;                 ///< what cut the first path that was cut, or empty
};

/// Infeasible only with a proof: the tree is complete and exact, or the goal's code cannot be reached.
std::vector<GoalVerdict> judge(const Evidence& evidence);

/// "approximated at file:line: why"
std::string approximation_text(const model::Program& program, model::SiteId site);

}  // namespace espalier::search
