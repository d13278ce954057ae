// Several strategies take turns on one tree; who covers more has more of them.
//
// No strategy is best on every program, nor during all of one search.  What a member's turns brought is its
// credit: sides that were taken for the first time, for each question, old turns counting less and less.  The
// member with the most credit goes next; every fourth turn goes round instead, since who was in vain early
// may be the one who helps late.
//
// Credit is counted for each question and not for each second: clocks would make two runs with one seed
// differ.
#include <vector>

#include "search/team.h"

namespace espalier::search {
namespace {

constexpr int questions_of_a_turn = 16;
constexpr std::uint64_t turns_of_a_round = 4;
constexpr double remembered = 0.8;

class Portfolio final : public Team {
 public:
  Portfolio()
      : Team({"cgs", "cfg-directed", "generational", "random-branch", "dfs"}, {questions_of_a_turn}) {}

 private:
  std::size_t next(std::size_t last, const Yield& yield) override {
    credit_.resize(size());
    credit_[last] = remembered * credit_[last] + (1 - remembered) * yield.gained;
    const bool first_round = round_ < size();
    if (first_round || turn_++ % turns_of_a_round == 0) return round_++ % size();
    std::size_t best = last;
    for (std::size_t i = 0; i < size(); ++i)
      if (credit_[i] > credit_[best]) best = i;
    return best;
  }

  std::vector<double> credit_;  // by member
  std::uint64_t turn_ = 0;
  std::uint64_t round_ = 0;  // turns that went round
};

const Registered<Portfolio> entry{"portfolio",
                                  "several strategies take turns; who covers more has more of them"};

}  // namespace
}  // namespace espalier::search
