// What an execution, a symbolic operation and a whole campaign cost.
#include <fmt/format.h>

#include <atomic>
#include <chrono>

#include "../experiment.h"
#include "../kernel.h"
#include "base/rng.h"
#include "coverage/criterion.h"
#include "search/campaign.h"

namespace espalier::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void symbolic_operations() {
  Kernel chain(bench_file("engine/chain.c"), "chain");
  Input input;
  input.set(0, 12345);
  const double concrete = chain.seconds(input, ESP_MODE_CONCRETE, 5);
  const double symbolic = chain.seconds(input, ESP_MODE_CONCOLIC, 5);
  const auto nodes = static_cast<double>(chain.subject->run(0, input).nodes.size());
  const double each = (symbolic - concrete) / nodes * 1e9;
  print_figure("symbolic operation", each, "ns", "at most 20", each <= 20);

  Kernel branches(bench_file("engine/branches.c"), "branches");
  const double plain = branches.seconds(input, ESP_MODE_CONCRETE, 5);
  const double traced = branches.seconds(input, ESP_MODE_CONCOLIC, 5);
  const auto count = static_cast<double>(branches.subject->run(0, input).trace.size());
  print_figure("symbolic branch with its condition", (traced - plain) / count * 1e9, "ns", "", true);
}

void executions(Kernel& triangle) {
  constexpr int runs = 100'000;
  Rng rng(1);
  Input input;
  const execute::Subject::Burst burst(*triangle.subject);
  const auto start = Clock::now();
  for (int i = 0; i < runs; i++) {
    for (std::uint32_t v = 0; v < 3; v++) input.set(v, rng.below(10));
    triangle.subject->run(0, input);
  }
  const double traced = runs / since(start);
  print_figure("traced executions of triangle", traced, "1/s", "100,000", traced >= 100'000);

  std::vector<std::uint64_t> inputs(3 * 1'000'000);
  for (auto& value : inputs) value = rng.below(10);
  const auto batch_start = Clock::now();
  const auto batch = triangle.subject->batch(0, inputs, 3);
  const double batched = static_cast<double>(batch.results.size()) / since(batch_start);
  print_figure("executions of triangle in batches", batched, "1/s", "1,000,000", batched >= 1'000'000);

  std::vector<esp_approach> approaches;  // every edge is an objective
  const std::uint32_t edges = triangle.subject->edge_count();
  for (std::uint32_t edge = 0; edge < edges; ++edge)
    approaches.insert(approaches.end(), {{edge, 0}, {ESP_NO_EDGE, 0}});
  constexpr std::size_t few = 3 * 100'000;
  const auto distance_start = Clock::now();
  const auto judged = triangle.subject->batch(0, std::span(inputs).first(few), 3,
                                              {.approaches = approaches, .objectives = edges});
  const double distances = static_cast<double>(judged.results.size()) / since(distance_start);
  print_figure("the same with distances", distances, "1/s", "1,000,000", distances >= 1'000'000);
}

void campaign(Kernel& triangle) {
  const auto program = model::read_program(triangle.binary);
  const auto criterion = coverage::branch_criterion(*program, {program->id_of("classify")}, triangle.source);
  const std::atomic<bool> never{false};
  double least = 1e9;
  for (int i = 0; i < 5; i++)
    least = std::min(least, search::explore(*triangle.subject, 0, *program, *criterion, {}, never).seconds);
  print_figure("campaign on triangle, all decided", least * 1e3, "ms", "at most 100", least <= 0.1);
}

void run(const Settings&) {
  print_header("engine: cost of its parts");
  symbolic_operations();
  Kernel triangle(bench_file("../examples/triangle.c"), "classify");
  executions(triangle);
  campaign(triangle);
}

const Experiment experiment{"engine", "symbolic operations, executions per second, a small campaign", run};

}  // namespace
}  // namespace espalier::bench
