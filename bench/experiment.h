#pragma once

#include <functional>
#include <map>
#include <string>

namespace espalier::bench {

/// One measured figure and what it should be; every experiment prints its own table of them.
void print_header(const std::string& title);
void print_figure(const std::string& name, double value, const std::string& unit, const std::string& target,
                  bool met);

/// Experiments by name.  `const Experiment e{"overhead", "help", run};` at namespace scope registers one.
struct Experiment {
  Experiment(const std::string& name, const std::string& help, std::function<void()> run);
};
struct Entry {
  std::string help;
  std::function<void()> run;
};
std::map<std::string, Entry>& experiments();

}  // namespace espalier::bench
