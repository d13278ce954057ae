#pragma once

#include <vector>

#include "frontend/source.h"
#include "model/model.h"

namespace espalier::coverage {

/// The definition in the source that a compiled function comes from; nullptr when there is none.
const frontend::SourceFunction* source_of(const frontend::SourceFile& source,
                                          const model::Function& function);

/// For every condition of `written` the Branch sites of `function` that decide it, in their order.
/// Empty: nothing was compiled for it (it is constant).  A site belongs to at most one condition.
std::vector<std::vector<model::SiteId>> sites_of_conditions(const model::Program& program,
                                                            const model::Function& function,
                                                            const frontend::SourceFunction& written);

/// For every case of `written` the edges that lead to it.  Empty: nothing was compiled for it, or
/// the compiled switch cannot tell it from others.
std::vector<std::vector<model::EdgeId>> edges_of_cases(const model::Program& program,
                                                       const model::Function& function,
                                                       const frontend::SourceFunction& written);

}  // namespace espalier::coverage
