#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/flow.h"
#include "search/strategy.h"

namespace espalier::search {

/// How far a path, given by its turns, is known to the execution tree.
struct Followed {
  enum class State : std::uint8_t {
    Reached,     ///< some run took all these turns; never of a whole path
    Open,        ///< `next` may bring a run closer
    Infeasible,  ///< no input gets past turn `stuck`: proved
    Undecided,   ///< nothing more can be tried, and nothing is proved
  };
  State state = State::Undecided;
  std::optional<FlipBranch> next{};
  std::size_t stuck = 0;  ///< the first turn that no run can take; the number of turns: none, yet it fails
};

/// Looks for the turns in the tree.  On the way there may be nodes that are nobody's turn (choices of the
/// harness, library functions, ...): a path is infeasible only if it is on every way through them.
///
/// `whole`: they are all turns of a path that no run is known to have completed; so behind the last turn runs
/// failed or were rejected, and what may be tried there is open too.
Followed follow(const State& state, const FlowGraph& flow, std::span<const Turn> turns, bool whole);

/// The first of the turns that no input can take, if the forced run proves that there is one.  It proves
/// nothing when it passed, in its own way, a branch that is nobody's turn (a choice of the harness, a library
/// function): there may be other ways.
std::optional<std::size_t> stuck_turn(const execute::Path& forced, std::span<const Turn> turns,
                                      const model::Program& program, const FlowGraph& flow,
                                      const model::Contexts& contexts);

/// The turns that a run took.
std::vector<Turn> turns_of(const State& state, const FlowGraph& flow, const Tree::Insertion& run);

}  // namespace espalier::search
