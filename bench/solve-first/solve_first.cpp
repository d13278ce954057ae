// Solve first (table 5 of the paper): against depth-first search, and against it with look-ahead.
#include "../pruning/study.h"

namespace espalier::bench {
namespace {

void run(const Settings& settings) {
  const search::Options plain{.budget = std::chrono::seconds(settings.quick ? 10 : 90)};
  search::Options ahead = plain, first = plain;
  ahead.prune = first.prune = {"look-ahead"};
  first.strategy = "solve-first";
  compare(settings,
          {.title = "solve-first (table 5): depth first, and ' = solve-first with look-ahead",
           .csv = "solve-first",
           .base = plain,
           .with = first,
           .whole = true,
           .published = {{"check-pressure 8", {-52, -50}},
                         {"square 3x3 8", {-58, -65}},
                         {"hysteresis 8", {40, -80}},
                         {"merge 8", {120, -83}},
                         {"triangle 8", {75, 50}},
                         {"hysteresis 32", {-86, -98}},
                         {"merge 32", {80, 30}},
                         {"triangle 32", {-86, 15}}},
           .published_mean = Published{4, -35},
           .published_total = Published{-61, -80}},
          samples(settings.quick));
  compare(settings,
          {.title = "solve-first (table 5): depth first with look-ahead, and ' = solve-first with look-ahead",
           .csv = "solve-first-look-ahead",
           .base = ahead,
           .with = first,
           .whole = true,
           .published = {{"check-pressure 8", {-48, -50}},
                         {"square 3x3 8", {0, 15}},
                         {"hysteresis 8", {60, -78}},
                         {"merge 8", {227, -71}},
                         {"triangle 8", {75, 100}},
                         {"hysteresis 32", {-72, -96}},
                         {"merge 32", {80, 30}},
                         {"triangle 32", {-30, 130}}},
           .published_mean = Published{36, -1},
           .published_total = Published{-14, -65}},
          samples(settings.quick));
}

const Experiment experiment{"solve-first", "BP, BP+LA and BP+LA+SF on the six programs (paper's table 5)",
                            run};

}  // namespace
}  // namespace espalier::bench
