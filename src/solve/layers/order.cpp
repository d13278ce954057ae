// Reasons about order alone: a chain of x < y, x <= y and x == y that comes back to its beginning
// with a strict step in it has no solution, nor has one that makes two terms equal that must differ.
//
// Sorting and searching ask almost nothing else.  Terms are the nodes, whatever they compute: equal terms
// are equal values.  Signed, unsigned and floating-point order are three graphs; equalities of integers
// belong to two of them, and constants, which are ordered among themselves, to all.  The core is the cycle.
//
// A floating-point comparison that is true says that both sides are numbers.  One that is false says
// something only about numbers (NaN < 1 is as false as 1 <= NaN), so then the conditions that make them
// numbers belong to the core as well.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "expr/semantics.h"
#include "solve/inverse.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Term;

class Order final : public Layer {
 public:
  Order(const expr::Pool& pool, std::unique_ptr<Solver> next)
      : Layer("order", std::move(next)), pool_(pool) {}

 private:
  enum class Sort { Signed, Unsigned, Floating };
  static constexpr std::size_t none = ~std::size_t{0};
  using Reasons = std::array<std::size_t, 3>;  // constraints, or none: a fact about constants
  struct Edge {
    std::uint32_t to;
    bool strict;
    Reasons because;
  };

  Answer decide(const Query& query) override {
    for (const Sort sort : {Sort::Signed, Sort::Unsigned, Sort::Floating}) {
      const bool speaks = sort == Sort::Floating ? build_floating(query.constraints)
                                                 : build(query.constraints, sort == Sort::Signed);
      if (!speaks) continue;
      if (auto core = cycle_or_equality(); !core.empty()) {
        std::sort(core.begin(), core.end());
        core.erase(std::unique(core.begin(), core.end()), core.end());
        return Unsat{std::move(core)};
      }
    }
    return ask_next(query);
  }

  std::uint32_t node(Expr e) {
    const auto [entry, is_new] = nodes_.try_emplace(e.id, static_cast<std::uint32_t>(edges_.size()));
    if (is_new) {
      edges_.emplace_back();
      if (pool_.is_constant(e)) constants_.push_back(e);
    }
    return entry->second;
  }

  void clear() {
    nodes_.clear();
    edges_.clear();
    constants_.clear();
    unequal_.clear();
  }

  // A comparison, and whether it must be true.
  std::pair<Term, bool> comparison(Expr constraint) const {
    const Term& term = pool_[constraint];
    if (term.op != Op::Xor || !pool_.is_constant(term.operands[1])) return {term, true};
    return {pool_[term.operands[0]], pool_[term.operands[1]].k == 0};
  }

  // False when the order says nothing here.
  bool build(std::span<const Expr> constraints, bool is_signed) {
    clear();
    bool any_strict = false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const auto [term, truth] = comparison(constraints[i]);
      const auto [a, b, unused] = term.operands;
      const bool of_this_sign =
          is_signed ? term.op == Op::Slt || term.op == Op::Sle : term.op == Op::Ult || term.op == Op::Ule;
      if (of_this_sign) {
        const bool strict = (term.op == Op::Slt || term.op == Op::Ult) == truth;
        const std::uint32_t low = node(truth ? a : b), high = node(truth ? b : a);
        edges_[low].push_back({high, strict, {i, none, none}});
        any_strict = any_strict || strict;
      } else if ((term.op == Op::Eq && truth) || (term.op == Op::Ne && !truth)) {
        const std::uint32_t x = node(a), y = node(b);
        edges_[x].push_back({y, false, {i, none, none}});
        edges_[y].push_back({x, false, {i, none, none}});
      } else if (term.op == Op::Eq || term.op == Op::Ne) {
        unequal_.push_back({a, b, i});
      }
    }
    link_constants(is_signed ? Sort::Signed : Sort::Unsigned);
    return any_strict || !unequal_.empty() || constants_.size() > 1;
  }

  bool build_floating(std::span<const Expr> constraints) {
    clear();
    numbers_.clear();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const auto [term, truth] = comparison(constraints[i]);
      const bool says_numbers =
          truth ? term.op == Op::FLt || term.op == Op::FLe || term.op == Op::FEq : term.op == Op::FUno;
      if (!says_numbers) continue;
      numbers_.try_emplace(term.operands[0].id, i);
      numbers_.try_emplace(term.operands[1].id, i);
    }
    if (numbers_.empty()) return false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const auto [term, truth] = comparison(constraints[i]);
      const auto [a, b, unused] = term.operands;
      if (term.op == Op::FEq && !truth) {
        unequal_.push_back({a, b, i});
      } else if (term.op == Op::FEq) {
        const std::uint32_t x = node(a), y = node(b);
        edges_[x].push_back({y, false, {i, none, none}});
        edges_[y].push_back({x, false, {i, none, none}});
      } else if (term.op == Op::FLt || term.op == Op::FLe) {
        const auto a_by = number_by(a), b_by = number_by(b);
        if (!truth && (!a_by || !b_by)) continue;
        const bool strict = (term.op == Op::FLt) == truth;
        const std::uint32_t low = node(truth ? a : b), high = node(truth ? b : a);
        edges_[low].push_back({high, strict, truth ? Reasons{i, none, none} : Reasons{i, *a_by, *b_by}});
      }
    }
    link_constants(Sort::Floating);
    return true;
  }

  // The constraint by which the term is a number and not NaN, none for a constant; nothing when it may be
  // NaN.
  std::optional<std::size_t> number_by(Expr e) const {
    if (pool_.is_constant(e))
      return is_nan(pool_[e].k, pool_.bits(e)) ? std::nullopt : std::optional<std::size_t>(none);
    const auto known = numbers_.find(e.id);
    return known == numbers_.end() ? std::nullopt : std::optional(known->second);
  }

  void link_constants(Sort sort) {
    const auto key = [&](Expr e) -> std::uint64_t {
      const Term& term = pool_[e];
      const std::uint64_t flip = std::uint64_t{1} << 63;
      if (sort == Sort::Unsigned) return term.k;
      if (sort == Sort::Floating) return static_cast<std::uint64_t>(rank_of(term.k, term.bits)) ^ flip;
      return static_cast<std::uint64_t>(expr::sign_extend(term.k, term.bits)) ^ flip;
    };
    if (sort == Sort::Floating)
      std::erase_if(constants_, [&](Expr e) { return is_nan(pool_[e].k, pool_.bits(e)); });
    // Constants of different widths never meet on a cycle, so one chain serves all widths.
    std::sort(constants_.begin(), constants_.end(), [&](Expr x, Expr y) {
      return std::pair(pool_.bits(x), key(x)) < std::pair(pool_.bits(y), key(y));
    });
    for (std::size_t i = 1; i < constants_.size(); ++i) {
      const Expr low = constants_[i - 1], high = constants_[i];
      if (pool_.bits(low) != pool_.bits(high)) continue;
      const bool strict = key(low) != key(high);  // -0.0 is 0.0
      const std::uint32_t x = node(low), y = node(high);
      edges_[x].push_back({y, strict, {none, none, none}});
      if (!strict) edges_[y].push_back({x, false, {none, none, none}});
    }
  }

  // Tarjan's strongly connected components, without recursion: all terms of one are equal, so a strict
  // edge inside of one is a contradiction.
  std::vector<std::size_t> cycle_or_equality() {
    const std::size_t n = edges_.size();
    index_.assign(n, 0);
    low_.assign(n, 0);
    component_.assign(n, 0);
    std::vector<std::uint32_t> open;
    std::vector<std::pair<std::uint32_t, std::size_t>> calls;
    std::uint32_t counter = 0, components = 0;
    for (std::uint32_t root = 0; root < n; ++root) {
      if (index_[root] != 0) continue;
      calls.emplace_back(root, 0);
      while (!calls.empty()) {
        auto& [v, at] = calls.back();
        if (at == 0) {
          index_[v] = low_[v] = ++counter;
          open.push_back(v);
        }
        if (at < edges_[v].size()) {
          const std::uint32_t w = edges_[v][at++].to;
          if (index_[w] == 0) {
            calls.emplace_back(w, 0);
          } else if (component_[w] == 0) {
            low_[v] = std::min(low_[v], index_[w]);
          }
          continue;
        }
        const std::uint32_t done = v;
        if (low_[done] == index_[done]) {
          ++components;
          for (std::uint32_t w = done + 1; w != done;) {
            w = open.back();
            open.pop_back();
            component_[w] = components;
          }
        }
        calls.pop_back();
        if (!calls.empty()) low_[calls.back().first] = std::min(low_[calls.back().first], low_[done]);
      }
    }
    return contradiction();
  }

  std::vector<std::size_t> contradiction() {
    std::vector<std::size_t> core;
    for (std::uint32_t v = 0; v < edges_.size(); ++v)
      for (const Edge& edge : edges_[v])
        if (edge.strict && component_[edge.to] == component_[v]) {
          add_reasons(edge.because, core);
          add_way(edge.to, v, core);
          return core;
        }
    // What is both at least and at most as large is equal.
    for (const Unequal& pair : unequal_) {
      const auto a = nodes_.find(pair.a.id), b = nodes_.find(pair.b.id);
      if (a == nodes_.end() || b == nodes_.end() || component_[a->second] != component_[b->second]) continue;
      core.push_back(pair.constraint);
      add_way(a->second, b->second, core);
      add_way(b->second, a->second, core);
      return core;
    }
    return core;
  }

  static void add_reasons(const Reasons& reasons, std::vector<std::size_t>& core) {
    for (const std::size_t constraint : reasons)
      if (constraint != none) core.push_back(constraint);
  }

  // The constraints on a shortest way upwards from one node to another.
  void add_way(std::uint32_t from, std::uint32_t to, std::vector<std::size_t>& core) {
    std::vector<std::pair<std::uint32_t, const Edge*>> reached_by(edges_.size(), {~0U, nullptr});
    std::vector<std::uint8_t> seen(edges_.size(), 0);
    std::vector<std::uint32_t> queue{from};
    seen[from] = 1;
    for (std::size_t at = 0; at < queue.size() && seen[to] == 0; ++at)
      for (const Edge& edge : edges_[queue[at]])
        if (seen[edge.to] == 0) {
          seen[edge.to] = 1;
          reached_by[edge.to] = {queue[at], &edge};
          queue.push_back(edge.to);
        }
    for (std::uint32_t v = to; v != from; v = reached_by[v].first)
      add_reasons(reached_by[v].second->because, core);
  }

  struct Unequal {
    Expr a, b;
    std::size_t constraint;
  };
  const expr::Pool& pool_;
  std::unordered_map<std::uint32_t, std::uint32_t> nodes_;  // term -> node
  std::vector<std::vector<Edge>> edges_;                    // by node: upwards
  std::vector<Expr> constants_;
  std::vector<Unequal> unequal_;
  std::unordered_map<std::uint32_t, std::size_t> numbers_;  // term -> the constraint by which it is not NaN
  std::vector<std::uint32_t> index_, low_, component_;
};

}  // namespace

std::unique_ptr<Solver> reason_by_order(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Order>(pool, std::move(next));
}

}  // namespace espalier::solve
