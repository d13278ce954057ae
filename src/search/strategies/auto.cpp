// The default: six strategies take turns.
//
// Chosen by measurement (`espalier bench strategies`, docs/decisions).  `cgs` alone gets through state
// machines, where contexts tell which events came before.  `hybrid` and `carfast` are quick where much code
// lies behind wide conditions, `cfg-directed` asks for what no run has taken and gets through the stages of a
// large program, `rare-branch` follows up what somebody came upon by chance, and `random-branch` has no
// opinion that could be wrong.  Together they cover more than any of them in the same number of runs, because
// each goes on from what the others found.
//
// Shares follow the squares of what the turns of each brought lately, a run that opens a whole stage counting
// as a few, not as hundreds, and fixed weights.  While something is found now and then, the weights are with
// `cfg-directed`, which goes on to the next stage.  When hardly anything is, they are with `cgs` and
// `hybrid`: mere credit would starve who is slow, and it is the slow ones that get far.
//
// Shares are of runs, not of questions.  `hybrid` makes a run of each question, while most questions about a
// large program are answered by "there is no such input": turns of so many questions would leave it most of
// the runs.  They are handed out by stride: everybody has a clock, which a turn moves on by what it took over
// the share, and whose clock is behind is next.  Nothing looks at the time: same seed, same inputs.
//
// Where the solver gives up, inputs are evolved (search/fallback.h).  As long as it does not, nothing of that
// happens.
#include <algorithm>
#include <cmath>

#include "search/campaign.h"
#include "search/fallback.h"
#include "search/team.h"

namespace espalier::search {
namespace {

constexpr std::uint64_t runs_of_a_turn = 8;
constexpr int questions_of_a_turn = 64;  // at most
constexpr double least_cost = 0.1;  // of a turn: questions are not for nothing
constexpr double all_weights = 0.3;  // what they count for, beside squares of what a turn brought
constexpr double remembered = 0.9;  // of earlier turns, at each turn
constexpr double lately = 128;  // runs

struct Seat {
  std::string_view name;
  double weight;  // while something is found
  double weight_when_stuck;
  double brought = 0;  // by its turns, early ones counting less
  double turns = 0;  // as much of them
  double clock = 0;
  double price = 0;  // what its last turn moves the clock on by if it takes all its runs
  /// Who had no turn yet is taken to bring a side with each.
  [[nodiscard]] double credit() const {
    const double rate = turns == 0 ? 1 : brought / turns;
    return rate * rate;
  }
};
const std::vector<Seat> seats{{"cgs", 2, 14},        {"hybrid", 2, 6},        {"cfg-directed", 12, 2},
                              {"rare-branch", 2, 2}, {"random-branch", 3, 1}, {"carfast", 1, 1}};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const Seat& seat : seats) all.push_back(seat.name);
  return all;
}

class Auto final : public Team {
 public:
  Auto() : Team(names(), {questions_of_a_turn, runs_of_a_turn}) {}

  void begin(const State& state, const Options& options) override {
    Team::begin(state, options);
    evolution_.begin(options);
  }
  void added(const State& state, const Tree::Insertion& insertion) override {
    evolution_.added(state, insertion);
    finds_ += (state.gain > 0) - finds_ / lately;
    brought_ += std::log2(1 + state.gain);
    Team::added(state, insertion);
  }
  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (const auto question = evolution_.question(state)) return *question;
    if (evolution_.is_due(state)) return TryInputs{evolution_.generation(state, rng)};
    if (auto step = Team::propose(state, rng)) {
      evolution_.asked(*step);
      return step;
    }
    if (evolution_.is_last_resort(state)) return TryInputs{evolution_.generation(state, rng)};
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t evaluations() const override { return evolution_.evaluations(); }

 private:
  std::size_t next(std::size_t last, const Yield& yield) override {
    const double cost = std::max(least_cost, static_cast<double>(yield.runs) / runs_of_a_turn);
    seats_[last].brought = remembered * seats_[last].brought + brought_;
    brought_ = 0;
    seats_[last].turns = remembered * seats_[last].turns + cost;
    seats_[last].clock += cost * seats_[last].price;
    const auto weight = finds_ < 1 ? &Seat::weight_when_stuck : &Seat::weight;
    double credits = 0, weights = 0;
    for (const Seat& seat : seats_) {
      credits += seat.credit();
      weights += seat.*weight;
    }
    std::size_t chosen = 0;
    double earliest = 0;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      const Seat& seat = seats_[i];
      const double share = (all_weights * seat.*weight / weights + seat.credit()) / (all_weights + credits);
      const double due = seat.clock + 1 / share;
      if (i != 0 && due >= earliest) continue;
      chosen = i;
      earliest = due;
    }
    seats_[chosen].price = earliest - seats_[chosen].clock;
    return chosen;
  }

  std::vector<Seat> seats_ = seats;
  Fallback evolution_;
  double brought_ = 0;  // by the turn so far
  double finds_ = 0;  // runs that covered something, early ones counting less
};

const Registered<Auto> entry{"auto", "six strategies take turns; evolves inputs where the solver gives up"};

}  // namespace
}  // namespace espalier::search
