#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../experiment.h"
#include "../kernel.h"
#include "search/campaign.h"

namespace espalier::bench {

/// One of the six programs, for a machine of 8 or 32 bits.
struct Sample {
  std::string name;      ///< "square 3x3"
  std::string file;      ///< in this folder, without .c: the name of the function, too
  unsigned bits = 32;
  [[nodiscard]] std::string title() const { return name + " " + std::to_string(bits); }
};
/// All of them; the quick choice leaves out what takes long.
std::vector<Sample> samples(bool quick);

/// What one campaign cost and brought.
struct Measured {
  double seconds = 0;           ///< the least of several campaigns, when they are short
  std::uint64_t tests = 0;      ///< executions: each is a test
  std::uint64_t paths = 0;
  std::uint64_t solver_calls = 0;
  std::size_t goals = 0, covered = 0, infeasible = 0;
  double rule_seconds = 0;      ///< of the pruning rules
  std::string stopped_by;
  std::vector<std::string> unknown;  ///< the goals left, and why
  [[nodiscard]] std::string coverage() const;  ///< "100 %", "100 % (1 infeasible)", "96 %, 1 unknown"
};

/// A compiled program that campaigns are run on.
class Study {
 public:
  explicit Study(const Sample& sample);
  Study(const std::filesystem::path& file, const std::string& function);

  /// `whole`: goals of callees count.
  Measured run(search::Options options, bool whole);

  [[nodiscard]] const model::Program& program() const { return program_; }
  [[nodiscard]] std::unique_ptr<coverage::Criterion> goals(bool whole) const;

 private:
  std::string function_;
  Kernel kernel_;
  model::Program program_;
};

/// "-43 %".
std::string change(double from, double to);

/// Collects changes for the rows "mean" and "total" of the paper's tables.
class Changes {
 public:
  void add(double from, double to);
  [[nodiscard]] std::string mean() const;
  [[nodiscard]] std::string total() const;

 private:
  double sum_ = 0, from_ = 0, to_ = 0;
  int count_ = 0;
};

/// What the paper printed for a program: changes of time and of tests, in percent.
struct Published {
  double time, tests;
};
using PublishedTable = std::map<std::string, Published>;  ///< by Sample::title()

/// Heads a table, and says which part of the paper it stands beside.
void print_table(const Settings& settings, const std::string& title, const std::string& name,
                 const Table& table);

/// Two campaigns on every sample side by side, in the columns of the paper's tables.  Means and totals are
/// given over all rows, and, beside the paper's, over those that the paper has.
struct Comparison {
  std::string title;      ///< "table 2: look-ahead"
  std::string csv;
  search::Options base, with;
  bool whole = true;
  PublishedTable published{};
  std::optional<Published> published_mean{}, published_total{};
};
void compare(const Settings& settings, const Comparison& comparison, const std::vector<Sample>& on);

}  // namespace espalier::bench
