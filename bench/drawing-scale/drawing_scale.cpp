// Counting and drawing as graphs and lengths grow: time to prepare, memory, time for one path.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "../experiment.h"
#include "base/cpu_time.h"
#include "graphs.h"
#include "paths/space.h"
#include "paths/thresholds.h"

namespace espalier::bench {
namespace {

using namespace espalier::paths;
constexpr std::size_t kMostBytes = std::size_t{3} << 30;

double seconds_since(double start) { return thread_cpu_seconds() - start; }

struct Cost {
  double prepare = 0;    ///< seconds
  double megabytes = 0;  ///< of the table
  double draw = 0;       ///< microseconds a path
};

/// Draws for a while, several paths a call.
template <class Draw>
double microseconds_per_path(std::uint64_t each, const Draw& draw) {
  Rng rng(1);
  const double start = thread_cpu_seconds();
  std::uint64_t drawn = 0;
  for (; drawn < 200 || seconds_since(start) < 0.2; drawn += each) draw(rng);
  return seconds_since(start) * 1e6 / static_cast<double>(drawn);
}

Cost cost_of_counts(const Graph& graph, const Question& question) {
  const auto start = thread_cpu_seconds();
  const PathSpace space(graph, question);
  Cost cost{.prepare = seconds_since(start), .megabytes = static_cast<double>(space.bytes()) / 1e6};
  constexpr int a_few = 20;
  std::size_t edges = 0;
  cost.draw = microseconds_per_path(a_few, [&](Rng& rng) {
    for (int i = 0; i < a_few; ++i) edges += space.draw(rng).size();
  });
  if (edges == 0) throw std::runtime_error("drawing-scale: only empty paths");  // and so they are made
  return cost;
}

Cost cost_of_thresholds(const Graph& graph, const Question& question) {
  const auto start = thread_cpu_seconds();
  const ThresholdDrawer drawer(graph, question);
  Cost cost{.prepare = seconds_since(start), .megabytes = static_cast<double>(drawer.bytes()) / 1e6};
  constexpr std::size_t many = 200;
  cost.draw = microseconds_per_path(many, [&](Rng& rng) { (void)drawer.draw_many(many, rng); });
  return cost;
}

/// Published or measured elsewhere, for the row of the same size.
struct Reference {
  Vertex vertices;
  std::uint32_t length;
  Cost rukia;  ///< exact mode
  Cost aim;
};
const std::vector<Reference> kReferences{
    {60, 300, {.0008, 1, 46}, {.0001, .1, 1.4}},           {10'000, 1'000, {2.6, 966, 1465}, {.029, 31, 12}},
    {100'000, 200, {10.6, 1003, 262}, {.087, 68, 2.7}},    {1'000'000, 50, {28, 2339, 77}, {1.3, 219, .8}},
    {1'000'000, 200, {128, 10'000, 380}, {2.6, 676, 4.7}},
};

std::string in_words(const Cost& cost) {
  return fmt::format("{:.4f} s {:>7.1f} MB {:>7.2f} us", cost.prepare, cost.megabytes, cost.draw);
}

class Study {
 public:
  explicit Study(const Settings& settings) : settings_(settings) {}

  void run() {
    row(control_flow_graph, 60, 300);
    const std::vector<std::pair<Vertex, std::vector<std::uint32_t>>> sizes{{1'000, {50, 200, 1'000, 2'000}},
                                                                           {10'000, {50, 200, 1'000, 2'000}},
                                                                           {100'000, {50, 200, 1'000}},
                                                                           {1'000'000, {50, 200}}};
    for (const auto& [vertices, lengths] : sizes) {
      if (settings_.quick && vertices > 10'000) break;
      for (const auto make : {random_graph, control_flow_graph, layered_graph})
        for (const std::uint32_t length : lengths)
          if (!settings_.quick || length <= 200) row(make, vertices, length);
    }
    print_header(
        "drawing-scale: exactly uniform paths of at most n edges; time to prepare, table, time for one path");
    table_.print();
    table_.write_csv(settings_.out, "drawing-scale");
    print_header(
        "against Rukia's exact mode and our aims, control flow graphs (the better of the two tables)");
    against_.print();
    against_.write_csv(settings_.out, "drawing-scale-references");
  }

 private:
  void row(SampleGraph (*make)(Vertex, Rng&), Vertex vertices, std::uint32_t length) {
    Rng rng(vertices);
    const SampleGraph sample = make(vertices, rng);
    const Question question{
        .start = sample.start, .end = sample.end, .length = length, .bound = Bound::AtMost};
    const Census sizes = census(sample.graph, question);
    std::vector<std::string> cells{sample.name, std::to_string(vertices),
                                   std::to_string(sample.graph.edges()), std::to_string(length),
                                   std::to_string(sizes.size.get_str().size())};
    std::vector<Cost> costs;
    const auto add = [&](const Cost& cost) {
      costs.push_back(cost);
      cells.push_back(fmt::format("{:.4f} s", cost.prepare));
      cells.push_back(fmt::format("{:.1f} MB", cost.megabytes));
      cells.push_back(fmt::format("{:.2f} us", cost.draw));
    };
    if (sizes.size == 0 || sizes.table_bytes > kMostBytes) {
      cells.insert(cells.end(),
                   {"-", fmt::format("{:.0f} MB", static_cast<double>(sizes.table_bytes) / 1e6), "-"});
    } else {
      add(cost_of_counts(sample.graph, question));
    }
    const std::size_t choices = sample.graph.edges();  // of which those of single edges need nothing
    if (sizes.size == 0 || choices * length * 4 > kMostBytes)
      cells.insert(cells.end(), {"-", "-", "-"});
    else
      add(cost_of_thresholds(sample.graph, question));
    table_.add(cells);
    if (sample.name == "control flow") compare(vertices, length, costs);
    fmt::print(stderr, "  {}\n", fmt::join(cells, "  "));
  }

  void compare(Vertex vertices, std::uint32_t length, const std::vector<Cost>& costs) {
    for (const Reference& reference : kReferences) {
      if (reference.vertices != vertices || reference.length != length || costs.empty()) continue;
      const Cost best = *std::ranges::min_element(costs, {}, &Cost::draw);
      const bool met = best.prepare <= reference.aim.prepare && best.megabytes <= reference.aim.megabytes &&
                       best.draw <= reference.aim.draw;
      against_.add({std::to_string(vertices), std::to_string(length), in_words(best),
                    in_words(reference.rukia), in_words(reference.aim), met ? "ok" : "MISSED"});
    }
  }

  const Settings& settings_;
  Table table_{{"graph", "vertices", "edges", "n", "digits", "counts", "table", "path", "thresholds", "table",
                "path"}};
  Table against_{{"vertices", "n", "ours", "Rukia", "aim", ""}};
};

const Experiment experiment{"drawing-scale", "counting and drawing paths in graphs of 10^3 to 10^6 vertices",
                            [](const Settings& settings) { Study(settings).run(); }};

}  // namespace
}  // namespace espalier::bench
