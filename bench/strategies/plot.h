#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace espalier::bench {

/// A line of a plot, from left to right.
struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// Writes lines over a common axis as SVG; names stand at the right, the highest end first.  `logarithmic`:
/// the x axis, whose values must be positive then.
void write_plot(const std::filesystem::path& file, const std::string& title, const std::string& x,
                const std::string& y, const std::vector<Series>& series, bool logarithmic = false);

}  // namespace espalier::bench
