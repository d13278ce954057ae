#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/source.h"
#include "model/model.h"

namespace espalier::coverage {

using GoalId = std::uint32_t;

/// Something to be covered.
struct Goal {
  model::FunctionId function = 0;
  model::Location location;
  std::string text;   ///< "a > b" is true; "case 3"; "line 12"
  std::string side;   ///< "true", "false", "case", "default", "line"
  std::vector<model::EdgeId> edges;  ///< taking any of them covers it (Branch); empty for statements
  std::vector<model::BlockId> blocks;  ///< no run can cover it without executing one of these, ascending
};

/// A way to say what a suite must exercise.  One file per criterion.
class Criterion {
 public:
  virtual ~Criterion() = default;
  [[nodiscard]] virtual const std::vector<Goal>& goals() const = 0;
  /// The goals that one run covers, ascending.  `edges`: one byte per edge; `completed`: the run
  /// came to a normal end (a crash in mid-block must not claim the lines after it).
  [[nodiscard]] virtual std::vector<GoalId> covered(std::span<const std::uint8_t> edges,
                                                    bool completed) const = 0;
  /// A goal is covered when one of its edges is taken, however the run ends: one that takes no new edge
  /// covers nothing new.
  [[nodiscard]] virtual bool told_by_edges() const { return false; }
  /// The goals that the run may have covered for all its edges tell, ascending; includes covered().
  /// What is in neither answer for any run was not covered by any.
  [[nodiscard]] virtual std::vector<GoalId> perhaps_covered(std::span<const std::uint8_t> edges) const = 0;
};

/// `functions`: those whose goals count.  `source` names conditions as the user wrote them; branches
/// without a counterpart in the source are not goals.
std::unique_ptr<Criterion> branch_criterion(const model::Program& program,
                                            const std::vector<model::FunctionId>& functions,
                                            const frontend::SourceFile& source);
std::unique_ptr<Criterion> statement_criterion(const model::Program& program,
                                               const std::vector<model::FunctionId>& functions,
                                               const frontend::SourceFile& source);

/// Both sides of every branch and every case of every switch of these functions, as compiled: for programs of many
/// files, whose sources are not parsed again.  Library models have none.
std::unique_ptr<Criterion> compiled_branch_criterion(const model::Program& program,
                                                     const std::vector<model::FunctionId>& functions);

/// By the name the user types; nullptr when unknown.
std::unique_ptr<Criterion> make_criterion(std::string_view name, const model::Program& program,
                                          const std::vector<model::FunctionId>& functions,
                                          const frontend::SourceFile& source);

}  // namespace espalier::coverage
