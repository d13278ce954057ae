// Plots as SVG, written by hand: axes, lines, names.
#include "plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/files.h"

namespace espalier::bench {
namespace {

constexpr double width = 860, height = 460, left = 64, right = 190, top = 36, bottom = 48;
// Distinguishable on white, also for those who do not see red and green apart; dashes tell the rest.
constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#56b4e9", "#e69f00", "#000000", "#999999"};

/// A step that gives about five marks: 1, 2 or 5 times a power of ten.
double round_step(double range) {
  const double raw = std::max(range, 1e-9) / 5, power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power) return factor * power;
  return 10 * power;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

struct Frame {
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
  bool logarithmic = false;
  [[nodiscard]] double scaled(double x) const { return logarithmic ? std::log10(x) : x; }
  [[nodiscard]] double x(double value) const {
    return left + (scaled(value) - scaled(x_low)) / (scaled(x_high) - scaled(x_low)) * (width - left - right);
  }
  [[nodiscard]] double y(double value) const {
    return height - bottom - (value - y_low) / (y_high - y_low) * (height - top - bottom);
  }
};

Frame frame_of(const std::vector<Series>& series, bool logarithmic) {
  Frame frame{1e300, -1e300, 1e300, -1e300, logarithmic};
  for (const Series& one : series)
    for (const auto& [x, y] : one.points) {
      frame.x_low = std::min(frame.x_low, x);
      frame.x_high = std::max(frame.x_high, x);
      frame.y_low = std::min(frame.y_low, y);
      frame.y_high = std::max(frame.y_high, y);
    }
  if (frame.x_low > frame.x_high) frame = {0, 1, 0, 1, false};
  if (frame.x_low == frame.x_high) frame.x_high = frame.x_low + 1;
  const double step = round_step(frame.y_high - frame.y_low);
  frame.y_low = std::floor(frame.y_low / step) * step;
  frame.y_high = std::max(std::ceil(frame.y_high / step) * step, frame.y_low + step);
  return frame;
}

std::string text(double x, double y, const std::string& words, const std::string& more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escaped(words));
}

std::string axes(const Frame& frame) {
  std::string out;
  const double step = round_step(frame.y_high - frame.y_low);
  for (double y = frame.y_low; y <= frame.y_high + step / 2; y += step) {
    out += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n", left,
                       width - right, frame.y(y), frame.y(y));
    out += text(left - 8, frame.y(y) + 4, fmt::format("{:g}", y), "text-anchor=\"end\"");
  }
  const double across = round_step(frame.x_high - frame.x_low);
  double x = frame.logarithmic ? std::pow(10, std::ceil(std::log10(frame.x_low) - 1e-9))
                               : std::ceil(frame.x_low / across) * across;
  for (; x <= frame.x_high * (1 + 1e-9); x = frame.logarithmic ? x * 10 : x + across)
    out += text(frame.x(x), height - bottom + 18, fmt::format("{:g}", x), "text-anchor=\"middle\"");
  return out;
}

}  // namespace

void write_plot(const std::filesystem::path& file, const std::string& title, const std::string& x,
                const std::string& y, const std::vector<Series>& series, bool logarithmic) {
  const Frame frame = frame_of(series, logarithmic);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
  out += text(left, 20, title, "font-size=\"15\"");
  out += text((left + width - right) / 2, height - 10, x, "text-anchor=\"middle\"");
  out += text(16, height / 2, y,
              fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 16 {})\"", height / 2));
  out += axes(frame);

  // Names must not cover each other: from the highest line down, each keeps its distance.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < series.size(); ++i)
    if (!series[i].points.empty()) order.push_back(i);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return series[i].points.back().second; });
  double free = top;
  for (const std::size_t i : order) {
    const std::string style = fmt::format("stroke=\"{}\"{}", colours[i % colours.size()],
                                          i < colours.size() ? "" : " stroke-dasharray=\"6 3\"");
    std::string points;
    for (const auto& [px, py] : series[i].points)
      points += fmt::format("{:.1f},{:.1f} ", frame.x(px), frame.y(py));
    out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-width=\"1.8\" {}/>\n", points, style);
    const double end_x = frame.x(series[i].points.back().first),
                 end_y = frame.y(series[i].points.back().second);
    const double at = std::max(end_y, free);
    free = at + 15;
    out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", end_x, end_y,
                       width - right + 14, at, style);
    out += text(width - right + 18, at + 4, series[i].name);
  }
  std::filesystem::create_directories(file.parent_path());
  write_file(file, out + "</svg>\n");
}

}  // namespace espalier::bench
