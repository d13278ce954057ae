#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "paths/restrict.h"
#include "paths/space.h"

namespace espalier::paths {

/// The value of the game in which we choose a row, the opponent a column, and we are paid the entry; and
/// with which probabilities to choose rows so as to get it on average whatever the opponent does.
/// Entries from 0 up, no column of zeros.
struct GameSolution {
  double value = 0;
  std::vector<double> rows;
};
GameSolution solve_game(const std::vector<std::vector<double>>& matrix);

/// Draws paths so that every element (a set of edges: one edge, or those into a vertex) is met as often as
/// can be: an element is chosen with a certain probability, then a path uniformly among those that meet it.
/// The probabilities maximise the least probability with which a path meets any element.
///
/// (Denise, Gaudel and Gouraud, A Generic Method for Statistical Testing, ISSRE 2004.)
class Mixture {
 public:
  /// Time: the square of the number of elements, times a count of all paths.
  Mixture(const Graph& graph, const Question& question, std::span<const std::vector<EdgeId>> elements);

  /// No path meets these (places in `elements`).
  [[nodiscard]] const std::vector<std::size_t>& never() const { return never_; }
  /// The least probability with which a drawn path meets an element, those never met left out, ...
  [[nodiscard]] double least() const { return least_; }
  /// ... and what it would be if all paths were drawn uniformly.
  [[nodiscard]] double least_if_uniform() const { return least_if_uniform_; }

  /// There must be a path.
  [[nodiscard]] Path draw(Rng& rng) const;

 private:
  struct Part {
    std::uint64_t upto;  ///< it is chosen by a number below this, and not below that of the part before
    Restricted through;
    PathSpace space;
  };
  void add_part(const Graph& graph, const Question& question, const std::vector<EdgeId>& element,
                std::uint64_t share);

  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::size_t> never_;
  double least_ = 1;
  double least_if_uniform_ = 1;
};

}  // namespace espalier::paths
