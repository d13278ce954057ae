// Several strategies take turns on one tree.
//
// No strategy is best on every program, nor during all of one search.  Each member sees every path, whoever
// asked for it, and has the next few questions.  What its turns brought is its credit: sides that were taken
// for the first time, for each question, old turns counting less and less.  The member with the most credit
// goes next; every fourth turn goes round instead, since who was in vain early may be the one who helps late.
//
// Credit is counted for each question and not for each second: clocks would make two runs with one seed
// differ.
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "search/campaign.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

constexpr std::array<std::string_view, 5> names{"cgs", "cfg-directed", "generational", "random-branch",
                                                "dfs"};
constexpr int questions_of_a_turn = 16;
constexpr std::uint64_t turns_of_a_round = 4;
constexpr double remembered = 0.8;

class Portfolio final : public Strategy {
 public:
  Portfolio() {
    for (const std::string_view name : names) members_.push_back({make_strategy(name)});
  }
  [[nodiscard]] bool traces_all() const override {
    for (const Member& member : members_)
      if (member.strategy->traces_all()) return true;
    return false;
  }

  void begin(const State& state, const Options& options) override {
    for (Member& member : members_) member.strategy->begin(state, options);
  }

  void added(const State& state, const Tree::Insertion& insertion) override {
    gained_ += state.gain;
    for (Member& member : members_) member.strategy->added(state, insertion);
  }

  void reopened(const State& state, NodeId node) override {
    for (Member& member : members_) member.strategy->reopened(state, node);
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    // One that has nothing left has seen all of the tree, as every other; but let each of them say so.
    for (std::size_t tried = 0; tried <= members_.size(); ++tried) {
      if (left_ == 0) next_turn();
      --left_;
      if (auto step = members_[current_].strategy->propose(state, rng)) return step;
      left_ = 0;
      members_[current_].credit = 0;
      turn_ = 0;  // goes round
    }
    return std::nullopt;
  }

 private:
  struct Member {
    std::unique_ptr<Strategy> strategy;
    double credit = 0;
  };

  void next_turn() {
    Member& last = members_[current_];
    last.credit = remembered * last.credit + (1 - remembered) * gained_;
    gained_ = 0;
    left_ = questions_of_a_turn;
    const bool first_round = round_ < members_.size();
    if (first_round || turn_++ % turns_of_a_round == 0) {
      current_ = round_++ % members_.size();
      return;
    }
    for (std::size_t i = 0; i < members_.size(); ++i)
      if (members_[i].credit > members_[current_].credit) current_ = i;
  }

  std::vector<Member> members_;
  std::size_t current_ = 0;
  int left_ = 0;             // questions of the turn
  double gained_ = 0;        // sides taken first during the turn
  std::uint64_t turn_ = 0;   // since one had nothing left
  std::uint64_t round_ = 0;  // turns that went round
};

const Registered<Portfolio> entry{"portfolio",
                                  "several strategies take turns; who covers more has more of them"};

}  // namespace
}  // namespace espalier::search
