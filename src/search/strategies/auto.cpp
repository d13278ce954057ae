// The default: five strategies that are good at different programs take turns.
//
// Chosen by measurement (`espalier bench strategies`, docs/decisions).  `cgs` alone gets through state
// machines, where contexts tell which events came before.  `hybrid` and `carfast` are quick where much code
// lies behind wide conditions, `cfg-directed` gets through the stages of a large program, and
// `less-travelled` keeps loops from going round the same way.  Together they cover more than any of them in
// the same number of runs, because each goes on from what the others found.
//
// While much is found, who finds it goes on: shares follow the squares of what each brought lately, sides
// taken for the first time for each turn, so that a leader is not held up by those that gain half as much.
// When little is found they follow fixed weights: mere credit would starve who is slow, and it is the slow
// ones that get far.
//
// Shares are of runs, not of questions.  `hybrid` makes a run of each question, while most questions about a
// large program are answered by "there is no such input": turns of so many questions would leave it most of
// the runs.  They are handed out by stride: everybody has a clock, which a turn moves on by what it took over
// the share, and whose clock is behind is next.  Nothing looks at the time: same seed, same inputs.
//
// Where the solver gives up, inputs are evolved (search/fallback.h).  As long as it does not, nothing of that
// happens.
#include <algorithm>

#include "search/campaign.h"
#include "search/fallback.h"
#include "search/team.h"

namespace espalier::search {
namespace {

constexpr std::uint64_t runs_of_a_turn = 8;
constexpr int questions_of_a_turn = 64;  // at most
constexpr double least_cost = 0.1;  // of a turn: questions are not for nothing
constexpr double all_weights = 2;  // what they count for, beside squares of sides for a turn
constexpr double remembered = 0.98;  // of earlier turns, at each turn

struct Seat {
  std::string_view name;
  double weight;
  double gained = 0;  // by its turns, early ones counting less
  double turns = 0;  // as much of them
  double clock = 0;
  double price = 0;  // what its last turn moves the clock on by if it takes all its runs
  /// Who had no turn yet is taken to bring one side.
  [[nodiscard]] double credit() const {
    const double rate = turns == 0 ? 1 : gained / turns;
    return rate * rate;
  }
};
const std::vector<Seat> seats{
    {"cgs", 5}, {"less-travelled", 2}, {"hybrid", 2}, {"cfg-directed", 2}, {"carfast", 1}};

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
    Team::added(state, insertion);
  }
  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (const auto question = evolution_.question(state)) return *question;
    if (evolution_.is_due(state)) return TryInputs{evolution_.generation(state, rng)};
    auto step = Team::propose(state, rng);
    if (step) {
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
    seats_[last].gained = remembered * seats_[last].gained + yield.gained;
    seats_[last].turns = remembered * seats_[last].turns + cost;
    seats_[last].clock += cost * seats_[last].price;
    double credits = 0, weights = 0;
    for (const Seat& seat : seats_) {
      credits += seat.credit();
      weights += seat.weight;
    }
    std::size_t chosen = 0;
    double earliest = 0;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      const Seat& seat = seats_[i];
      const double share = (all_weights * seat.weight / weights + seat.credit()) / (all_weights + credits);
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
};

const Registered<Auto> entry{
    "auto",
    "cgs, less-travelled, hybrid, cfg-directed and carfast take turns; evolves inputs "
    "where the solver gives up"};

}  // namespace
}  // namespace espalier::search
