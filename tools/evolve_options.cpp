#include "evolve_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace espalier::tools {

void add_evolve_options(CLI::App& app, GenerateOptions& o) {
  app.add_option("--evolve", o.algorithm, "with --strategy evolve: sga, dga, or both in turns")
      ->capture_default_str();
  app.add_option("--fitness", o.fitness,
                 "with --strategy evolve: coverage, or distance to what is not covered yet")
      ->capture_default_str();
  app.add_option("--population", o.search.evolve.settings.population,
                 "with --strategy evolve: inputs of a generation")
      ->capture_default_str()
      ->check(CLI::Range(2u, 100'000u));
  app.add_option("--path-rounds", o.search.evolve.path_rounds,
                 "with --strategy evolve: shortest paths to each goal that are solved; 0: none")
      ->capture_default_str()
      ->check(CLI::Range(0u, 10'000u));
  app.add_flag("!--no-domain-reduction", o.search.evolve.reduce,
               "with --strategy evolve: look for every goal among all inputs");
}

void settle_evolve(GenerateOptions& options) {
  using evolve::Algorithm;
  using evolve::Fitness;
  search::EvolveOptions& told = options.search.evolve;
  const search::EvolveOptions usual;
  const auto choose = [](const std::string& option, const std::string& text, const auto& choices,
                         auto& into) {
    const auto chosen = choices.find(text);
    if (chosen == choices.end()) {
      std::vector<std::string> known;
      for (const auto& [name, value] : choices) known.push_back(name);
      throw UserError(ExitCode::Usage, fmt::format("{}: '{}' is unknown; choose from {}", option, text,
                                                   fmt::join(known, ", ")));
    }
    into = chosen->second;
  };
  choose("--evolve", options.algorithm,
         std::map<std::string, Algorithm>{
             {"sga", Algorithm::Standard}, {"dga", Algorithm::Differential}, {"both", Algorithm::Both}},
         told.settings.algorithm);
  choose("--fitness", options.fitness,
         std::map<std::string, Fitness>{{"coverage", Fitness::Coverage}, {"distance", Fitness::Distance}},
         told.settings.fitness);
  const bool given = told.settings.algorithm != usual.settings.algorithm ||
                     told.settings.fitness != usual.settings.fitness ||
                     told.settings.population != usual.settings.population ||
                     told.path_rounds != usual.path_rounds || !told.reduce;
  if (given && options.search.strategy != "evolve")
    throw UserError(ExitCode::Usage,
                    "--evolve, --fitness, --population, --path-rounds, --no-domain-reduction: they are about "
                    "evolution; give --strategy evolve");
}

}  // namespace espalier::tools
