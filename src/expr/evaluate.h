#pragma once

#include <cstdint>
#include <vector>

#include "base/input.h"
#include "expr/expr.h"

namespace espalier::expr {

/// Values of terms under one input, each term computed once.  `reset` starts over with another
/// input without clearing memory (epochs), so one Evaluator serves a whole campaign.
class Evaluator {
 public:
  explicit Evaluator(const Pool& pool) : pool_(pool) {}
  void reset(const Input& input);
  std::uint64_t operator()(Expr e);

 private:
  const Pool& pool_;
  const Input* input_ = nullptr;
  std::uint32_t epoch_ = 0;
  struct Known {
    std::uint64_t value = 0;
    std::uint32_t epoch = 0;
  };
  std::vector<Known> known_;  // by term
  std::vector<Expr> stack_;
};

}  // namespace espalier::expr
