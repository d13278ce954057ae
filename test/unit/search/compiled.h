#pragma once

// A C function of a file, compiled with the instrumentation and explored in this process.
#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/files.h"
#include "coverage/criterion.h"
#include "execute/subject.h"
#include "frontend/source.h"
#include "frontend/toolchain.h"
#include "frontend/unit.h"
#include "search/campaign.h"
#include "search/strategy.h"

namespace espalier::simulated {

class Compiled {
 public:
  Compiled(const std::filesystem::path& file, const std::string& function,
           const std::vector<std::string>& flags = {})
      : source(frontend::parse_source(file, flags)), name_(function) {
    auto unit = frontend::plan_unit(source, *source.find(function), {});
    if (!unit) throw std::runtime_error(unit.error());
    genome_ = evolve::genome_of(unit->variables);
    const auto harness = scratch_.path() / "harness.c";
    const auto binary = scratch_.path() / "subject";
    write_file(harness, frontend::harness_text(source, {*unit}));
    frontend::build_subject(frontend::find_toolchain(),
                            {.harness = harness, .output = binary, .flags = source.flags});
    auto read = model::read_program(binary);
    if (!read) throw std::runtime_error(read.error());
    program = std::move(*read);
    subject = std::make_unique<execute::Subject>(binary, execute::Limits{});
  }

  search::Outcome explore(search::Options options, bool whole = false, const std::string& by = "branch") {
    prepare(options, whole, by);
    const std::atomic<bool> never = false;
    return search::explore(*subject, 0, program, *criterion, options, never);
  }

  /// The same with a list of the inputs tried.
  search::Outcome explore(search::Options options, std::vector<Input>& inputs) {
    prepare(options, false, "branch");
    const std::atomic<bool> never = false;
    expr::Pool pool;
    const auto solver = solve::make_solver(pool, options.solver);
    return search::explore({listing(options, inputs), pool, *solver, program, *criterion}, options, never);
  }

  /// The same with a solver of the caller's, and inputs that may be evolved.
  search::Outcome explore(search::Options options, expr::Pool& pool, solve::Solver& solver,
                          std::vector<Input>& inputs) {
    prepare(options, false, "branch");
    const std::atomic<bool> never = false;
    const auto batch = [&](std::span<const std::uint64_t> values, std::uint32_t width,
                           const execute::BatchQuestion& question) {
      return subject->batch(0, values, width, question);
    };
    return search::explore({listing(options, inputs), pool, solver, program, *criterion, {}, batch}, options,
                           never);
  }

  frontend::SourceFile source;
  model::Program program;
  std::unique_ptr<execute::Subject> subject;
  std::unique_ptr<coverage::Criterion> criterion;

 private:
  /// Runs inputs and lists them.
  search::Runner listing(const search::Options& options, std::vector<Input>& inputs) {
    return [this, &inputs, telling = search::make_strategy(options.strategy)->telling()](const Input& input) {
      inputs.push_back(input);
      return subject->run(0, input, ESP_MODE_CONCOLIC, telling);
    };
  }

  void prepare(search::Options& options, bool whole, const std::string& by) {
    const auto id = [&](const std::string& wanted) {
      return static_cast<model::FunctionId>(program.find(wanted) - program.functions.data());
    };
    options.root = id("espalier_unit_0");
    options.unit = id(name_);
    options.evolve.genome = genome_;
    const auto functions = whole ? model::reachable_functions(program, id(name_)) : std::vector{id(name_)};
    criterion = coverage::make_criterion(by, program, functions, source);
    execute::Limits limits;
    if (options.depth != 0) limits.trace = options.depth;
    subject->set_limits(limits);
  }

  std::string name_;
  evolve::Genome genome_;
  ScratchDirectory scratch_;
};

/// The function `f` of a text.
class Written {
 public:
  explicit Written(const std::string& text) {
    const auto file = scratch_.path() / "f.c";
    write_file(file, text);
    compiled_ = std::make_unique<Compiled>(file, "f");
  }
  [[nodiscard]] Compiled& compiled() { return *compiled_; }

 private:
  ScratchDirectory scratch_;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace espalier::simulated
