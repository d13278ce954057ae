#pragma once

#include <vector>

#include "search/campaign.h"
#include "search/tree.h"

namespace espalier::search {

/// The first `most` nodes of the tree: as nodes are numbered as they come, these are a tree too.
TreePicture picture_of(const Tree& tree, std::size_t most);

/// Fills Candidate::conditions.
void tell_conditions(expr::Pool& pool, const model::Program& program, const std::vector<expr::CName>& names,
                     std::vector<Candidate>& candidates);

}  // namespace espalier::search
