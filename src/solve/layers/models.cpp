// An input that solved a recent query may solve this one.
//
// The last constraint is evaluated first: it is new, so most old models fail there, at the price of
// one condition.
#include <algorithm>

#include "expr/evaluate.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

class ReuseModels final : public Layer {
 public:
  ReuseModels(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("models", std::move(next)), evaluate_(pool) {}

 private:
  static constexpr std::size_t most_models = 8;

  Answer decide(const Query& query) override {
    for (std::size_t i = models_.size(); i-- > 0;)
      if (solves(models_[i], query.constraints)) {
        std::rotate(models_.begin() + static_cast<std::ptrdiff_t>(i),
                    models_.begin() + static_cast<std::ptrdiff_t>(i) + 1, models_.end());  // the youngest now
        return Sat{models_.back()};
      }
    Answer answer = ask_next(query);
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      if (models_.size() == most_models) models_.erase(models_.begin());
      models_.push_back(sat->input);
    }
    return answer;
  }

  bool solves(const Input& model, std::span<const expr::Expr> constraints) {
    evaluate_.reset(model);
    return std::all_of(constraints.rbegin(), constraints.rend(),
                       [&](expr::Expr constraint) { return evaluate_(constraint) != 0; });
  }

  expr::Evaluator evaluate_;
  std::vector<Input> models_;  // oldest first
};

}  // namespace

std::unique_ptr<Solver> reuse_models(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<ReuseModels>(pool, std::move(next));
}

}  // namespace espalier::solve
