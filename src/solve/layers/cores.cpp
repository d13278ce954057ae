// A superset of constraints known to have no solution has none either.
//
// Most questions of a long search are answered here, so that looking costs little: a core is filed under
// its youngest member, those under one lie side by side, and what a query consists of is marked by term.
#include "solve/constraint_set.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;

/// Those with the same youngest member.
class Filed {
 public:
  void add(std::span<const Expr> core) {
    if (ends_.size() == most) forget_oldest();
    members_.insert(members_.end(), core.begin(), core.end());
    ends_.push_back(static_cast<std::uint32_t>(members_.size()));
  }

  /// The oldest within the set; empty: none.
  [[nodiscard]] std::span<const Expr> within(const ConstraintSet& set) const {
    const Expr* begin = members_.data();
    for (const std::uint32_t end : ends_) {
      const std::span core(begin, members_.data() + end);
      if (set.contains(core)) return core;
      begin += core.size();
    }
    return {};
  }

 private:
  static constexpr std::size_t most = 64;

  void forget_oldest() {
    const std::uint32_t length = ends_.front();
    members_.erase(members_.begin(), members_.begin() + length);
    ends_.erase(ends_.begin());
    for (std::uint32_t& end : ends_) end -= length;
  }

  std::vector<Expr> members_;        // of all, one after the other
  std::vector<std::uint32_t> ends_;  // by core: where it ends in members_
};

class ReuseCores final : public Layer {
 public:
  ReuseCores(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("cores", std::move(next)), pool_(pool), set_(pool) {}

 private:
  static constexpr std::size_t most_numbers = 1 << 23;  // of constraints: some 50 MB

  Answer decide(const Query& query) override {
    set_.load(query.constraints);
    if (const auto core = known_within_set(); !core.empty()) return Unsat{set_.indices_of(core)};
    Answer answer = ask_next(query);
    if (const auto* unsat = std::get_if<Unsat>(&answer)) remember(query.constraints, unsat->core);
    return answer;
  }

  std::span<const Expr> known_within_set() {
    if (filed_.size() < pool_.size()) filed_.resize(pool_.size(), 0);
    youngest_.clear();
    for (const Expr member : set_.members())
      if (filed_[member.id] != 0) youngest_.push_back(member);
    std::sort(youngest_.begin(), youngest_.end());
    for (const Expr youngest : youngest_)
      if (const auto core = cores_[filed_[youngest.id] - 1].within(set_); !core.empty()) return core;
    return {};
  }

  void remember(std::span<const Expr> constraints, const std::vector<std::size_t>& core) {
    std::vector<Expr> members;
    for (const std::size_t i : core) members.push_back(constraints[i]);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    if (members.empty()) return;
    numbers_ += members.size() + 16;
    if (numbers_ > most_numbers) {
      cores_.clear();
      std::fill(filed_.begin(), filed_.end(), 0);
      numbers_ = 0;
    }
    std::uint32_t& place = filed_[members.back().id];
    if (place == 0) {
      cores_.emplace_back();
      place = static_cast<std::uint32_t>(cores_.size());
    }
    cores_[place - 1].add(members);
  }

  const expr::Pool& pool_;
  ConstraintSet set_;  // of the query
  std::vector<Filed> cores_;
  std::size_t numbers_ = 0;           // in cores_
  std::vector<std::uint32_t> filed_;  // by term: its place in cores_ + 1; 0: youngest of none
  std::vector<Expr> youngest_;        // members of the query that are the youngest of some core
};

}  // namespace

std::unique_ptr<Solver> reuse_cores(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<ReuseCores>(pool, std::move(next));
}

}  // namespace espalier::solve
