// The solver stack on queries of real campaigns: which layer answers how many, how fast, and how the
// whole compares with plain Z3, one fresh solver for each query.
//
// Each family is explored once by the engine with its queries recorded; the streams are then replayed.  Plain
// Z3 is asked a sample of long streams, evenly spread, and its time scaled up.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "../experiment.h"
#include "base/files.h"
#include "streams.h"

namespace espalier::bench {
namespace {

constexpr Family families[] = {
    {"triangle", "triangle.c", "triangle"},
    {"tcas", "tcas.c", "tcas"},
    {"bubble sort 8", "bubble_sort.c", "bubble_sort"},
    {"binary search 16", "binary_search.c", "binary_search"},
    {"square 3x3", "squares.c", "square_3"},
    {"square 4x4", "squares.c", "square_4"},
    {"gcd", "gcd.c", "gcd"},
    {"calendar", "calendar.c", "calendar"},
    {"parser 16", "parser.c", "parser"},
    {"tables", "tables.c", "tables"},
    {"crc", "hashes.c", "crc"},
    {"hash chain", "hashes.c", "chain"},
    {"quadratic", "quadratic.c", "quadratic"},
    {"double quadratic", "doubles.c", "roots", true},
    {"double cubic", "doubles.c", "cubic", true},
    {"newton square root", "doubles.c", "newton", true},
    {"newton cube root", "doubles.c", "cube_root", true},
    {"logistic map", "doubles.c", "logistic", true},
};

std::string number(double value) {
  return value < 100 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

double percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

/// Layers by name, in their order, one column of answers for each stream.
class LayerTable {
 public:
  void add(const solve::Statistics& layers) {
    for (const auto& [name, statistics] : layers) {
      if (!sums_.contains(name)) order_.push_back(name);
      auto& sum = sums_[name];
      sum.queries += statistics.queries;
      sum.sat += statistics.sat;
      sum.unsat += statistics.unsat;
      sum.unknown += statistics.unknown;
      sum.seconds += statistics.seconds;
    }
  }

  /// Own time of a layer is wall clock: layers are too fast for the clock of the processor.
  void print(const Settings& settings) const {
    print_header("solver: what each layer settles, all queries together (wall clock)");
    Table table({"layer", "asked", "sat", "unsat", "unknown", "own us/query", "own us/answer"});
    for (const std::string& name : order_) {
      const auto& s = sums_.at(name);
      const auto per = [&](std::uint64_t count) {
        return count == 0 ? std::string("-")
                          : fmt::format("{:.2f}", s.seconds * 1e6 / static_cast<double>(count));
      };
      table.add({name, fmt::format("{}", s.queries), fmt::format("{}", s.sat), fmt::format("{}", s.unsat),
                 fmt::format("{}", s.unknown), per(s.queries), per(s.sat + s.unsat)});
    }
    table.print();
    table.write_csv(settings.out, "solver-layers");
  }

  [[nodiscard]] std::uint64_t sat_by_back_ends() const {
    std::uint64_t sat = 0;
    for (const char* name : {"bits", "z3"})
      if (const auto sum = sums_.find(name); sum != sums_.end()) sat += sum->second.sat;
    return sat;
  }

 private:
  std::map<std::string, solve::LayerStatistics> sums_;
  std::vector<std::string> order_;
};

/// Which share of each family's queries each layer settles.
void print_shares(const std::vector<std::pair<std::string, Replayed>>& streams, const Settings& settings) {
  std::vector<std::string> layers = solve::layer_names();
  std::erase(layers, "slice");  // it settles nothing
  std::vector<std::string> headings{"family"};
  headings.insert(headings.end(), layers.begin(), layers.end());
  Table table(headings);
  for (const auto& [name, stream] : streams) {
    std::vector<std::string> row{name};
    for (const std::string& name_of_layer : layers) {
      double share = 0;
      for (const auto& [layer, s] : stream.layers)
        if (layer == name_of_layer)
          share = percent(static_cast<double>(s.sat + s.unsat), static_cast<double>(stream.queries));
      row.push_back(share == 0 ? "." : fmt::format("{:.1f}", share));
    }
    table.add(row);
  }
  print_header("solver: queries settled by each layer, in percent");
  table.print();
  table.write_csv(settings.out, "solver-shares");
}

/// A stream of the user's: what became of it.
void run_file(const Settings& settings) {
  const Replayed replayed = replay_stream(settings.queries, Asked::Stack);
  print_header(fmt::format("solver: {}: {} queries, {} sat, {} unsat, {} unknown, {:.3f} s of processor time",
                           settings.queries.string(), replayed.queries, replayed.sat, replayed.unsat,
                           replayed.unknown, replayed.seconds));
  Table slow({"slowest query", "ms", "answer"});
  for (const auto& [query, wall, answer] : replayed.slowest)
    slow.add({fmt::format("{}", query), fmt::format("{:.3f}", wall * 1e3), answer});
  slow.print();
  LayerTable layers;
  layers.add(replayed.layers);
  layers.print(settings);
}

void run(const Settings& settings) {
  if (!settings.queries.empty()) return run_file(settings);
  const std::uint64_t runs = settings.quick ? 60 : 1500;
  const std::size_t most_for_z3 = settings.quick ? 4 : 100;
  print_header(
      "solver: the stack against one fresh Z3 for each query, on recorded campaigns (processor time)");
  const ScratchDirectory scratch;
  Table table({"family", "queries", "sat", "unsat", "unknown", "us/query", "Z3 us/query", "Z3 asked",
               "Z3 unknown", "ratio"});
  LayerTable layers;
  std::vector<std::pair<std::string, Replayed>> streams;
  double integers = 0, integers_z3 = 0, worst = 1e9, overtime = 0;
  double float_sat_ms = 0, float_unsat_s = 0;
  std::uint64_t sat = 0;
  for (const Family& family : families) {
    const auto file = scratch.path() / (std::string(family.function) + ".queries");
    record_stream(family, file, runs);
    const Replayed ours = replay_stream(file, Asked::Stack);
    if (ours.queries == 0) continue;
    const Replayed z3 =
        replay_stream(file, Asked::PlainZ3, std::max<std::size_t>(1, ours.queries / most_for_z3));
    const double queries = static_cast<double>(ours.queries);
    const double z3_seconds = z3.seconds * queries / static_cast<double>(z3.queries);
    const double ratio = z3_seconds / std::max(ours.seconds, 1e-9);
    table.add({family.name, fmt::format("{}", ours.queries), fmt::format("{}", ours.sat),
               fmt::format("{}", ours.unsat), fmt::format("{}", ours.unknown),
               number(ours.seconds * 1e6 / queries), number(z3_seconds * 1e6 / queries),
               fmt::format("{}", z3.queries), fmt::format("{}", z3.unknown), number(ratio)});
    worst = std::min(worst, ratio);
    overtime = std::max(overtime, ours.overtime);
    if (family.floats) {
      if (ours.sat > 0)
        float_sat_ms = std::max(float_sat_ms, ours.sat_seconds * 1e3 / static_cast<double>(ours.sat));
      float_unsat_s = std::max(float_unsat_s, ours.unsat_slowest);
    } else {
      integers += ours.seconds;
      integers_z3 += z3_seconds;
    }
    layers.add(ours.layers);
    sat += ours.sat;
    streams.emplace_back(family.name, ours);
  }
  table.print();
  table.write_csv(settings.out, "solver");
  print_shares(streams, settings);
  layers.print(settings);

  print_header("solver: the aims");
  print_figure("integer families, Z3 / stack", integers_z3 / std::max(integers, 1e-9), "x", ">= 20",
               integers_z3 >= 20 * integers);
  print_figure("worst family, Z3 / stack", worst, "x", ">= 0.91", worst >= 0.91);
  const double without =
      100 - percent(static_cast<double>(layers.sat_by_back_ends()), static_cast<double>(sat));
  print_figure("sat without a back end", without, "%", ">= 90", without >= 90);
  print_figure("sat on the slowest double family", float_sat_ms, "ms/query", "<= 10", float_sat_ms <= 10);
  print_figure("slowest proof on doubles", float_unsat_s, "s", "<= 1 (budget)", float_unsat_s <= 1);
  print_figure("longest beyond the budget", 100 * overtime, "%", "<= 10", overtime <= 0.1);
}

const Experiment entry{"solver", "layers and back ends on recorded queries, against plain Z3", run};

}  // namespace
}  // namespace espalier::bench
