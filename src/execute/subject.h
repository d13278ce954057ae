#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/input.h"
#include "runtime/abi.h"

namespace espalier::execute {

struct Limits {
  std::uint64_t steps = 10'000'000;             ///< loop iterations and calls
  std::uint64_t memory = 256ull << 20;          ///< bytes the unit may allocate
  std::chrono::milliseconds wall_clock{2'000};  ///< for code that steps do not count
  std::uint32_t trace = 1u << 20;               ///< symbolic branches recorded at most
  std::uint32_t nodes = 1u << 24;
  std::uint32_t cells = 256;  ///< that an access at a symbolic address may choose from
};

/// What one run left in shared memory; valid until the next run of the same subject.
struct Run {
  esp_status status = ESP_OK;
  std::int32_t detail = 0;
  std::uint64_t address = 0;
  std::uint64_t pc = 0;
  std::span<const std::uint64_t> frames{};  ///< call stack of a failure, innermost first
  std::uint32_t cut = 0;
  std::string message;
  std::span<const esp_record> trace;
  std::span<const esp_node> nodes;        ///< indexed by label; [0] unused
  std::span<const std::uint8_t> coverage; ///< one byte per edge
  std::span<const esp_output> outputs;
  std::uint32_t input_used = 0;
  std::uint64_t steps = 0;
};

/// What a batch is to tell beyond the coverage of all.
struct BatchQuestion {
  std::span<const std::uint8_t> edges{};       ///< by EdgeId: ESP_EDGE_SEEN, ESP_EDGE_COUNTS; empty: 0
  std::span<const esp_approach> approaches{};  ///< the lists of all objectives, one after the other
  std::uint32_t objectives = 0;                ///< how many lists
  std::uint64_t steps = 0;                     ///< limit of each run; 0: the usual one
};

struct Batch {
  std::span<const esp_batch_result> results;  ///< fewer than inputs when the subject died
  std::span<const std::uint8_t> coverage;     ///< bit 0: some run took the edge, or it was told to be seen
  std::span<const double> fitness;            ///< all objectives of the first input, then the second
  std::uint64_t steps = 0;                    ///< of all these runs
};

/// How a whole program is started.
struct Launch {
  std::vector<std::string> arguments{};  ///< without the program's name; those that are symbolic are replaced
  std::vector<std::string> environment{};  ///< NAME=value: all that it gets
  std::filesystem::path scratch{};  ///< its directory; emptied after runs
  std::vector<esp_source> sources{};  ///< at most ESP_MAX_SOURCES
  std::uint32_t stream_first = 0;  ///< see esp_control
  bool early = true;  ///< what all runs share is run once (runtime/early.c)
};

/// A running instrumented program.  Restarts it when it dies; every failure is a Run status.
class Subject {
 public:
  /// Starts the process.  UserError(DoesNotBuild) when it does not come up.
  Subject(std::filesystem::path binary, Limits limits, bool isolate = false);
  Subject(std::filesystem::path binary, Limits limits, bool isolate, Launch launch);
  ~Subject();
  Subject(Subject&&) noexcept;
  Subject& operator=(Subject&&) noexcept;

  Run run(std::uint32_t unit, const Input& input, esp_mode mode = ESP_MODE_CONCOLIC,
          esp_telling telling = ESP_TELL_NOTHING);
  /// Runs along the given sides, whatever the values say: at each site of the next one that side is taken.
  /// Ends as ESP_ASTRAY at a side that no value of the input leads to.  What it covers or how it fails means
  /// nothing; its trace has all branches.
  Run force(std::uint32_t unit, const Input& input, std::span<const std::uint32_t> edges);
  /// `inputs` holds count * width values, one input after the other.
  /// The answer is valid until the next run.
  Batch batch(std::uint32_t unit, std::span<const std::uint64_t> inputs, std::uint32_t width,
              const BatchQuestion& question = {});

  /// While it lives, runs follow each other quickly: driver and subject share one processor (shared_cpu.h).
  /// Processes started meanwhile would share it, too.
  class Burst {
   public:
    explicit Burst(Subject& subject);
    ~Burst();
    Burst(const Burst&) = delete;
    Burst& operator=(const Burst&) = delete;

   private:
    Subject& subject_;
  };

  [[nodiscard]] std::uint32_t edge_count() const;
  [[nodiscard]] bool isolated() const;
  /// Runs so far of an isolated program that were taken back instead of having a process each
  /// (runtime/runner.c).
  [[nodiscard]] std::uint64_t taken_back() const;
  [[nodiscard]] bool confined()
      const;  ///< a whole program: it can change files of its scratch directory only
  [[nodiscard]] std::uint64_t restarts() const;
  /// Processor time of the running process so far, and of the runs that had a process of their own; it starts
  /// anew with a restart.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;
  void set_limits(const Limits& limits);
  /// A run under way ends soon after the flag becomes true; it counts as a rejected input that was cut.
  void end_runs_when(const std::atomic<bool>& interrupted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace espalier::execute
