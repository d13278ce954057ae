// What reports show of a campaign.
#include "search/picture.h"

#include <algorithm>

namespace espalier::search {
namespace {

char letter_of(const Tree::Side& side) {
  switch (side.state) {
    case SideState::Open:
      return 'o';
    case SideState::Taken:
      return 't';
    case SideState::Infeasible:
      return 'i';
    case SideState::Unknown:
      return 'u';
    case SideState::Pruned:
      return static_cast<char>('A' + side.rule);
    case SideState::Determined:
      return 'd';
  }
  return 'o';
}

std::string condition_of(expr::Pool& pool, const model::Program& program, const execute::Step& step,
                         const std::vector<expr::CName>& names) {
  if (!step.value) return {};  // concrete: it asks nothing of the input
  return expr::to_c(pool, execute::step_constraint(pool, program.site(step.edge), step), names);
}

}  // namespace

TreePicture picture_of(const Tree& tree, std::size_t most) {
  TreePicture picture;
  picture.all = tree.size();
  const auto count = static_cast<NodeId>(std::min(tree.size(), most));
  picture.nodes.reserve(count);
  for (NodeId n = 0; n < count; ++n) {
    TreePicture::Node node{
        tree.parent(n) == no_node ? n : tree.parent(n), tree.parent_side(n), tree.site(n).first, {}};
    for (std::uint32_t s = 0; s < tree.site(n).count; ++s) node.sides += letter_of(tree.side(n, s));
    picture.nodes.push_back(std::move(node));
  }
  return picture;
}

void tell_conditions(expr::Pool& pool, const model::Program& program, const std::vector<expr::CName>& names,
                     std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostSteps = 200, kMostCandidates = 2'000;  // nobody reads further
  for (std::size_t i = 0; i < candidates.size() && i < kMostCandidates; ++i)
    for (std::size_t s = 0; s < candidates[i].path.size() && s < kMostSteps; ++s)
      candidates[i].conditions.push_back(condition_of(pool, program, candidates[i].path[s], names));
}

}  // namespace espalier::search
