#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace espalier::bench {

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double median(std::span<const double> values) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// Under the hypothesis, U has mean n1 n2 / 2 and variance n1 n2 / 12 * (n + 1 - sum (t^3 - t) / (n (n - 1))),
// t being the sizes of groups of equal values.
RankTest rank_test(std::span<const double> first, std::span<const double> second) {
  RankTest result;
  std::map<double, double> groups;
  for (const double a : first) {
    ++groups[a];
    for (const double b : second) result.u += a > b ? 1 : a == b ? 0.5 : 0;
  }
  for (const double b : second) ++groups[b];
  const auto n1 = static_cast<double>(first.size()), n2 = static_cast<double>(second.size()), n = n1 + n2;
  if (first.empty() || second.empty()) return result;
  double ties = 0;
  for (const auto& [value, size] : groups) ties += size * size * size - size;
  const double variance = n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1)));
  const double distance = std::abs(result.u - n1 * n2 / 2);
  if (variance <= 0 || distance == 0) return result;
  const double z = std::max(0.0, distance - 0.5) / std::sqrt(variance);
  result.probability = std::erfc(z / std::sqrt(2.0));
  return result;
}

}  // namespace espalier::bench
