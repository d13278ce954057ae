// Draws the order in which each strategy explores one small program, as SVG for docs/strategies.md:
// `espalier bench pictures --out docs/pictures`.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "../experiment.h"
#include "../kernel.h"
#include "coverage/criterion.h"
#include "execute/import.h"
#include "search/campaign.h"
#include "search/strategy.h"

namespace espalier::bench {
namespace {

/// The union of all paths; a side knows the first run that took it.
struct Branch {
  struct Side {
    model::EdgeId edge;
    std::uint64_t run;
    std::size_t below;
  };
  std::vector<Side> sides;
};

class Paths {
 public:
  void add(const execute::Path& path, std::uint64_t run) {
    std::size_t at = 0;
    for (const execute::Step& step : path.steps) {
      if (!step.value) continue;  // concrete: no choice
      const auto found = std::ranges::find(branches_[at].sides, step.edge, &Branch::Side::edge);
      if (found != branches_[at].sides.end()) {
        at = found->below;
        continue;
      }
      branches_[at].sides.push_back({step.edge, run, branches_.size()});
      at = branches_.size();
      branches_.emplace_back();
    }
    last_ = std::max(last_, run);
  }

  std::string draw(const std::string& title) {
    for (Branch& branch : branches_) std::ranges::sort(branch.sides, {}, &Branch::Side::edge);
    lines_.clear();
    next_leaf_ = 0;
    deepest_ = 0;
    place(0, 0, 1);
    const double width = x(deepest_) + 40, height = y(next_leaf_) + 4;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
               "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"11\">\n"
               "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
               "<text x=\"8\" y=\"15\" font-weight=\"bold\">{2}</text>\n",
               width, height, title) +
           lines_ + "</svg>\n";
  }

 private:
  static double x(std::size_t depth) { return 16 + 44 * static_cast<double>(depth); }
  static double y(double leaf) { return 32 + 15 * leaf; }

  /// Early runs are dark blue, late ones orange.
  [[nodiscard]] std::string colour(std::uint64_t run) const {
    const double t = last_ <= 1 ? 0 : static_cast<double>(run - 1) / static_cast<double>(last_ - 1);
    const auto mix = [&](double from, double to) { return static_cast<int>(from + t * (to - from)); };
    return fmt::format("#{:02x}{:02x}{:02x}", mix(0x10, 0xf0), mix(0x30, 0x9a), mix(0x80, 0x30));
  }

  /// Draws what is below, and returns the height at which the branch stands.
  double place(std::size_t at, std::size_t depth, std::uint64_t run) {
    deepest_ = std::max(deepest_, depth);
    const Branch& branch = branches_[at];
    if (branch.sides.empty()) {
      const double leaf = next_leaf_++;
      lines_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", x(depth) + 5,
                            y(leaf) + 4, colour(run), run);
      return leaf;
    }
    std::vector<double> heights;
    for (const Branch::Side& side : branch.sides) heights.push_back(place(side.below, depth + 1, side.run));
    const double here = (heights.front() + heights.back()) / 2;
    for (std::size_t i = 0; i < heights.size(); ++i)
      lines_ += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
          "stroke-width=\"2\"/>\n",
          x(depth), y(here), x(depth + 1), y(heights[i]), colour(branch.sides[i].run));
    lines_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x(depth), y(here),
                          colour(run));
    return here;
  }

  std::vector<Branch> branches_ = std::vector<Branch>(1);
  std::uint64_t last_ = 0;
  std::string lines_;
  double next_leaf_ = 0;
  std::size_t deepest_ = 0;
};

void picture(Kernel& kernel, const model::Program& program, const std::string& strategy,
             const std::filesystem::path& out) {
  search::Options options{.strategy = strategy, .exhaustive = true};
  options.root = program.id_of("espalier_unit_0");
  options.unit = program.id_of("lock");
  const auto criterion = coverage::branch_criterion(program, {options.unit}, kernel.source);
  expr::Pool pool, own_pool;
  execute::Importer importer(own_pool, program);
  const auto solver = solve::make_solver(pool, options.solver);
  const esp_telling telling = search::make_strategy(strategy)->telling();
  Paths paths;
  std::uint64_t runs = 0;
  const auto run = [&](const Input& input) {
    execute::Run result = kernel.subject->run(0, input, ESP_MODE_CONCOLIC, telling);
    const auto imported = importer.import(result, input);
    if (!imported.mismatch.empty()) throw std::runtime_error(imported.mismatch);
    paths.add(imported.path, ++runs);
    return result;
  };
  const std::atomic<bool> never{false};
  search::explore({run, pool, *solver, program, *criterion}, options, never);
  write_file(out / ("strategy-" + strategy + ".svg"), paths.draw(strategy));
}

void run(const Settings& settings) {
  Kernel kernel(bench_file("pictures/lock.c"), "lock");
  const auto program = model::read_program(kernel.binary);
  if (!program) throw std::runtime_error(program.error());
  std::filesystem::create_directories(settings.out);
  print_header("pictures: the order in which paths of pictures/lock.c are found");
  for (const search::StrategyEntry& entry : search::strategies()) {
    picture(kernel, *program, std::string(entry.name), settings.out);
    fmt::print("  {}\n", (settings.out / fmt::format("strategy-{}.svg", entry.name)).string());
  }
}

const Experiment experiment{"pictures", "the order in which each strategy explores a small program, as SVG",
                            run};

}  // namespace
}  // namespace espalier::bench
