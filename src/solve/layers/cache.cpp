// The same set of constraints asked again has the same answer.
//
// Below the slice layer the same few conditions come back with ever different prefixes, so repetition is
// common.  Sets are compared as a whole; the hash only finds the candidates.  Unknown is not
// remembered: a larger budget may settle it.
#include <algorithm>
#include <unordered_map>

#include "solve/constraint_set.h"
#include "solve/layer.h"
#include "solve/variables.h"

namespace espalier::solve {
namespace {

class Cache final : public Layer {
 public:
  Cache(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("cache", std::move(next)), set_(pool), variables_(pool) {}

 private:
  using Values = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // variable, value
  struct Solved {
    std::vector<expr::Expr> set;
    Values values;
  };
  static constexpr std::size_t most_numbers = 1 << 23;  // of constraints and values: some 100 MB

  Answer decide(const Query& query) override {
    set_.load(query.constraints);
    const std::uint64_t hash = set_.hash();
    if (const auto known = solved_.find(hash); known != solved_.end() && is_loaded(known->second.set)) {
      Input input = query.seed;
      for (const auto& [variable, value] : known->second.values) input.set(variable, value);
      return Sat{std::move(input)};
    }
    Answer answer = ask_next(query);
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      Values values = values_for(set_.members(), sat->input);
      numbers_ += set_.members().size() + 2 * values.size() + 16;
      if (numbers_ > most_numbers) {  // the next answers will be recent ones
        solved_.clear();
        numbers_ = 0;
      }
      solved_.try_emplace(hash, Solved{set_.members(), std::move(values)});
    }
    return answer;
  }

  [[nodiscard]] bool is_loaded(const std::vector<expr::Expr>& set) const {
    return set.size() == set_.members().size() && set_.contains(set);
  }

  Values values_for(const std::vector<expr::Expr>& set, const Input& input) {
    std::vector<std::uint32_t> variables;
    for (const expr::Expr constraint : set) {
      const auto of_this = variables_.of(constraint);
      variables.insert(variables.end(), of_this.begin(), of_this.end());
    }
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    Values values;
    values.reserve(variables.size());
    for (const std::uint32_t variable : variables) values.emplace_back(variable, input[variable]);
    return values;
  }

  ConstraintSet set_;  // of the query
  std::unordered_map<std::uint64_t, Solved> solved_;  // by hash; of those that collide, the first
  std::size_t numbers_ = 0;  // in solved_
  Variables variables_;
};

}  // namespace

std::unique_ptr<Solver> cache_answers(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Cache>(pool, std::move(next));
}

}  // namespace espalier::solve
