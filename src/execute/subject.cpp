#include "execute/subject.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>
#include <optional>

#include <fmt/format.h>

#include "base/result.h"
#include "execute/children.h"
#include "execute/shared_cpu.h"
#include "execute/shared_memory.h"

namespace espalier::execute {
namespace {

using Clock = std::chrono::steady_clock;

/// Waits until *word differs from `old`; false after `patience`.
bool futex_wait(std::uint32_t* word, std::uint32_t old, std::chrono::nanoseconds patience) {
  const timespec timeout{static_cast<time_t>(patience.count() / 1'000'000'000),
                         static_cast<long>(patience.count() % 1'000'000'000)};
  syscall(SYS_futex, word, FUTEX_WAIT, old, &timeout, nullptr, 0);
  return __atomic_load_n(word, __ATOMIC_ACQUIRE) != old;
}

void futex_wake(std::uint32_t* word) { syscall(SYS_futex, word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

/// In the child, before exec: nothing that allocates.
[[noreturn]] void become(char* const* argv, char* const* environment, int memory, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(125);
  personality(ADDR_NO_RANDOMIZE);  // same addresses in every run; works without it, too
  fcntl(memory, F_SETFD, 0);
  const int null = open("/dev/null", O_RDWR);
  for (const int fd : {0, 1, 2}) dup2(null, fd);
  setsid();  // a Ctrl-C is for the driver
  execve(argv[0], argv, environment);
  _exit(126);
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// A process number that the subject changes when it likes.
pid_t process_at(const std::uint32_t& word) {
  return static_cast<pid_t>(__atomic_load_n(&word, __ATOMIC_ACQUIRE));
}

std::chrono::nanoseconds time_of(pid_t process) {
  clockid_t clock = 0;
  timespec time = {};
  if (clock_getcpuclockid(process, &clock) == 0) clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Ours, which a unit inherits.
std::vector<std::string> inherited_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) result.emplace_back(*entry);
  return result;
}

}  // namespace

struct Subject::State {
  State(std::filesystem::path path, Limits l, bool isolate_, std::optional<Launch> launch_)
      : binary(std::move(path)),
        limits(l),
        isolate(isolate_),
        launch(std::move(launch_)),
        memory(std::max(l.trace, 1u << 22), std::max(l.nodes, 1u << 20)) {
    if (launch) tell_sources();
  }
  ~State() { stop(); }

  void tell_sources();
  void start();
  void stop();
  [[nodiscard]] bool alive();
  void end_run();
  void end_early();
  /// The process that makes the runs, or whose forks are the runs.
  [[nodiscard]] pid_t maker_of_runs() const;
  void request(esp_mode mode, std::uint32_t unit, std::uint32_t width, esp_telling telling,
               std::uint32_t forced = 0);
  /// Returns the number of variables.
  std::uint32_t hand_over(const Input& input);
  void await(std::chrono::milliseconds patience);
  Run view() const;

  std::filesystem::path binary;
  Limits limits;
  bool isolate;
  std::optional<Launch> launch;  ///< of a whole program
  SharedMemory memory;
  pid_t pid = -1;
  std::uint64_t restarts = 0;
  std::optional<SharedCpu> cpu;  ///< during a burst
  const std::atomic<bool>* interrupted = nullptr;
};

void Subject::State::tell_sources() {
  esp_control& c = memory.control();
  c.source_count = static_cast<std::uint32_t>(std::min<std::size_t>(launch->sources.size(), ESP_MAX_SOURCES));
  std::copy_n(launch->sources.begin(), c.source_count, c.sources);
  c.stream_first = launch->stream_first;
  launch->scratch.string().copy(c.scratch, sizeof c.scratch - 1);
}

void Subject::State::start() {
  esp_control& c = memory.control();
  c.ready = 0;
  c.early = launch && launch->early ? 1 : 0;
  c.early_pid = c.runner_pid = 0;
  std::vector<std::string> arguments{binary.string()};
  if (launch) arguments.insert(arguments.end(), launch->arguments.begin(), launch->arguments.end());
  std::vector<std::string> environment = launch ? launch->environment : inherited_environment();
  environment.push_back(fmt::format("{}={}", ESP_ENV_FD, memory.descriptor()));
  const std::vector<char*> argv = pointers(arguments), variables = pointers(environment);
  const pid_t parent = getpid();
  pid = vfork();
  if (pid == 0) become(argv.data(), variables.data(), memory.descriptor(), parent);
  if (pid < 0)
    throw UserError(ExitCode::DoesNotBuild, fmt::format("{}: cannot start: {}; free some memory or processes",
                                                        binary.string(), std::strerror(errno)));
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  while (__atomic_load_n(&c.ready, __ATOMIC_ACQUIRE) == 0) {
    futex_wait(&c.ready, 0, std::chrono::milliseconds(20));
    if (c.ready == 0 && (!alive() || Clock::now() > deadline)) {
      stop();
      throw UserError(ExitCode::DoesNotBuild,
                      fmt::format("{}: the instrumented program does not start; build it again with this "
                                  "version of Espalier, or allow large address ranges (ulimit -v)",
                                  binary.string()));
    }
  }
}

/// A run of a program leads a group of its own: what it forked goes, too.
void Subject::State::end_run() {
  const esp_control& c = memory.control();
  const auto run = static_cast<pid_t>(c.pid);
  if (launch && run > 0 && run != pid && c.pid != c.early_pid && c.pid != c.runner_pid) kill(-run, SIGKILL);
}

/// The time of a process counts when its parent has waited for it, and said so.
void Subject::State::end_early() {
  esp_control& c = memory.control();
  c.reply = c.request;  // nobody is to begin the run again
  for (const std::uint32_t* word : {&c.runner_pid, &c.early_pid}) {
    const pid_t process = process_at(*word);
    if (process == 0) continue;
    kill(process, SIGKILL);
    for (int i = 0; i < 100 && process_at(*word) != 0; ++i) usleep(100);
  }
}

pid_t Subject::State::maker_of_runs() const {
  const esp_control& c = memory.control();
  if (const pid_t runner = process_at(c.runner_pid); runner != 0) return runner;
  const pid_t early = process_at(c.early_pid);
  return early != 0 ? early : pid;
}

void Subject::State::stop() {
  if (pid <= 0) return;
  end_run();
  end_early();
  kill(-pid, SIGKILL);  // it leads its own group: what it forked goes, too
  kill(pid, SIGKILL);
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid = -1;
}

bool Subject::State::alive() {
  if (pid <= 0) return false;
  if (waitpid(pid, nullptr, WNOHANG) == 0) return true;
  pid = -1;
  return false;
}

void Subject::State::request(esp_mode mode, std::uint32_t unit, std::uint32_t width, esp_telling telling,
                             std::uint32_t forced) {
  esp_control& c = memory.control();
  if (pid <= 0 || c.ready == 0) {  // it said good-bye after the last run
    stop();
    start();
    restarts++;
  }
  if (cpu) cpu->before_turn(maker_of_runs());
  c.mode = mode;
  c.unit = unit;
  c.input_count = width;
  c.telling = telling;
  c.forced_count = forced;
  c.trace_limit = limits.trace;
  c.node_limit =
      std::min({limits.nodes, static_cast<std::uint32_t>(memory.control().node_capacity), ESP_MAX_NODES});
  c.isolate = isolate ? 1 : 0;
  c.cell_limit = std::min<std::uint32_t>(limits.cells, ESP_MAX_CELLS);
  c.step_limit = limits.steps;
  c.memory_limit = limits.memory;
  __atomic_add_fetch(&c.request, 1, __ATOMIC_RELEASE);
  futex_wake(&c.request);
}

std::uint32_t Subject::State::hand_over(const Input& input) {
  const esp_control& c = memory.control();
  const std::size_t width = std::min<std::size_t>(input.values.size(), c.input_capacity);
  std::copy_n(input.values.begin(), width, memory.region<std::uint64_t>(c.input_offset));
  return static_cast<std::uint32_t>(width);
}

/// Waits for the reply.  Out of patience, it asks the subject to stop (SIGUSR1: it still tells what it
/// knows), and kills it if that does not help.
void Subject::State::await(std::chrono::milliseconds patience) {
  esp_control& c = memory.control();
  const std::uint32_t wanted = c.request;
  auto start = Clock::now();
  std::uint32_t begun = c.begun;
  bool asked = false;
  esp_status status = ESP_DIED;
  std::uint32_t cut = 0;
  for (;;) {
    const std::uint32_t now = __atomic_load_n(&c.reply, __ATOMIC_ACQUIRE);
    if (now == wanted) return;
    futex_wait(&c.reply, now, std::chrono::milliseconds(20));
    if (__atomic_load_n(&c.reply, __ATOMIC_ACQUIRE) == wanted) return;
    if (!alive()) break;
    if (interrupted != nullptr && interrupted->load()) {
      status = ESP_REJECTED;
      cut = ESP_CUT_KILLED;
      break;
    }
    if (const std::uint32_t latest = c.begun; latest != begun) {  // perhaps again: then its time does, too
      begun = latest;
      start = Clock::now();
      asked = false;
    }
    const auto waited = Clock::now() - start;
    if (!asked && waited > patience) {
      asked = true;
      kill(static_cast<pid_t>(c.pid), SIGUSR1);
    } else if (waited > patience + std::chrono::milliseconds(500)) {
      status = ESP_TIMEOUT;
      break;
    }
  }
  stop();  // whoever is left may still write
  c.status = status;
  c.cut |= cut;
  c.reply = wanted;
  c.trace_count = c.node_count = c.output_count = c.frame_count = 0;
  std::memset(memory.region<char>(c.coverage_offset), 0, c.edge_count);
}

Run Subject::State::view() const {
  const esp_control& c = memory.control();
  Run run;
  run.status = static_cast<esp_status>(c.status);
  run.detail = c.detail;
  run.address = c.address;
  run.pc = c.pc;
  run.frames = {c.frames, std::min<std::uint32_t>(c.frame_count, ESP_MAX_FRAMES)};
  run.cut = c.cut;
  run.message = std::string(c.message, strnlen(c.message, sizeof c.message));
  run.trace = {memory.region<esp_record>(c.trace_offset), c.trace_count};
  run.nodes = {memory.region<esp_node>(c.node_offset), c.node_count};
  run.coverage = {memory.region<std::uint8_t>(c.coverage_offset), c.edge_count};
  run.outputs = {memory.region<esp_output>(c.output_offset), c.output_count};
  run.input_used = c.input_used;
  run.steps = c.steps;
  return run;
}

Subject::Subject(std::filesystem::path binary, Limits limits, bool isolate)
    : state_(std::make_unique<State>(std::move(binary), limits, isolate, std::nullopt)) {
  state_->start();
}
Subject::Subject(std::filesystem::path binary, Limits limits, bool isolate, Launch launch)
    : state_(std::make_unique<State>(std::move(binary), limits, isolate, std::move(launch))) {
  state_->start();
}
Subject::~Subject() = default;
Subject::Subject(Subject&&) noexcept = default;
Subject& Subject::operator=(Subject&&) noexcept = default;

Run Subject::run(std::uint32_t unit, const Input& input, esp_mode mode, esp_telling telling) {
  State& s = *state_;
  s.request(mode, unit, s.hand_over(input), telling);
  s.await(s.limits.wall_clock);
  return s.view();
}

Run Subject::force(std::uint32_t unit, const Input& input, std::span<const std::uint32_t> edges) {
  State& s = *state_;
  const esp_control& c = s.memory.control();
  const std::size_t count = std::min<std::size_t>(edges.size(), c.forced_capacity);
  std::copy_n(edges.begin(), count, s.memory.region<std::uint32_t>(c.forced_offset));
  s.request(ESP_MODE_CONCOLIC, unit, s.hand_over(input), ESP_TELL_TRACE, static_cast<std::uint32_t>(count));
  s.await(s.limits.wall_clock);
  return s.view();
}

Batch Subject::batch(std::uint32_t unit, std::span<const std::uint64_t> inputs, std::uint32_t width,
                     const BatchQuestion& question) {
  State& s = *state_;
  esp_control& c = s.memory.control();
  const std::uint32_t objectives =
      question.approaches.size() <= c.approach_capacity ? question.objectives : 0;
  std::size_t count = std::min<std::size_t>(
      {width == 0 ? 1 : inputs.size() / width, c.batch_capacity, width == 0 ? 1 : c.input_capacity / width});
  if (objectives != 0) count = std::min<std::size_t>(count, c.fitness_capacity / objectives);
  std::copy_n(inputs.begin(), count * width, s.memory.region<std::uint64_t>(c.input_offset));
  if (objectives != 0)
    std::ranges::copy(question.approaches, s.memory.region<esp_approach>(c.approach_offset));
  auto* const edges = s.memory.region<std::uint8_t>(c.coverage_offset);
  std::memset(edges, 0, c.edge_count);
  std::copy_n(question.edges.begin(), std::min<std::size_t>(question.edges.size(), c.edge_count), edges);
  c.batch_count = static_cast<std::uint32_t>(count);
  c.objective_count = objectives;
  c.batch_done = 0;
  const std::uint64_t usual_steps = s.limits.steps;
  if (question.steps != 0) s.limits.steps = std::min(usual_steps, question.steps);
  s.request(ESP_MODE_BATCH, unit, width, objectives != 0 ? ESP_TELL_DISTANCES : ESP_TELL_NOTHING);
  s.limits.steps = usual_steps;
  s.await(s.limits.wall_clock + std::chrono::milliseconds(count / 100));
  return {{s.memory.region<esp_batch_result>(c.batch_offset), c.batch_done},
          {edges, c.edge_count},
          {s.memory.region<double>(c.fitness_offset), std::size_t{c.batch_done} * objectives},
          c.steps};
}

Subject::Burst::Burst(Subject& subject) : subject_(subject) { subject_.state_->cpu.emplace(); }
Subject::Burst::~Burst() { subject_.state_->cpu.reset(); }

std::uint32_t Subject::edge_count() const { return state_->memory.control().edge_count; }
bool Subject::isolated() const { return state_->isolate || state_->memory.control().must_isolate != 0; }
std::uint64_t Subject::taken_back() const { return state_->memory.control().taken_back; }
bool Subject::confined() const { return state_->memory.control().confined != 0; }
std::uint64_t Subject::restarts() const { return state_->restarts; }
std::chrono::nanoseconds Subject::cpu_time() const {
  if (!isolated()) return time_of(state_->pid);
  const esp_control& c = state_->memory.control();
  std::chrono::nanoseconds time{0};
  for (const pid_t process : {state_->pid, process_at(c.early_pid), process_at(c.runner_pid)})
    if (process > 0) time += time_of(process) + time_of_children(process);
  return time;
}
void Subject::set_limits(const Limits& limits) { state_->limits = limits; }
void Subject::end_runs_when(const std::atomic<bool>& interrupted) { state_->interrupted = &interrupted; }

}  // namespace espalier::execute
