#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "execute/subject.h"
#include "model/model.h"
#include "program/sources.h"
#include "search/campaign.h"
#include "suite/suite.h"

namespace espalier::program {

/// A program built with espalier-cc, and what to do with it.
struct Request {
  std::filesystem::path binary;
  std::vector<std::string> arguments{};  ///< its own; see place_arguments
  std::vector<Source> sources{};
  std::filesystem::path out{};  ///< where inputs go, as soon as they are found: see Corpus
  std::vector<std::string> seeds{};      ///< bytes of the first stream among the sources
  search::Options search{};
  execute::Limits limits{};
  bool isolate = false;  ///< a process of its own for each run, even if it could do without
  bool early = true;     ///< what all runs share before they look at an input is run once
};

/// A call that was made with concrete values because its code is not instrumented, or the like.
struct Approximation {
  model::Location location;
  std::string what;
};

struct Explored {
  model::Program program;
  std::unique_ptr<coverage::Criterion> criterion;
  Layout layout;
  search::Outcome outcome;
  std::vector<suite::Test> tests;  ///< the candidates, in order of their runs
  std::vector<std::filesystem::path> inputs;  ///< the file of each test
  std::string unwritten;  ///< why some of these files are not there; empty: all are
  std::vector<suite::Finding> findings;
  std::vector<Approximation> approximations;  ///< that some run met
  bool isolated = false;
  std::uint64_t taken_back = 0;  ///< of the isolated runs: see execute::Subject
  bool confined = false;                ///< to its scratch directory, by the system
  double cpu_seconds = 0;          ///< of driver and runs, during the search
  double program_cpu_seconds = 0;  ///< of the runs alone
};

/// The model of an instrumented program.  UserError(Usage) when the file is none.
model::Program read_instrumented(const std::filesystem::path& binary);

/// Every function of the program itself: not what is linked to it by us.
std::vector<model::FunctionId> own_functions(const model::Program& program);

/// Runs a program and starts it anew when it dies, in a scratch directory that goes with it.
class RunningProgram {
 public:
  RunningProgram(const Request& request, Layout& layout);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  [[nodiscard]] execute::Subject& subject();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Explored explore(const Request& request, const std::atomic<bool>& interrupted);

}  // namespace espalier::program
