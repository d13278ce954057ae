// The default: four strategies that are good at different programs take turns.
//
// Chosen by measurement (`espalier bench strategies`, docs/decisions).  `cgs` alone gets through state
// machines, where contexts tell which events came before.  `hybrid` and `carfast` are quick where much code
// lies behind wide conditions, and `less-travelled` keeps loops from going round the same way.  Together they
// cover more than any of them in the same number of runs, because each goes on from what the others found.
//
// Most turns are given by fixed weights, the rest by what each brought lately: sides taken for the first
// time, for each question.  Mere credit would starve who is slow at first, and it is the slow ones that get
// far. Turns are handed out by stride: everybody has a clock which a turn moves on by one over the share, and
// whose clock is behind is next.  Nothing looks at the time: same seed, same inputs.
#include <algorithm>
#include <array>

#include "search/team.h"

namespace espalier::search {
namespace {

constexpr int questions_of_a_turn = 8;
constexpr double fixed_part = 0.7;  // of the turns
constexpr double remembered = 0.98;  // of earlier turns, at each turn

struct Seat {
  std::string_view name;
  double weight;
  double gained = 0;  // by its turns, early ones counting less
  double turns = 0;  // as much of them
  double clock = 0;
  /// Nobody is written off, and who had no turn yet is worth one.
  [[nodiscard]] double rate() const { return turns == 0 ? 1 : (gained + 0.01) / turns; }
};
const std::vector<Seat> seats{{"cgs", 5}, {"less-travelled", 2}, {"hybrid", 2}, {"carfast", 1}};

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const Seat& seat : seats) all.push_back(seat.name);
  return all;
}

class Auto final : public Team {
 public:
  Auto() : Team(names(), questions_of_a_turn) {}

 private:
  std::size_t next(std::size_t last, double gained) override {
    seats_[last].gained = remembered * seats_[last].gained + gained;
    seats_[last].turns = remembered * seats_[last].turns + 1;
    double rates = 0, weights = 0;
    for (const Seat& seat : seats_) {
      rates += seat.rate();
      weights += seat.weight;
    }
    std::size_t chosen = 0;
    double earliest = 0;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      const Seat& seat = seats_[i];
      const double share = fixed_part * seat.weight / weights + (1 - fixed_part) * seat.rate() / rates;
      const double due = seat.clock + 1 / share;
      if (i != 0 && due >= earliest) continue;
      chosen = i;
      earliest = due;
    }
    seats_[chosen].clock = earliest;
    return chosen;
  }

  std::vector<Seat> seats_ = seats;
};

const Registered<Auto> entry{"auto", "cgs, less-travelled, hybrid and carfast take turns"};

}  // namespace
}  // namespace espalier::search
