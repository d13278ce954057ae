// The programs that searches are compared on.
#include "arena.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "../kernel.h"
#include "program/explore.h"
#include "progress_line.h"
#include "race_file.h"
#include "real_programs.h"
#include "synthetic.h"

namespace espalier::bench {
namespace {
namespace fs = std::filesystem;

constexpr std::chrono::hours no_budget{1};  // of one race: iterations end it

execute::Limits race_limits() {
  execute::Limits limits;
  limits.trace = race_depth;
  return limits;
}

/// A C function: all branches of it and of what it calls count.
class FunctionArena final : public Arena {
 public:
  FunctionArena(std::string name, const fs::path& file, const std::string& function)
      : Arena(std::move(name), fmt::format("{:x}", std::hash<std::string>{}(read_file(file).value()))),
        kernel_(file, function) {
    auto program = model::read_program(kernel_.binary);
    if (!program) throw std::runtime_error(program.error());
    program_ = std::move(*program);
    root_ = program_.id_of("espalier_unit_0");
    unit_ = program_.id_of(function);
    criterion_ =
        coverage::branch_criterion(program_, model::reachable_functions(program_, unit_), kernel_.source);
  }

  Race run(search::Options options, const Watch& watch) override {
    options.root = root_;
    options.unit = unit_;
    options.depth = race_depth;
    options.budget = no_budget;
    kernel_.subject->set_limits(race_limits());
    return hold_race({*kernel_.subject, program_, *criterion_}, options, watch);
  }

  [[nodiscard]] std::size_t goals() const override { return criterion_->goals().size(); }

 private:
  Kernel kernel_;
  model::Program program_;
  model::FunctionId root_, unit_;
  std::unique_ptr<coverage::Criterion> criterion_;
};

/// A whole program: all branches of its own code count.
class ProgramArena final : public Arena {
 public:
  ProgramArena(const RealProgram& real, const fs::path& binary)
      : Arena(real.name, stamp_of(binary)),
        program_(program::read_instrumented(binary)),
        criterion_(coverage::compiled_branch_criterion(program_, program::own_functions(program_))) {
    request_.binary = binary;
    request_.arguments = real.arguments;
    request_.sources = real.sources;
    request_.limits = race_limits();
  }

  Race run(search::Options options, const Watch& watch) override {
    options.root = options.unit = program_.id_of("main");
    options.depth = race_depth;
    options.budget = no_budget;
    program::Layout layout = program::lay_out(request_.sources);
    program::RunningProgram running(request_, layout);
    return hold_race({running.subject(), program_, *criterion_}, options, watch);
  }

  [[nodiscard]] std::size_t goals() const override { return criterion_->goals().size(); }

 private:
  model::Program program_;
  std::unique_ptr<coverage::Criterion> criterion_;
  program::Request request_;
};

struct Place {
  std::string name;
  unsigned lines;  // of a made-up program; 0: a file of this folder
  bool quick;
};
const std::vector<Place> places{{"replace", 0, true},    {"keyboard", 0, true},  {"player", 0, false},
                                {"disk", 0, false},      {"tp300", 300, true},   {"tp600", 600, false},
                                {"tp1k", 1'000, false},  {"tp2k", 2'000, false}, {"tp5k", 5'000, false},
                                {"tp10k", 10'000, false}};

std::vector<std::string> arena_names() {
  std::vector<std::string> names;
  for (const Place& place : places) names.push_back(place.name);
  for (const RealProgram& program : real_programs()) names.push_back(program.name);
  return names;
}

std::unique_ptr<Arena> make_arena(const Place& place, const fs::path& scratch) {
  if (place.lines == 0)
    return std::make_unique<FunctionArena>(place.name, bench_file("strategies/" + place.name + ".c"),
                                           place.name);
  const fs::path file = scratch / (place.name + ".c");
  write_file(file, synthetic_program({.lines = place.lines}));
  return std::make_unique<FunctionArena>(place.name, file, "synthetic");
}

/// nullptr: it cannot be had here.
std::unique_ptr<Arena> make_arena(const RealProgram& program, const Settings& settings) {
  const ProgressLine line(program.name);
  line.show("fetching and building, unless that is done");
  try {
    return std::make_unique<ProgramArena>(program, build_real_program(program, settings.out / "programs"));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: left out: {}\n", program.name, error.what());
    return nullptr;
  }
}

}  // namespace

void check_only(const Settings& settings, const std::vector<std::string>& strategies) {
  std::vector<std::string> known = arena_names();
  known.insert(known.end(), strategies.begin(), strategies.end());
  for (const std::string& name : settings.only)
    if (std::ranges::find(known, name) == known.end())
      throw std::runtime_error(
          fmt::format("--only: '{}' is neither a program nor a strategy here; choose from {}", name,
                      fmt::join(known, ", ")));
}

std::vector<std::string> for_each_arena(const Settings& settings, Kinds kinds,
                                        const std::function<void(Arena&)>& visit) {
  std::vector<std::string> failed;
  const auto try_visit = [&](Arena& arena) {
    try {
      visit(arena);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}: {}\n", arena.name(), error.what());
      failed.push_back(arena.name());
    }
  };
  const std::vector<std::string> names = arena_names();
  const ScratchDirectory scratch;
  for (const Place& place : places) {
    if ((settings.quick && !place.quick) || !settings.wants(place.name, names)) continue;
    try_visit(*make_arena(place, scratch.path()));
  }
  for (const RealProgram& program : real_programs()) {
    if (settings.quick || kinds == Kinds::Ours || !settings.wants(program.name, names)) continue;
    if (const auto arena = make_arena(program, settings)) try_visit(*arena);
  }
  return failed;
}

void complain(const std::vector<std::string>& failed) {
  if (!failed.empty()) throw std::runtime_error(fmt::format("failed on {}", fmt::join(failed, ", ")));
}

}  // namespace espalier::bench
