#include "paths/counts.h"

#include <algorithm>

namespace espalier::paths {

// The recursive method (Wilf; Flajolet, Zimmermann and Van Cutsem): f(end, 0) = 1, f(v, 0) = 0
// elsewhere, and f(v, l) is the sum of f(w, l - length(e)) over the edges e from v to w.
//
// A row starts with the width of the row before.  When a sum does not fit, the row is made again one
// limb wider: that happens once in 64 doublings.
Counts::Counts(const Graph& graph, Vertex end) : vertices_(graph.vertices()) {
  rows_.push_back({.numbers = std::make_unique<Limb[]>(vertices_), .width = 1});
  rows_[0].numbers[end] = 1;
}

Counts::Counts(const Graph& graph, Vertex end, std::uint32_t length) : Counts(graph, end) {
  rows_.reserve(length + std::size_t{1});
  for (std::uint32_t l = 1; l <= length; ++l) add_row(graph);
}

void Counts::add_row(const Graph& graph) {
  const auto l = static_cast<std::uint32_t>(rows_.size());
  Row row{.numbers = nullptr, .width = rows_.back().width};
  for (;; ++row.width) {
    row.numbers = std::make_unique_for_overwrite<Limb[]>(vertices_ * row.width);
    if (fill(graph, l, row)) break;
  }
  rows_.push_back(std::move(row));
}

namespace {

/// sum += weight * term; the limb that does not fit the sum.
Limb add_product(Limb* sum, std::size_t width, const Limb* term, std::size_t term_width, Limb weight) {
  const Limb carry = mpn_addmul_1(sum, term, static_cast<mp_size_t>(term_width), weight);
  if (term_width == width) return carry;
  return mpn_add_1(sum + term_width, sum + term_width, static_cast<mp_size_t>(width - term_width), carry);
}

/// sum = a + b, the sum as wide as the wider one at least; what does not fit.
bool add(Limb* sum, std::size_t width, const Limb* a, std::size_t a_width, const Limb* b,
         std::size_t b_width) {
  bool carry = false;
  for (std::size_t i = 0; i < width; ++i) {
    const bool above = __builtin_add_overflow(i < a_width ? a[i] : 0, i < b_width ? b[i] : 0, &sum[i]);
    carry = above | __builtin_add_overflow(sum[i], Limb{carry}, &sum[i]);
  }
  return carry;
}

}  // namespace

/// False when a number does not fit the row's width.
bool Counts::fill(const Graph& graph, std::uint32_t l, Row& row) const {
  const std::size_t width = row.width;
  Limb* sum = row.numbers.get();
  for (Vertex v = 0; v < vertices_; ++v, sum += width) {
    // Most vertices decide between two ways.
    const EdgeId slot = graph.first_out(v);
    if (graph.out_degree(v) == 2 && !graph.weighted() &&
        std::max(graph.length(slot), graph.length(slot + 1)) <= l) {
      const std::uint32_t one = l - graph.length(slot), other = l - graph.length(slot + 1);
      if (add(sum, width, at(graph.to(slot), one), rows_[one].width, at(graph.to(slot + 1), other),
              rows_[other].width))
        return false;
      continue;
    }
    bool empty = true;
    for (const EdgeId slot : graph.out(v)) {
      if (graph.length(slot) > l) continue;
      const std::uint32_t rest = l - graph.length(slot);
      const Limb* term = at(graph.to(slot), rest);
      const std::size_t term_width = rows_[rest].width;
      if (graph.weighted()) {
        if (empty) std::fill_n(sum, width, 0);
        empty = false;
        if (add_product(sum, width, term, term_width, graph.weight(slot)) != 0) return false;
      } else if (empty) {
        std::fill(std::copy_n(term, term_width, sum), sum + width, 0);
        empty = false;
      } else if (mpn_add(sum, sum, static_cast<mp_size_t>(width), term, static_cast<mp_size_t>(term_width)) !=
                 0) {
        return false;
      }
    }
    if (empty) std::fill_n(sum, width, 0);
  }
  return true;
}

std::size_t Counts::bytes() const {
  std::size_t limbs = 0;
  for (const Row& row : rows_)
    if (row.numbers) limbs += vertices_ * row.width;
  return limbs * sizeof(Limb) + rows_.size() * sizeof(Row);
}

}  // namespace espalier::paths
