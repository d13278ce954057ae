// Remembers answers: the same set of constraints asked again, or a superset of one known to
// have no solution, needs no solver.
//
// Below the slice layer the same few conditions come back with ever different prefixes, so exact
// repetition is common.  Sets are compared as a whole; the hash only finds the candidates.
#include <algorithm>
#include <unordered_map>

#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;

using Set = std::vector<Expr>;  // ascending, no duplicates

struct SetHash {
  std::size_t operator()(const Set& set) const {
    std::uint64_t hash = set.size();
    for (const Expr e : set) hash = (hash ^ e.id) * 0x9e37'79b9'7f4a'7c15 ^ hash >> 29;
    return hash;
  }
};

class ReuseAnswers final : public Layer {
 public:
  ReuseAnswers(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("reuse", std::move(next)), pool_(pool) {}

 private:
  using Values = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // variable, value

  Answer decide(const Query& query) override {
    Set set(query.constraints.begin(), query.constraints.end());
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    if (const auto known = models_.find(set); known != models_.end()) {
      Input input = query.seed;
      for (const auto& [variable, value] : known->second) input.set(variable, value);
      return Sat{std::move(input)};
    }
    if (const Set* core = known_core_within(set)) return Unsat{indices_of(*core, query.constraints)};

    Answer answer = ask_next(query);
    if (const auto* sat = std::get_if<Sat>(&answer)) models_.emplace(set, values_for(set, sat->input));
    if (const auto* unsat = std::get_if<Unsat>(&answer)) remember_core(query.constraints, unsat->core);
    return answer;
  }

  // Unknown is not remembered: a larger budget may settle it.

  Values values_for(const Set& set, const Input& input) const {
    Values values;
    for (const Expr constraint : set)
      for (const std::uint32_t variable : expr::variables_of(pool_, constraint))
        values.emplace_back(variable, input[variable]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }

  void remember_core(std::span<const Expr> constraints, const std::vector<std::size_t>& core) {
    Set set;
    for (const std::size_t i : core) set.push_back(constraints[i]);
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    if (!set.empty()) cores_[set.back().id].push_back(std::move(set));
  }

  // A core is filed under its youngest member, which a superset must contain.
  const Set* known_core_within(const Set& set) const {
    for (const Expr member : set) {
      const auto filed = cores_.find(member.id);
      if (filed == cores_.end()) continue;
      for (const Set& core : filed->second)
        if (std::includes(set.begin(), set.end(), core.begin(), core.end())) return &core;
    }
    return nullptr;
  }

  static std::vector<std::size_t> indices_of(const Set& core, std::span<const Expr> constraints) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < constraints.size(); ++i)
      if (std::binary_search(core.begin(), core.end(), constraints[i])) indices.push_back(i);
    return indices;
  }

  const expr::Pool& pool_;
  std::unordered_map<Set, Values, SetHash> models_;
  std::unordered_map<std::uint32_t, std::vector<Set>> cores_;
};

}  // namespace

std::unique_ptr<Solver> reuse_answers(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<ReuseAnswers>(pool, std::move(next));
}

}  // namespace espalier::solve
