#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/input.h"
#include "execute/subject.h"
#include "expr/evaluate.h"
#include "expr/expr.h"
#include "model/model.h"

namespace espalier::execute {

/// One recorded step of a path.
struct Step {
  model::EdgeId edge = 0;    ///< the side taken
  expr::Expr value;          ///< the condition (Branch, Check: one bit), switched or pinned value; Expr{}: concrete
};

/// What a run tells about the unit, in terms of the campaign's pool.
struct Path {
  std::vector<Step> steps;   ///< symbolic ones; with trace_all the concrete ones too
  /// Index of the first step after which something was concretised (steps.size() if at the
  /// very end); none: the path is exact.
  std::optional<std::size_t> approximate_from;
  model::SiteId approximated_at = ~model::SiteId{0};
  bool cut = false;          ///< the trace is shorter than the run
};

/// Decodes traces.  Nodes that the previous run had too are not looked up again.
class Importer {
 public:
  Importer(expr::Pool& pool, const model::Program& program);

  struct Outcome {
    Path path;
    std::string mismatch;  ///< non-empty: the self-check failed, a bug of ours; the path is unusable
  };
  /// Imports and re-evaluates every recorded condition under `input`.
  Outcome import(const Run& run, const Input& input);

 private:
  expr::Expr translate(const esp_node& node, const std::vector<expr::Expr>& known) const;
  expr::Pool& pool_;
  const model::Program& program_;
  expr::Evaluator evaluate_;
  std::vector<esp_node> previous_nodes_;
  std::vector<expr::Expr> previous_exprs_;
};

/// The constraint on the input that `side` (0 .. site.count-1) of a site is taken.
expr::Expr side_constraint(expr::Pool& pool, const model::Site& site, expr::Expr value, std::uint32_t side);

}  // namespace espalier::execute
