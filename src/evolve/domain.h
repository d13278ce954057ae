#pragma once

#include <span>

#include "evolve/genome.h"
#include "expr/expr.h"

namespace espalier::evolve {

/// The part of `domain` where all conditions may hold.  In the manner of dynamic domain reduction (Offutt,
/// Jin, Pan, 1999), a domain is split at the middle, and a half in which some condition cannot be met is
/// dropped; but only when bounds propagation proves that, so that no input is lost that meets them all.
///
/// Variables of floating point keep their range.  An empty answer (no ranges): the conditions contradict each
/// other.
Domain reduce(const expr::Pool& pool, std::span<const expr::Expr> conditions, const Genome& genome,
              const Domain& domain);

/// By variable: it occurs in one of the terms.
std::vector<bool> variables_of(const expr::Pool& pool, std::span<const expr::Expr> terms, std::size_t count);

}  // namespace espalier::evolve
