#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/contexts.h"
#include "model/model.h"
#include "paths/course.h"
#include "paths/graph.h"

namespace espalier::search {

/// A call of a function of the unit, told apart by the calls that led to it.  0 is the unit itself.
using InstanceId = std::uint32_t;
inline constexpr InstanceId no_instance = ~InstanceId{0};

/// A side that a path takes.
struct Turn {
  InstanceId instance = no_instance;
  model::EdgeId edge = 0;
  friend auto operator<=>(const Turn&, const Turn&) = default;
};

/// The control flow of a unit with its calls expanded, as a graph whose paths from start to end are the
/// paths of the unit: blocks are vertices, and a call leads into the callee and back behind the call.
///
/// A path has a turn for every branch and switch on it, and its turns tell which path it is.  Not expanded,
/// and so without turns: library functions, calls through pointers, and calls below `call_depth` others.
/// A check that fails ends a run early; such runs follow no path.
class FlowGraph {
 public:
  /// Of the graph, what paths of at most `length` edges can use.  `harness` calls `unit`.  UserError(Usage)
  /// when the unit jumps to computed addresses, or when the graph becomes too large.
  FlowGraph(const model::Program& program, model::FunctionId harness, model::FunctionId unit,
            std::uint32_t length, std::uint32_t call_depth);

  [[nodiscard]] const std::vector<paths::Edge>& edges() const { return edges_; }
  [[nodiscard]] paths::Vertex vertices() const { return next_vertex_; }
  [[nodiscard]] paths::Vertex start() const { return start_; }
  [[nodiscard]] paths::Vertex end() const { return end_; }

  /// The turn that an edge of the graph is, if it is one.
  [[nodiscard]] std::optional<Turn> turn(paths::EdgeId edge) const;

  /// Whose turn it is when a run comes to this site with these calls open; no_instance: nobody's.
  [[nodiscard]] InstanceId owner(const model::Site& site, model::ContextId context,
                                 const model::Contexts& contexts) const;

 private:
  struct Instance {
    model::FunctionId function;
    InstanceId parent;
    std::uint32_t depth;
    paths::Vertex back;  ///< where the call returns to
    std::map<model::SiteId, InstanceId> calls{};
  };
  struct Place {
    InstanceId instance;
    model::BlockId block;
    std::uint32_t call;  ///< calls of the block before this one are over
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Builder;

  [[nodiscard]] InstanceId instance(model::ContextId context, const model::Contexts& contexts) const;

  const model::Program& program_;
  model::FunctionId harness_;
  model::FunctionId unit_;
  std::vector<Instance> instances_;
  std::vector<paths::Edge> edges_;
  std::vector<Turn> turns_;  // by edge; no_instance: none
  paths::Vertex next_vertex_ = 0;
  paths::Vertex start_ = 0;
  paths::Vertex end_ = 0;
  mutable std::unordered_map<model::ContextId, InstanceId> known_;
};

}  // namespace espalier::search
