// Reasons about order alone: a chain of x < y, x <= y and x == y that comes back to its beginning
// with a strict step in it has no solution, nor has one that makes two terms equal that must differ.
//
// Sorting and searching ask almost nothing else.  Terms are the nodes, whatever they compute: equal terms
// are equal values.  Signed and unsigned order are two graphs; equalities belong to both, and so do
// constants, which are ordered among themselves.  The core is the cycle.
#include <algorithm>
#include <unordered_map>

#include "expr/semantics.h"
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
  struct Edge {
    std::uint32_t to;
    bool strict;
    std::size_t constraint;  // none: a fact about constants
  };
  static constexpr std::size_t none = ~std::size_t{0};

  Answer decide(const Query& query) override {
    for (const bool is_signed : {true, false}) {
      if (!build(query.constraints, is_signed)) continue;
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

  // False when the order says nothing here.
  bool build(std::span<const Expr> constraints, bool is_signed) {
    nodes_.clear();
    edges_.clear();
    constants_.clear();
    unequal_.clear();
    bool any_strict = false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      Term term = pool_[constraints[i]];
      bool truth = true;
      if (term.op == Op::Xor && pool_.is_constant(term.operands[1])) {  // a negation
        truth = pool_[term.operands[1]].k == 0;
        term = pool_[term.operands[0]];
      }
      const auto [a, b, unused] = term.operands;
      const bool of_this_sign =
          is_signed ? term.op == Op::Slt || term.op == Op::Sle : term.op == Op::Ult || term.op == Op::Ule;
      if (of_this_sign) {
        const bool strict = (term.op == Op::Slt || term.op == Op::Ult) == truth;
        const std::uint32_t low = node(truth ? a : b), high = node(truth ? b : a);
        edges_[low].push_back({high, strict, i});
        any_strict = any_strict || strict;
      } else if ((term.op == Op::Eq && truth) || (term.op == Op::Ne && !truth)) {
        const std::uint32_t x = node(a), y = node(b);
        edges_[x].push_back({y, false, i});
        edges_[y].push_back({x, false, i});
      } else if (term.op == Op::Eq || term.op == Op::Ne) {
        unequal_.push_back({a, b, i});
      }
    }
    link_constants(is_signed);
    return any_strict || !unequal_.empty() || constants_.size() > 1;
  }

  void link_constants(bool is_signed) {
    const auto key = [&](Expr e) {
      const Term& term = pool_[e];
      const std::uint64_t flip = is_signed ? std::uint64_t{1} << 63 : 0;
      return is_signed ? static_cast<std::uint64_t>(expr::sign_extend(term.k, term.bits)) ^ flip : term.k;
    };
    // Constants of different widths never meet on a cycle, so one chain serves all widths.
    std::sort(constants_.begin(), constants_.end(), [&](Expr x, Expr y) {
      return std::pair(pool_.bits(x), key(x)) < std::pair(pool_.bits(y), key(y));
    });
    for (std::size_t i = 1; i < constants_.size(); ++i)
      if (pool_.bits(constants_[i - 1]) == pool_.bits(constants_[i]))
        edges_[node(constants_[i - 1])].push_back({node(constants_[i]), true, none});
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
          if (edge.constraint != none) core.push_back(edge.constraint);
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

  // The constraints on a shortest way upwards from one node to another.
  void add_way(std::uint32_t from, std::uint32_t to, std::vector<std::size_t>& core) {
    std::vector<std::pair<std::uint32_t, std::size_t>> reached_by(edges_.size(), {~0U, none});
    std::vector<std::uint8_t> seen(edges_.size(), 0);
    std::vector<std::uint32_t> queue{from};
    seen[from] = 1;
    for (std::size_t at = 0; at < queue.size() && seen[to] == 0; ++at)
      for (const Edge& edge : edges_[queue[at]])
        if (seen[edge.to] == 0) {
          seen[edge.to] = 1;
          reached_by[edge.to] = {queue[at], edge.constraint};
          queue.push_back(edge.to);
        }
    for (std::uint32_t v = to; v != from; v = reached_by[v].first)
      if (reached_by[v].second != none) core.push_back(reached_by[v].second);
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
  std::vector<std::uint32_t> index_, low_, component_;
};

}  // namespace

std::unique_ptr<Solver> reason_by_order(const expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Order>(pool, std::move(next));
}

}  // namespace espalier::solve
