#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "paths/counts.h"
#include "paths/course.h"

namespace espalier::paths {

/// Draws uniformly among all paths, without elimination, from a table of a few bytes per edge and length.
/// For graphs whose exact counts would not fit the memory, and several times faster on large ones.
///
/// Uniformity is exact.  Where the few bytes cannot decide, which is about once in a thousand million
/// choices, the exact counts are made again for that one choice.
class ThresholdDrawer {
 public:
  /// `bits`, at most 32, is the precision of the table.  Fewer serve only to test the exact decisions.
  ThresholdDrawer(const Graph& graph, const Question& question, unsigned bits = 32);

  /// Counts them all, exactly.
  [[nodiscard]] Count size() const {
    return counts_up_to(course_.length).count(course_.core.start, course_.length);
  }

  /// Nothing when there is no path.
  [[nodiscard]] std::optional<Path> draw(Rng& rng) const;

  /// So many paths, each drawn as above; none when there is no path.  On large graphs a walk waits for memory
  /// at every step; many walks at a time wait together.
  [[nodiscard]] std::vector<Path> draw_many(std::size_t count, Rng& rng) const;

  [[nodiscard]] std::size_t bytes() const { return thresholds_.size() * sizeof(std::uint32_t); }

 private:
  /// False when some count is too large for such numbers.
  template <class Number>
  bool from_numbers_with_a_point();
  void from_exact_counts();
  [[nodiscard]] Counts counts_up_to(std::uint32_t length) const;
  void forget_old_rows(Counts& counts, std::uint32_t l) const;
  void set_row(const Counts& counts, std::uint32_t l);
  [[nodiscard]] const std::uint32_t* thresholds_at(Vertex v, std::uint32_t left) const {
    return thresholds_.data() + (left - 1) * row_size_ + first_[v];
  }
  [[nodiscard]] EdgeId choose(Vertex v, std::uint32_t left, Rng& rng) const;
  [[nodiscard]] EdgeId decide_exactly(Vertex v, std::uint32_t left, std::uint32_t digits, Rng& rng) const;

  Course course_;
  unsigned bits_;
  std::uint32_t longest_edge_ = 1;
  std::vector<std::uint32_t> first_;  ///< by vertex: where its thresholds lie in a row
  std::size_t row_size_ = 0;
  std::vector<std::uint32_t> thresholds_;  ///< rows 1, 2, ...: for every edge but a vertex's last
  bool empty_ = true;  ///< there is no path
};

}  // namespace espalier::paths
