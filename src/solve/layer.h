#pragma once

#include <memory>
#include <string>

#include "solve/solver.h"

namespace espalier::solve {

/// The frame of every layer and back end: it counts and times, the derived class decides.
///
///   class Intervals final : public Layer {
///     Answer decide(const Query& query) override {
///       if (contradiction(query)) return Unsat{...};   // counted as settled here
///       return ask_next(query);                        // counted below
///     }
///   };
class Layer : public Solver {
 public:
  Layer(std::string name, std::unique_ptr<Solver> next) : name_(std::move(name)), next_(std::move(next)) {}

  [[nodiscard]] Answer solve(const Query& query) final;
  void collect(Statistics& into) const override;

 protected:
  virtual Answer decide(const Query& query) = 0;
  /// The answer of the layer below; its time is not ours.
  Answer ask_next(const Query& query);
  [[nodiscard]] bool has_next() const { return next_ != nullptr; }
  void complain(std::string text) { statistics_.complaints.push_back(std::move(text)); }

 private:
  std::string name_;
  std::unique_ptr<Solver> next_;
  LayerStatistics statistics_;                   // seconds: with the layers below
  std::size_t answer_below_ = std::variant_npos; // kind of the last answer from below
};

}  // namespace espalier::solve
