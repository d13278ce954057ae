#include "search/flow.h"

#include <fmt/format.h>

#include <cassert>
#include <queue>

#include "base/result.h"
#include "model/calls.h"

namespace espalier::search {

using model::BlockId;
using model::FunctionId;
using model::SiteId;
using model::SiteKind;
using model::TerminatorKind;
using paths::Vertex;

namespace {

/// Functions of the harness, of the runtime and models of the library.
bool is_ours(std::string_view name) {
  return name.starts_with("espalier_") || name.starts_with("esp_") || name.starts_with("__esp");
}

bool is_turn(const model::Program& program, const model::Site& site) {
  if (site.kind != SiteKind::Branch && site.kind != SiteKind::Switch) return false;
  const SiteId own = program.functions[site.function].blocks[site.block].site;
  return own != model::no_site && program.sites[own].first == site.first;
}

}  // namespace

// Breadth first from the entry, so that what lies farther away than any path gets is never made: that bounds
// recursion too.
struct FlowGraph::Builder {
  Builder(FlowGraph& flow, std::uint32_t length, std::uint32_t call_depth)
      : flow(flow), names(flow.program_), length(length), call_depth(call_depth) {
    for (SiteId id = 0; id < flow.program_.sites.size(); ++id) {
      const model::Site& site = flow.program_.sites[id];
      if (site.kind == SiteKind::Call) call_sites[{site.function, site.block, site.call}] = id;
    }
    flow.end_ = flow.next_vertex_++;
    flow.instances_.push_back({.function = flow.unit_, .parent = no_instance, .depth = 0, .back = flow.end_});
    flow.start_ = vertex({0, 0, 0}, 0);
    while (!waiting.empty()) {
      const Waiting nearest = waiting.top();
      waiting.pop();
      leave(nearest);
    }
  }

  Vertex vertex(const Place& place, std::uint32_t distance) {
    const auto [entry, fresh] = vertices.try_emplace(place, flow.next_vertex_);
    if (!fresh) return entry->second;
    constexpr Vertex too_many = 2'000'000;
    if (++flow.next_vertex_ > too_many)
      throw UserError(
          ExitCode::Usage,
          fmt::format("{}: its paths of {} blocks take a graph of more than {} vertices; give a smaller "
                      "--length or --call-depth",
                      flow.program_.functions[flow.unit_].name, length, too_many));
    if (distance < length) waiting.push({place, entry->second, distance});
    return entry->second;
  }

  struct Waiting {
    Place place;
    Vertex vertex;
    std::uint32_t distance;
    bool operator<(const Waiting& other) const {  // the nearest on top, then the oldest
      return std::pair(distance, vertex) > std::pair(other.distance, other.vertex);
    }
  };

  void connect(Vertex from, Vertex to, Turn turn = {}) {
    flow.edges_.push_back({.from = from, .to = to});
    flow.turns_.push_back(turn);
  }

  /// All ways on from a place.
  void leave(const Waiting now) {
    const auto [place, from, distance] = now;
    const FunctionId function = flow.instances_[place.instance].function;
    const model::Block& block = flow.program_.functions[function].blocks[place.block];
    for (std::uint32_t call = place.call; call < block.calls.size(); ++call)
      if (const auto callee = expandable(place, call)) return enter(now, call, *callee);

    const auto go = [&](BlockId to, Turn turn = {}) {
      connect(from, vertex({place.instance, to, 0}, distance + 1), turn);
    };
    switch (block.terminator) {
      case TerminatorKind::Jump:
        return go(block.successors[0]);
      case TerminatorKind::Return:
        return connect(from, flow.instances_[place.instance].back);
      case TerminatorKind::Unreachable:  // after exit, abort and their like
        return connect(from, flow.end_);
      case TerminatorKind::Branch:
      case TerminatorKind::Switch:
        break;
    }
    if (block.site == model::no_site)
      throw UserError(ExitCode::Usage, fmt::format("{}: it jumps to computed addresses, which --strategy "
                                                   "draw cannot tell apart; use another strategy",
                                                   flow.program_.functions[function].name));
    const model::Site& site = flow.program_.sites[block.site];
    if (site.kind == SiteKind::Check) return go(block.successors[1]);  // it is fine
    for (std::uint32_t side = 0; side < site.count; ++side)
      go(block.successors[side], {place.instance, site.first + side});
  }

  [[nodiscard]] std::optional<FunctionId> expandable(const Place& place, std::uint32_t call) const {
    const Instance& caller = flow.instances_[place.instance];
    if (caller.depth >= call_depth) return std::nullopt;
    const model::Function& function = flow.program_.functions[caller.function];
    const std::string& name = function.blocks[place.block].calls[call];
    if (is_ours(name) || !call_sites.contains({caller.function, place.block, call})) return std::nullopt;
    const FunctionId callee = names.find(name, function.module);
    if (callee == model::no_function || flow.program_.functions[callee].blocks.empty()) return std::nullopt;
    return callee;
  }

  void enter(const Waiting& now, std::uint32_t call, FunctionId callee) {
    const Place& place = now.place;
    const FunctionId function = flow.instances_[place.instance].function;
    const SiteId site = call_sites.at({function, place.block, call});
    const auto id = static_cast<InstanceId>(flow.instances_.size());
    // Where the call comes back to is farther away than the callee's entry by one edge at least.
    const Vertex back = vertex({place.instance, place.block, call + 1}, now.distance + 2);
    flow.instances_.push_back({.function = callee,
                               .parent = place.instance,
                               .depth = flow.instances_[place.instance].depth + 1,
                               .back = back});
    flow.instances_[place.instance].calls[site] = id;
    connect(now.vertex, vertex({id, 0, 0}, now.distance + 1));
  }

  FlowGraph& flow;
  model::Names names;
  std::uint32_t length;
  std::uint32_t call_depth;
  std::map<std::tuple<FunctionId, BlockId, std::uint32_t>, SiteId> call_sites{};
  std::map<Place, Vertex> vertices{};
  std::priority_queue<Waiting> waiting{};
};

FlowGraph::FlowGraph(const model::Program& program, FunctionId harness, FunctionId unit, std::uint32_t length,
                     std::uint32_t call_depth)
    : program_(program), harness_(harness), unit_(unit) {
  assert(unit < program.functions.size() && "there is a unit to draw paths of");
  const Builder build(*this, length, call_depth);
}

std::optional<Turn> FlowGraph::turn(paths::EdgeId edge) const {
  if (turns_[edge].instance == no_instance) return std::nullopt;
  return turns_[edge];
}

InstanceId FlowGraph::owner(const model::Site& site, model::ContextId context,
                            const model::Contexts& contexts) const {
  if (!is_turn(program_, site)) return no_instance;
  const InstanceId id = instance(context, contexts);
  return id != no_instance && instances_[id].function == site.function ? id : no_instance;
}

InstanceId FlowGraph::instance(model::ContextId context, const model::Contexts& contexts) const {
  if (context == model::no_context || context == model::root_context) return no_instance;
  if (const auto known = known_.find(context); known != known_.end()) return known->second;
  InstanceId found = no_instance;
  const SiteId call = contexts.call(context);
  const model::Site& site = program_.sites[call];
  if (const InstanceId caller = instance(contexts.below(context), contexts); caller != no_instance) {
    const auto& calls = instances_[caller].calls;
    if (const auto callee = calls.find(call); callee != calls.end()) found = callee->second;
  } else if (site.function == harness_ && contexts.below(context) == model::root_context) {
    const std::string& name = program_.functions[harness_].blocks[site.block].calls[site.call];
    if (name == program_.functions[unit_].name) found = 0;
  }
  known_.emplace(context, found);
  return found;
}

}  // namespace espalier::search
