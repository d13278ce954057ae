// espalier_bench [NAME ...]: runs the experiments and prints their tables.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "experiment.h"

namespace espalier::bench {

std::map<std::string, Entry>& experiments() {
  static std::map<std::string, Entry> all;
  return all;
}

Experiment::Experiment(const std::string& name, const std::string& help, std::function<void()> run) {
  experiments()[name] = {help, std::move(run)};
}

void print_header(const std::string& title) { fmt::print("\n{}\n", title); }

void print_figure(const std::string& name, double value, const std::string& unit, const std::string& target,
                  bool met) {
  fmt::print("  {:<34} {:>14.2f} {:<12} {:<16} {}\n", name, value, unit, target, met ? "ok" : "MISSED");
  std::fflush(stdout);
}

}  // namespace espalier::bench

int main(int argc, char** argv) {
  using namespace espalier::bench;
  try {
    if (argc == 1)
      for (const auto& [name, entry] : experiments()) entry.run();
    for (int i = 1; i < argc; i++) {
      const auto found = experiments().find(argv[i]);
      if (found == experiments().end()) {
        fmt::print(stderr, "{}: no such experiment; there are:\n", argv[i]);
        for (const auto& [name, entry] : experiments()) fmt::print(stderr, "  {:<12} {}\n", name, entry.help);
        return 2;
      }
      found->second.run();
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
