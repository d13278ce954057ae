#pragma once

// A simulated program explored in this process: everything a campaign needs, and what it did.
#include <atomic>
#include <optional>
#include <vector>

#include "search/campaign.h"
#include "search/strategy.h"
#include "unit/execute/simulated.h"
#include "unit/search/stand_ins.h"

namespace espalier::simulated {

struct Trial {
  explicit Trial(std::string strategy) { options.strategy = std::move(strategy); }

  search::Outcome explore(const Body& body) {
    goals.emplace(sites.program);
    Machine machine(sites.program, body, search::make_strategy(options.strategy)->telling());
    const auto run = [&](const Input& input) {
      inputs.push_back(input);
      const execute::Run result = machine(input);
      paths.push_back(machine.tracer().edges());
      return result;
    };
    return search::explore({run, pool, solver, sites.program, *goals}, options, interrupted);
  }
  [[nodiscard]] search::Verdict verdict(const search::Outcome& outcome, model::SiteId site,
                                        std::uint32_t side) const {
    return outcome.verdicts.at(goals->goal(sites.program, site, side)).verdict;
  }
  /// How many branches each run executed.
  [[nodiscard]] std::vector<std::size_t> lengths() const {
    std::vector<std::size_t> result;
    for (const auto& path : paths) result.push_back(path.size());
    return result;
  }

  Sites sites;
  expr::Pool pool;
  BruteForce solver{pool};
  search::Options options{.exhaustive = true};
  std::atomic<bool> interrupted = false;
  std::optional<EverySide> goals;
  std::vector<Input> inputs;                      ///< of each run
  std::vector<std::vector<model::EdgeId>> paths;  ///< of each run
};

}  // namespace espalier::simulated
