#pragma once

#include <chrono>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "search/strategy.h"

namespace espalier::search {

/// How long the solver may take for each question.
///
/// A few hard questions must not use up the time of all others: at first a question gets a small part of the
/// whole budget at most, and less when others about the same side, or many about any, were given up, or while
/// there is plenty else to ask.  What the solver gave up for lack of time is asked again, for longer, when
/// nothing else is left to try.
///
/// With the default budget and a small tree a question gets all its time at once, until one was given up.
class Allowance {
 public:
  using Time = std::chrono::milliseconds;
  Allowance(Time budget, Time most);

  /// For a question about a side, when so many sides are open.
  [[nodiscard]] Time of(model::EdgeId side, std::uint64_t open) const;
  /// There is plenty else to ask, so that only what costs little should be tried.
  [[nodiscard]] bool hurries(std::uint64_t open) const;
  /// The solver gave up on it after `taken` of what it was `allowed`, or before, in a hurry.
  void gave_up(const FlipBranch& question, model::EdgeId side, Time taken, Time allowed,
               bool hurried = false);

  /// Questions that get more time now than they had.
  std::vector<FlipBranch> ask_again();

 private:
  Time most_;
  Time now_;  // for a question like no other
  std::unordered_map<model::EdgeId, unsigned> given_up_;
  unsigned all_given_up_ = 0;
  bool hurried_ = true;  // nothing was asked again yet
  std::vector<FlipBranch> waiting_;
};

}  // namespace espalier::search
