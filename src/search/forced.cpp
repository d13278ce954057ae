#include "search/forced.h"

namespace espalier::search {

using model::SiteKind;

Predicate predicate_of(expr::Pool& pool, const model::Program& program, const execute::Path& path) {
  Predicate predicate;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const execute::Step& step = path.steps[i];
    if (!step.value) continue;
    predicate.constraints.push_back(execute::step_constraint(pool, program.site(step.edge), step));
    predicate.steps.push_back(i);
  }
  return predicate;
}

bool pass_last_check(const model::Program& program, execute::Path& path) {
  if (path.steps.empty() || !path.steps.back().value) return false;
  execute::Step& last = path.steps.back();
  const model::Site& site = program.site(last.edge);
  if (site.kind != SiteKind::Check || last.edge != site.first) return false;
  last.edge = site.first + 1;
  return true;
}

}  // namespace espalier::search
