#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace espalier::bench {

/// What the user asked for; the same for every experiment of one call.
struct Settings {
  bool quick = false;                      ///< small versions: does it run at all, in seconds
  unsigned seeds = 0;                      ///< repetitions of whatever depends on the seed; 0: as usual
  unsigned first_seed = 1;                 ///< for `strategies`, `context`: seeds count from here
  bool resume = false;  ///< for the same: races that were held already are not held again
  std::filesystem::path out = "bench-out";  ///< where CSV files and plots go
  std::filesystem::path queries{};  ///< for `solver`: a recorded stream instead of its own
  std::vector<std::string> only{};  ///< these programs and strategies, of experiments with several

  /// Whether `name` is wanted, one of `all` of its kind: if none of them was named, every one is.
  [[nodiscard]] bool wants(const std::string& name, const std::vector<std::string>& all) const;
};

/// One measured figure and what it should be; every experiment prints its own table of them.
void print_header(const std::string& title);
void print_figure(const std::string& name, double value, const std::string& unit, const std::string& target,
                  bool met);

/// Experiments by name.  `const Experiment e{"overhead", "help", run};` at namespace scope registers one.
struct Experiment {
  Experiment(const std::string& name, const std::string& help, std::function<void(const Settings&)> run);
};
struct Entry {
  std::string help;
  std::function<void(const Settings&)> run;
};
std::map<std::string, Entry>& experiments();

/// Rows under headings: printed with aligned columns, and written as CSV.
class Table {
 public:
  explicit Table(std::vector<std::string> headings);
  void add(std::vector<std::string> row);
  /// A rule before the next row, as in front of sums.  Not in the CSV.
  void rule();
  void print() const;
  /// Writes `out/NAME.csv`, and makes the directory.
  void write_csv(const std::filesystem::path& out, const std::string& name) const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;  // an empty one is a rule
};

}  // namespace espalier::bench
