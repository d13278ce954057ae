// The second opinion on every "no solution": the judge is asked about the core alone.
#include <fmt/format.h>

#include "expr/evaluate.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;

class CheckUnsat final : public Layer {
 public:
  CheckUnsat(const expr::Pool& pool, std::unique_ptr<Solver> judge, std::unique_ptr<Solver> next)
      : Layer("check-unsat", std::move(next)), pool_(pool), judge_(std::move(judge)), evaluate_(pool) {}

  /// The judge comes last: sat where it contradicts, unsat where it confirms, unknown where it has no
  /// opinion.
  void collect(Statistics& into) const override {
    const std::size_t here = into.size();
    Layer::collect(into);
    const std::size_t judged = into.size();
    judge_->collect(into);
    for (std::size_t i = judged; i < into.size(); ++i) into[here].second.seconds -= into[i].second.seconds;
  }

 private:
  Answer decide(const Query& query) override {
    Answer answer = ask_next(query);
    const auto* unsat = std::get_if<Unsat>(&answer);
    if (unsat == nullptr) return answer;
    std::vector<Expr> core;
    for (const std::size_t i : unsat->core) core.push_back(query.constraints[i]);
    const Answer opinion = judge_->solve({core, query.seed, query.budget});
    const auto* sat = std::get_if<Sat>(&opinion);
    if (sat == nullptr || !solves(sat->input, core)) return answer;  // confirmed, or no opinion
    std::string text;
    for (const Expr constraint : core) text += (text.empty() ? "" : " and ") + to_text(pool_, constraint);
    complain(fmt::format("solver: no solution was found for conditions that have one: {}", text));
    return Unknown{"two solvers disagree"};
  }

  bool solves(const Input& input, const std::vector<Expr>& core) {
    evaluate_.reset(input);
    for (const Expr constraint : core)
      if (evaluate_(constraint) == 0) return false;
    return true;
  }

  const expr::Pool& pool_;
  std::unique_ptr<Solver> judge_;
  expr::Evaluator evaluate_;
};

}  // namespace

std::unique_ptr<Solver> check_unsat(const expr::Pool& pool, std::unique_ptr<Solver> judge,
                                    std::unique_ptr<Solver> next) {
  return std::make_unique<CheckUnsat>(pool, std::move(judge), std::move(next));
}

}  // namespace espalier::solve
