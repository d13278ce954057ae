#include <algorithm>
#include <cassert>
#include <limits>

#include "paths/mixture.h"

// Von Neumann: with value v > 0, the column player's best choice y solves: maximise the sum of y, matrix y
// <= 1, y >= 0, and v is one over that sum.  y = 0 is a start for the simplex method; the prices of the rows
// at its end are the row player's choice.
namespace espalier::paths {
namespace {

class Simplex {
 public:
  explicit Simplex(const std::vector<std::vector<double>>& matrix)
      : rows_(matrix.size()), columns_(matrix[0].size()), basis_(rows_) {
    const std::size_t width = columns_ + rows_ + 1;
    table_.assign(rows_ + 1, std::vector<double>(width, 0));
    for (std::size_t i = 0; i < rows_; ++i) {
      std::ranges::copy(matrix[i], table_[i].begin());
      table_[i][columns_ + i] = 1;
      table_[i].back() = 1;
      basis_[i] = columns_ + i;
    }
    std::fill_n(table_.back().begin(), columns_, -1);
  }

  void run() {
    // The steepest column is fast in practice; the first one cannot run in circles (Bland).
    const std::size_t patience = 20 * (rows_ + columns_);
    for (std::size_t step = 0;; ++step) {
      const auto column = entering(step > patience);
      if (column == kNone) return;
      const auto row = leaving(column);
      assert(row != kNone && "a column of zeros has no price");
      pivot(row, column);
    }
  }
  [[nodiscard]] double sum() const { return table_.back().back(); }
  [[nodiscard]] double price(std::size_t row) const { return table_.back()[columns_ + row]; }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  static constexpr double kTiny = 1e-11;

  [[nodiscard]] std::size_t entering(bool first) const {
    std::size_t best = kNone;
    for (std::size_t j = 0; j < columns_ + rows_; ++j) {
      const double cost = table_.back()[j];
      if (cost >= -kTiny || (best != kNone && cost >= table_.back()[best])) continue;
      best = j;
      if (first) break;
    }
    return best;
  }
  [[nodiscard]] std::size_t leaving(std::size_t column) const {
    std::size_t best = kNone;
    double least = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (table_[i][column] <= kTiny) continue;
      const double ratio = table_[i].back() / table_[i][column];
      if (best == kNone || ratio < least || (ratio == least && basis_[i] < basis_[best])) {
        best = i;
        least = ratio;
      }
    }
    return best;
  }
  void pivot(std::size_t row, std::size_t column) {
    const double by = table_[row][column];
    for (double& entry : table_[row]) entry /= by;
    for (std::size_t i = 0; i <= rows_; ++i) {
      const double factor = table_[i][column];
      if (i == row || factor == 0) continue;
      for (std::size_t j = 0; j < table_[i].size(); ++j) table_[i][j] -= factor * table_[row][j];
    }
    basis_[row] = column;
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> basis_;
  std::vector<std::vector<double>> table_;
};

}  // namespace

GameSolution solve_game(const std::vector<std::vector<double>>& matrix) {
  assert(!matrix.empty() && !matrix[0].empty() && "a game needs choices");
  Simplex simplex(matrix);
  simplex.run();
  GameSolution solution{.value = 1 / simplex.sum(), .rows = {}};
  for (std::size_t i = 0; i < matrix.size(); ++i)
    solution.rows.push_back(std::max(0.0, simplex.price(i)) * solution.value);
  return solution;
}

}  // namespace espalier::paths
