#pragma once

#include <span>

namespace espalier::bench {

double mean(std::span<const double> values);
/// Standard deviation of a sample.
double deviation(std::span<const double> values);
double median(std::span<const double> values);

/// Mann and Whitney's rank test of two samples.
struct RankTest {
  double u = 0;            ///< how often a value of the first is the larger one; draws count half
  double probability = 1;  ///< that samples of one distribution differ so much or more, both ways
};
/// By the normal approximation with correction for draws and for continuity; crude below 5 values each.
RankTest rank_test(std::span<const double> first, std::span<const double> second);

}  // namespace espalier::bench
