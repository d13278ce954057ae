#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paths/graph.h"
#include "paths/limbs.h"

namespace espalier::paths {

/// f(v, l): how many paths of length l lead from v to the end; for every vertex and l = 0 .. length.  In a
/// weighted graph: what they count for together.
///
/// A row (one l) has one width for all its numbers; widths never shrink as l grows.
class Counts {
 public:
  Counts(const Graph& graph, Vertex end, std::uint32_t length);

  /// Row 0 alone; add_row() makes the others, one by one, of the same graph.
  Counts(const Graph& graph, Vertex end);
  void add_row(const Graph& graph);
  /// Gives back the memory of a row that is not needed any more.
  void forget_row(std::uint32_t l) { rows_[l].numbers.reset(); }

  [[nodiscard]] const Limb* at(Vertex v, std::uint32_t l) const {
    return rows_[l].numbers.get() + v * rows_[l].width;
  }
  [[nodiscard]] std::size_t width(std::uint32_t l) const { return rows_[l].width; }
  [[nodiscard]] Count count(Vertex v, std::uint32_t l) const { return to_count({at(v, l), width(l)}); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Row {
    std::unique_ptr<Limb[]> numbers;
    std::size_t width = 1;
  };
  bool fill(const Graph& graph, std::uint32_t l, Row& row) const;

  Vertex vertices_;
  std::vector<Row> rows_;
};

}  // namespace espalier::paths
