// Max call depth in unit mode (table 4 of the paper): alternatives inside callees are not tried.
#include "../pruning/study.h"

namespace espalier::bench {
namespace {

void run(const Settings& settings) {
  // The rule has nothing to do where no callee has choice points; the paper leaves those out.
  std::vector<Sample> with_callees = samples(settings.quick);
  std::erase_if(with_callees,
                [](const Sample& s) { return s.file.starts_with("square") || s.file == "hysteresis"; });
  const search::Options base{.budget = std::chrono::seconds(settings.quick ? 10 : 90)};
  const auto with = [&](const char* rule) {
    search::Options options = base;
    options.prune = {rule};
    return options;
  };
  compare(settings,
          {.title = "call-depth (table 4): unit goals, base, and ' = with --prune call-depth=0",
           .csv = "call-depth-0",
           .base = base,
           .with = with("call-depth=0"),
           .whole = false,
           .published = {{"check-pressure 8", {-20, -43}},
                         {"merge 8", {-57, -84}},
                         {"triangle 8", {-75, -66}},
                         {"merge 32", {0, 0}},
                         {"triangle 32", {-97, -80}}},
           .published_mean = Published{-49.8, -54.6},
           .published_total = Published{-85, -72}},
          samples(settings.quick));
  for (const char* rule : {"call-depth=1", "call-depth=auto"})
    compare(settings,
            {.title = std::string("call-depth: the same with ") + rule,
             .csv = rule,
             .base = base,
             .with = with(rule),
             .whole = false},
            with_callees);
}

const Experiment experiment{"call-depth", "BP+UT against BP+UT+MCD on the six programs (paper's table 4)",
                            run};

}  // namespace
}  // namespace espalier::bench
