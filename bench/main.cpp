// espalier_bench [NAME ...]: runs the experiments and prints their tables.  `espalier bench` calls it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "experiment.h"

namespace espalier::bench {

std::map<std::string, Entry>& experiments() {
  static std::map<std::string, Entry> all;
  return all;
}

Experiment::Experiment(const std::string& name, const std::string& help,
                       std::function<void(const Settings&)> run) {
  experiments()[name] = {help, std::move(run)};
}

bool Settings::wants(const std::string& name, const std::vector<std::string>& all) const {
  const auto named = [&](const std::string& one) { return std::ranges::find(only, one) != only.end(); };
  return named(name) || std::ranges::none_of(all, named);
}

void print_header(const std::string& title) { fmt::print("\n{}\n", title); }

void print_figure(const std::string& name, double value, const std::string& unit, const std::string& target,
                  bool met) {
  fmt::print("  {:<34} {:>14.2f} {:<12} {:<16} {}\n", name, value, unit, target, met ? "ok" : "MISSED");
  std::fflush(stdout);
}

namespace {

int run(int argc, char** argv) {
  CLI::App app{"Reruns the experiments.", "espalier bench"};
  Settings settings;
  std::vector<std::string> names;
  bool list = false;
  app.add_option("NAME", names, "experiments to run; all when none is given");
  app.add_flag("--list", list, "say which experiments there are");
  app.add_flag("--quick", settings.quick, "small versions, in seconds");
  app.add_option("--seeds", settings.seeds, "repetitions of whatever depends on the seed")
      ->check(CLI::Range(1u, 1'000u));
  app.add_option("--first-seed", settings.first_seed, "strategies, context: seeds count from here")
      ->capture_default_str();
  app.add_flag("--resume", settings.resume,
               "strategies, context: go on with what this build left in the directory");
  app.add_option("--out", settings.out, "directory for CSV files and plots")->capture_default_str();
  app.add_option("--queries", settings.queries,
                 "solver: ask the queries of this file, written by generate --record-queries");
  app.add_option("--only", settings.only, "these programs and strategies of an experiment, a,b,...")
      ->delimiter(',');
  CLI11_PARSE(app, argc, argv);

  if (list) {
    for (const auto& [name, entry] : experiments()) fmt::print("{:<14} {}\n", name, entry.help);
    return 0;
  }
  for (const auto& name : names) {
    if (experiments().contains(name)) continue;
    std::string known;
    for (const auto& [other, entry] : experiments()) known += (known.empty() ? "" : ", ") + other;
    fmt::print(stderr, "espalier bench: '{}' is no experiment; choose from {}\n", name, known);
    return 2;
  }
  if (names.empty())
    for (const auto& [name, entry] : experiments()) names.push_back(name);
  for (const auto& name : names) experiments().at(name).run(settings);
  return 0;
}

}  // namespace
}  // namespace espalier::bench

int main(int argc, char** argv) {
  try {
    return espalier::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "espalier bench: {}\n", error.what());
    return 1;
  }
}
