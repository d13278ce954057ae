#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "execute/subject.h"
#include "search/campaign.h"

namespace espalier::tools {

/// What every command that searches can be told.
struct SearchOptions {
  std::string budget = "60s";
  std::string timeout = "2s";
  search::Options search{.strategy = "auto"};
  execute::Limits limits;
  bool isolate = false;
  bool json = false;
  bool quiet = false;
  bool fail_on_findings = false;
};

/// Adds them: name, place, help.
void add_search_options(CLI::App& app, SearchOptions& options);

/// Names of strategies, pruning rules and solver layers.  UserError(Usage) when one is unknown.
void check_search(const SearchOptions& options);

/// After parsing: reads durations, and checks what CLI11 cannot.  UserError(Usage) otherwise.
void settle_search(SearchOptions& options);

/// All entries of a registry, one a line.
template <class Entries>
std::string help_of(std::string help, const Entries& entries) {
  for (const auto& entry : entries) help += fmt::format(".\n{}: {}", entry.name, entry.help);
  return help;
}

}  // namespace espalier::tools
