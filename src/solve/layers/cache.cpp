// The same constraints asked again, in any order, have the same answer.
//
// Below the slice layer the same few conditions come back with ever different prefixes, so repetition is
// common.  Sets are compared as a whole, which costs little: mostly they come in the same order.  The hash is
// the same in any order and only finds the candidates.  Unknown is not remembered: a larger budget may settle
// it.
#include <algorithm>
#include <span>
#include <unordered_map>

#include "solve/layer.h"
#include "solve/variables.h"

namespace espalier::solve {
namespace {

class Cache final : public Layer {
 public:
  Cache(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("cache", std::move(next)), variables_(pool) {}

 private:
  using Constraints = std::span<const expr::Expr>;
  using Values = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // variable, value
  struct Solved {
    std::vector<expr::Expr> constraints;
    Values values;
  };
  static constexpr std::size_t most_numbers = 1 << 23;  // of constraints and values: some 100 MB

  Answer decide(const Query& query) override {
    const std::uint64_t hash = hash_of(query.constraints);
    const auto known = solved_.find(hash);
    if (known != solved_.end() && std::ranges::is_permutation(known->second.constraints, query.constraints)) {
      Input input = query.seed;
      for (const auto& [variable, value] : known->second.values) input.set(variable, value);
      return Sat{std::move(input)};
    }
    Answer answer = ask_next(query);
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      Values values = values_for(query.constraints, sat->input);
      numbers_ += query.constraints.size() + 2 * values.size() + 16;
      if (numbers_ > most_numbers) {  // the next answers will be recent ones
        solved_.clear();
        numbers_ = 0;
      }
      solved_.try_emplace(hash,
                          Solved{{query.constraints.begin(), query.constraints.end()}, std::move(values)});
    }
    return answer;
  }

  static std::uint64_t hash_of(Constraints constraints) {
    std::uint64_t hash = 0;
    for (const expr::Expr e : constraints) {
      std::uint64_t mixed = (std::uint64_t{e.id} + 1) * 0x9e37'79b9'7f4a'7c15;
      mixed = (mixed ^ mixed >> 32) * 0xd6e8'feb8'6659'fd93;
      hash += mixed ^ mixed >> 32;
    }
    return hash;
  }

  Values values_for(Constraints constraints, const Input& input) {
    std::vector<std::uint32_t> variables;
    for (const expr::Expr constraint : constraints) {
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

  std::unordered_map<std::uint64_t, Solved> solved_;  // by hash; of those that collide, the first
  std::size_t numbers_ = 0;  // in solved_
  Variables variables_;
};

}  // namespace

std::unique_ptr<Solver> cache_answers(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Cache>(pool, std::move(next));
}

}  // namespace espalier::solve
