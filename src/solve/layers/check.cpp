// Trusts nobody: a Sat leaves the stack only if every constraint is true on its input.
#include <fmt/format.h>

#include "expr/evaluate.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

class CheckModels final : public Layer {
 public:
  CheckModels(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("check", std::move(next)), evaluate_(pool) {}

 private:
  Answer decide(const Query& query) override {
    Answer answer = ask_next(query);
    const Sat* sat = std::get_if<Sat>(&answer);
    if (sat == nullptr) return answer;
    evaluate_.reset(sat->input);
    for (std::size_t i = 0; i < query.constraints.size(); ++i)
      if (evaluate_(query.constraints[i]) == 0)
        return Unknown{
            fmt::format("the solver's input breaks constraint {} of {}", i + 1, query.constraints.size())};
    return answer;
  }

  expr::Evaluator evaluate_;
};

}  // namespace

std::unique_ptr<Solver> check_models(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<CheckModels>(pool, std::move(next));
}

}  // namespace espalier::solve
