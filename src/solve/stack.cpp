#include <algorithm>
#include <array>

#include "solve/solver.h"

namespace espalier::solve {
namespace {

using Next = std::unique_ptr<Solver>;
struct Entry {
  const char* name;
  Next (*make)(const expr::Pool& pool, Next next);
};

/// Gives up: below the last layer when no back end was chosen.
class Nobody final : public Solver {
 public:
  Answer solve(const Query&) override { return Unknown{"no layer of the solver settles this"}; }
  void collect(Statistics&) const override {}
};

// From the cheapest to the dearest.  Cores come first: late in a search four questions of five end there.
constexpr std::array entries{
    Entry{"cores", reuse_cores},
    Entry{"slice", slice},
    Entry{"cache", cache_answers},
    Entry{"models", reuse_models},
    Entry{"domains", compare_domains},
    Entry{"inversion", invert},
    Entry{"order", reason_by_order},
    Entry{"intervals", propagate_intervals},
    Entry{"search", local_search},
    Entry{"enumeration", enumerate},
    Entry{"bits", bit_blasting},
    Entry{"z3", [](const expr::Pool& pool, Next) { return run_apart("z3", z3_backend(pool)); }},
};

}  // namespace

std::vector<std::string> layer_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<Solver> make_solver(const expr::Pool& pool, const StackOptions& options) {
  const auto chosen = [&](const char* name) {
    return options.layers.empty() ||
           std::find(options.layers.begin(), options.layers.end(), name) != options.layers.end();
  };
  Next solver;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (!chosen(entry->name)) continue;
    const bool may_be_last = std::string(entry->name) == "bits" || std::string(entry->name) == "z3";
    if (!solver && !may_be_last) solver = std::make_unique<Nobody>();
    solver = entry->make(pool, std::move(solver));
  }
  if (!solver) solver = std::make_unique<Nobody>();
  if (options.check_unsat)
    solver = check_unsat(pool, run_apart("judge", z3_backend(pool)), std::move(solver));
  solver = check_models(pool, std::move(solver));  // on the whole query
  if (!options.record_file.empty()) solver = record_queries(pool, options.record_file, std::move(solver));
  return solver;
}

}  // namespace espalier::solve
