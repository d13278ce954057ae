// Makes the negated branch true by computing backwards from it, and looks whether the rest still holds.
//
// Most branches compare a simple function of one input with something that stays: x + 1 < y,
// s[3] == 'a', n * 8 > size.  The ways to change one operand after the other are enumerated, the
// nearest values first, up to a few.
#include "solve/layer.h"
#include "solve/propose.h"

namespace espalier::solve {
namespace {

/// Counts through all sequences of choices, like the wheels of a mileage counter.
class Enumeration final : public Chooser {
 public:
  std::size_t pick(std::size_t ways) override {
    if (at_ == wheels_.size()) wheels_.push_back({0, ways});
    return wheels_[at_++].chosen;
  }
  /// The next sequence; false when all were seen.
  bool next() {
    at_ = 0;
    while (!wheels_.empty() && wheels_.back().chosen + 1 == wheels_.back().ways) wheels_.pop_back();
    if (wheels_.empty()) return false;
    ++wheels_.back().chosen;
    return true;
  }

 private:
  struct Wheel {
    std::size_t chosen, ways;
  };
  std::vector<Wheel> wheels_;
  std::size_t at_ = 0;
};

class Inversion final : public Layer {
 public:
  Inversion(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("inversion", std::move(next)), tape_(pool), values_(tape_), proposer_(tape_, values_) {}

 private:
  static constexpr int most_attempts = 16;

  Answer decide(const Query& query) override {
    tape_.load(query.constraints);
    values_.start(query.seed);
    if (values_.all_true()) return Sat{query.seed};
    Enumeration ways;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
      const auto& assignments = proposer_.propose(tape_.constraints().back(), ways);
      before_.clear();
      for (const Assignment& change : assignments) {
        before_.push_back({change.variable, values_.variable(change.variable)});
        values_.set(change.variable, change.value);
      }
      if (!before_.empty() && values_.all_true()) return Sat{values_.input(query.seed)};
      for (std::size_t i = before_.size(); i-- > 0;) values_.set(before_[i].variable, before_[i].value);
      if (!ways.next()) break;
    }
    return ask_next(query);
  }

  Tape tape_;
  Valuation values_;
  Proposer proposer_;
  std::vector<Assignment> before_;
};

}  // namespace

std::unique_ptr<Solver> invert(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Inversion>(pool, std::move(next));
}

}  // namespace espalier::solve
