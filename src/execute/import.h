#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/input.h"
#include "execute/lately_made.h"
#include "execute/subject.h"
#include "expr/evaluate.h"
#include "expr/expr.h"
#include "model/contexts.h"
#include "model/model.h"
#include "model/stretches.h"

namespace espalier::execute {

/// One recorded step of a path.
struct Step {
  model::EdgeId edge = 0;    ///< the side taken
  expr::Expr value;  ///< the condition (Branch, Check: one bit), switched or pinned value; Expr{}: concrete
  std::uint64_t pinned = 0;  ///< Approximation: the value that `value` had in this run
  /// The concrete sides right before it, when those were told lately.
  model::StretchId stretch = model::no_stretch;
  friend bool operator==(const Step&, const Step&) = default;
};

/// What a run tells about the unit, in terms of the campaign's pool.
struct Path {
  /// Branches, switches, checks and pinned values whose condition is symbolic; with
  /// ESP_TELL_TRACE concrete ones too.  A condition that simplifies to a constant counts as concrete.
  std::vector<Step> steps;
  std::vector<model::ContextId> contexts;  ///< of each step: the calls that were open
  /// Index of the first step that was recorded after something was replaced by its concrete value
  /// (steps.size() if that happened after the last one; a pinning step's own index); none: exact.
  std::optional<std::size_t> approximate_from;
  model::SiteId approximated_at = model::no_site;
  bool cut = false;  ///< the trace is shorter than the run
  /// Of a forced run: no input takes all its steps up to this one, itself included.
  std::optional<std::size_t> impossible_at{};
};

/// Whether a run followed its values, or sides that it was told to take.
enum class Manner : std::uint8_t { Followed, Forced };

/// Decodes traces.  Nodes that the previous run had too are not looked up again.
class Importer {
 public:
  /// Steps below `depth_limit` choice points get no stretch, as no tree keeps them; 0: no limit.
  Importer(expr::Pool& pool, const model::Program& program, std::uint32_t depth_limit = 0);

  struct Outcome {
    Path path;
    std::string mismatch;  ///< non-empty: the self-check failed, a bug of ours; the path is unusable
  };
  /// Imports and re-evaluates every recorded condition under `input`.  A trace that makes no sense
  /// is a mismatch too.
  Outcome import(const Run& run, const Input& input, Manner manner = Manner::Followed);
  /// Into an old outcome, whose memory is used again: a path is long, and runs are many.
  void import(const Run& run, const Input& input, Outcome& outcome, Manner manner = Manner::Followed);

  /// The call stacks of all paths so far.
  [[nodiscard]] const model::Contexts& contexts() const { return contexts_; }
  /// What steps were preceded by.
  [[nodiscard]] const model::Stretches& stretches() const { return stretches_; }

 private:
  /// True when the record is no step but tells how the next one was reached.
  bool import_way(const esp_record& record);
  void import_nodes(std::span<const esp_node> nodes);
  void import_record(const esp_record& record, std::span<const esp_node> nodes, Path& path);
  void check(const model::Site& site, const Step& step, const esp_node& node);

  expr::Pool& pool_;
  const model::Program& program_;
  std::uint32_t depth_limit_;
  expr::Evaluator evaluate_;
  std::vector<esp_node> known_;  // nodes of an earlier run whose terms are in terms_
  std::vector<expr::Expr> terms_;  // by label
  std::vector<std::uint64_t> hashes_;  // by label, of nodes
  LatelyMade made_;
  model::Contexts contexts_;
  model::Stretches stretches_;
  std::vector<model::EdgeId> passed_;  // since the last step
  std::uint32_t choices_ = 0;  // so far
  model::ContextId context_ =
      model::root_context;  // of the record being read; of the last one that was known
  bool too_deep_ = false;  // the stack is not known at present
  bool forced_ = false;  // the run took sides that its values did not select
};

/// The constraint on the input that `side` (0 .. site.count-1) of a Branch, Check or Switch is taken.
expr::Expr side_constraint(expr::Pool& pool, const model::Site& site, expr::Expr value, std::uint32_t side);

/// The constraint that a run takes this step, which must be symbolic: its side, or that a pinned term keeps
/// the value it had.
expr::Expr step_constraint(expr::Pool& pool, const model::Site& site, const Step& step);

/// The side that a value of the condition (or switched value) selects.
std::uint32_t side_of_value(const model::Site& site, std::uint64_t value);

}  // namespace espalier::execute
