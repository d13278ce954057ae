#include "search/allowance.h"

#include <algorithm>
#include <utility>

namespace espalier::search {
namespace {

constexpr int part_of_the_budget = 20;
constexpr int growth = 4;                 // when questions are asked again
constexpr unsigned most_halvings = 3;
constexpr std::uint64_t plenty = 1'000;   // of open sides
constexpr int part_among_plenty = 16;
constexpr unsigned many = 8;              // given up for each further halving, whatever they were about
constexpr Allowance::Time least{10};

}  // namespace

Allowance::Allowance(Time budget, Time most)
    : most_(std::max(most, Time{1})),
      now_(std::clamp(budget / part_of_the_budget, std::min(least, most_), most_)) {}

bool Allowance::hurries(std::uint64_t open) const { return hurried_ && open >= plenty; }

Allowance::Time Allowance::of(model::EdgeId side, std::uint64_t open) const {
  const auto known = given_up_.find(side);
  const unsigned alike = known == given_up_.end() ? 0 : known->second;
  const Time at_most = hurries(open) ? now_ / part_among_plenty : now_;
  return std::max(at_most / (1 << std::min(alike + all_given_up_ / many, most_halvings)),
                  std::min(least, now_));
}

void Allowance::gave_up(const FlipBranch& question, model::EdgeId side, Time taken, Time allowed,
                        bool hurried) {
  if (taken < allowed / 2 && !hurried) return;  // it was not for lack of time
  ++given_up_[side];
  ++all_given_up_;
  if (allowed < most_ || hurried) waiting_.push_back(question);
}

std::vector<FlipBranch> Allowance::ask_again() {
  if (waiting_.empty()) return {};
  hurried_ = false;
  now_ = std::min(now_ * growth, most_);
  given_up_.clear();
  all_given_up_ = 0;
  return std::exchange(waiting_, {});
}

}  // namespace espalier::search
