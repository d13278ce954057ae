#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "search/strategy.h"

namespace espalier::search {

/// Several strategies on one tree.  Each sees every path, whoever asked for it, and has a turn now and then;
/// who is next, the derived class says.
class Team : public Strategy {
 public:
  /// How long a turn is at most.
  struct Turn {
    int questions;
    std::uint64_t runs = ~std::uint64_t{0};
  };
  /// What a turn brought: sides that no run had taken before, and how many runs it took.
  struct Yield {
    double gained = 0;
    std::uint64_t runs = 0;
  };

  Team(const std::vector<std::string_view>& names, Turn turn) : turn_(turn) {
    for (const std::string_view name : names) members_.push_back(make_strategy(name));
  }

  [[nodiscard]] esp_telling telling() const override {
    esp_telling most = ESP_TELL_NOTHING;
    for (const auto& member : members_) most = std::max(most, member->telling());
    return most;
  }
  void begin(const State& state, const Options& options) override {
    for (const auto& member : members_) member->begin(state, options);
  }
  void added(const State& state, const Tree::Insertion& insertion) override {
    yield_.gained += state.gain;
    ++yield_.runs;
    for (const auto& member : members_) member->added(state, insertion);
  }
  void reopened(const State& state, NodeId node) override {
    for (const auto& member : members_) member->reopened(state, node);
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (left_ == 0 || yield_.runs >= turn_.runs) {
      current_ = next(current_, yield_);
      yield_ = {};
      left_ = turn_.questions;
    }
    --left_;
    if (auto step = members_[current_]->propose(state, rng)) return step;
    // One that has nothing left has seen all of the tree, as every other; but let each of them say so.
    left_ = 0;
    for (const auto& member : members_)
      if (auto step = member->propose(state, rng)) return step;
    return std::nullopt;
  }

 protected:
  [[nodiscard]] std::size_t size() const { return members_.size(); }
  /// Whose turn it is after that of `last`.  (The very first time nobody had a turn, and the first run
  /// gained.)
  virtual std::size_t next(std::size_t last, const Yield& yield) = 0;

 private:
  std::vector<std::unique_ptr<Strategy>> members_;
  Turn turn_;
  std::size_t current_ = 0;
  int left_ = 0;
  Yield yield_;
};

}  // namespace espalier::search
