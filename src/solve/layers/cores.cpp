// A superset of constraints known to have no solution has none either.
#include <unordered_map>

#include "solve/constraint_set.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;

class ReuseCores final : public Layer {
 public:
  explicit ReuseCores(std::unique_ptr<Solver> next) : Layer("cores", std::move(next)) {}

 private:
  static constexpr std::size_t most_numbers = 1 << 23;  // of constraints: some 50 MB
  static constexpr std::size_t most_under_one = 64;

  Answer decide(const Query& query) override {
    const ConstraintSet set = set_of(query.constraints);
    if (const ConstraintSet* core = known_within(set)) return Unsat{indices_of(*core, query.constraints)};
    Answer answer = ask_next(query);
    if (const auto* unsat = std::get_if<Unsat>(&answer)) remember(query.constraints, unsat->core);
    return answer;
  }

  void remember(std::span<const Expr> constraints, const std::vector<std::size_t>& core) {
    ConstraintSet set;
    for (const std::size_t i : core) set.push_back(constraints[i]);
    make_set(set);
    if (set.empty()) return;
    numbers_ += set.size() + 16;
    if (numbers_ > most_numbers) {
      cores_.clear();
      numbers_ = 0;
    }
    auto& filed = cores_[set.back().id];
    if (filed.size() == most_under_one) filed.erase(filed.begin());
    filed.push_back(std::move(set));
  }

  // A core is filed under its youngest member, which a superset must contain.
  const ConstraintSet* known_within(const ConstraintSet& set) const {
    for (const Expr member : set) {
      const auto filed = cores_.find(member.id);
      if (filed == cores_.end()) continue;
      for (const ConstraintSet& core : filed->second)
        if (std::includes(set.begin(), set.end(), core.begin(), core.end())) return &core;
    }
    return nullptr;
  }

  static std::vector<std::size_t> indices_of(const ConstraintSet& core, std::span<const Expr> constraints) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < constraints.size(); ++i)
      if (std::binary_search(core.begin(), core.end(), constraints[i])) indices.push_back(i);
    return indices;
  }

  std::unordered_map<std::uint32_t, std::vector<ConstraintSet>> cores_;
  std::size_t numbers_ = 0;  // in cores_
};

}  // namespace

std::unique_ptr<Solver> reuse_cores(std::unique_ptr<Solver> next) {
  return std::make_unique<ReuseCores>(std::move(next));
}

}  // namespace espalier::solve
