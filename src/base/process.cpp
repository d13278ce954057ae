#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

extern char** environ;

namespace espalier {
namespace {

using Clock = std::chrono::steady_clock;

/// A file descriptor that is closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  void reset(int fd) {
    close();
    fd_ = fd;
  }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read, write;
  // Close-on-exec, so that commands started by other threads do not inherit our ends: they would
  // keep the pipe open and hide the end of the output.
  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

CommandOutcome not_started(const std::string& why) {
  CommandOutcome outcome;
  outcome.started = false;
  outcome.err = why;
  return outcome;
}

/// Moves what the pipe holds to `text`; closes it at the end of the stream.
void drain(Descriptor& pipe, std::string& text) {
  std::array<char, 65536> buffer;
  while (pipe.get() >= 0) {
    const ssize_t count = read(pipe.get(), buffer.data(), buffer.size());
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else {
      if (count == 0 || errno != EAGAIN) pipe.close();
      return;
    }
  }
}

/// Our environment with `added` on top.
std::vector<std::string> merged_environment(const std::vector<std::string>& added) {
  const auto name = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> merged = added;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const bool replaced = std::any_of(added.begin(), added.end(),
                                      [&](const std::string& other) { return name(other) == name(*entry); });
    if (!replaced) merged.emplace_back(*entry);
  }
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (auto& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Starts the program in a process group of its own, so that a time-out ends its children too.
/// Returns an errno value.
int start(const Command& command, const Pipe& out, const Pipe& err, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);

  auto arguments = command.argv;
  auto environment = merged_environment(command.environment);
  const int error = posix_spawnp(&pid, arguments.front().c_str(), &actions, &attributes,
                                 pointers(arguments).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

CommandOutcome run_command(const Command& command) {
  if (command.argv.empty()) return not_started("no program given");
  Pipe out, err;
  if (!out.open() || !err.open()) return not_started(std::strerror(errno));
  pid_t pid = -1;
  if (const int error = start(command, out, err, pid); error != 0)
    return not_started(command.argv.front() + ": " + std::strerror(error));
  out.write.close();
  err.write.close();

  // We wait for the program, not for the end of its output: a daemon that it leaves behind may
  // hold the pipes open for ever.
  CommandOutcome outcome;
  constexpr long long kGlance = 50;  // ms between looks at whether we are cancelled
  const Descriptor process{static_cast<int>(syscall(SYS_pidfd_open, pid, 0))};
  const auto deadline = Clock::now() + command.timeout;
  bool finished = false;
  while (!finished) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const bool is_killed = outcome.timed_out || outcome.cancelled;
    if (!is_killed) {
      outcome.timed_out = left <= 0;
      outcome.cancelled = command.cancelled != nullptr && command.cancelled->load();
      if (outcome.timed_out || outcome.cancelled) kill(-pid, SIGKILL);
    }
    std::array<pollfd, 3> waits{pollfd{process.get(), POLLIN, 0}, pollfd{out.read.get(), POLLIN, 0},
                                pollfd{err.read.get(), POLLIN, 0}};
    const long long patience = command.cancelled != nullptr ? kGlance : 1 << 30;
    poll(waits.data(), waits.size(),
         is_killed ? 1000 : static_cast<int>(std::clamp<long long>(left, 0, patience)));
    finished = (waits[0].revents & POLLIN) != 0;
    drain(out.read, outcome.out);
    drain(err.read, outcome.err);
  }

  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

std::vector<CommandOutcome> run_commands(const std::vector<Command>& commands, unsigned jobs) {
  std::vector<CommandOutcome> outcomes(commands.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < commands.size(); i = next++) {
      const auto* cancelled = commands[i].cancelled;
      if (cancelled != nullptr && cancelled->load())
        outcomes[i].started = false, outcomes[i].cancelled = true;
      else
        outcomes[i] = run_command(commands[i]);
    }
  };
  const std::size_t workers = std::min<std::size_t>(std::max(jobs, 1u), commands.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  work();
  threads.clear();  // joins
  return outcomes;
}

std::string find_program(const std::vector<std::string>& names) {
  const auto executable = [](const std::string& file) {
    struct stat status{};
    return stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(file.c_str(), X_OK) == 0;
  };
  const char* variable = std::getenv("PATH");
  const std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  for (const auto& name : names) {
    if (name.find('/') != std::string::npos) {
      if (executable(name)) return name;
      continue;
    }
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const std::string directory{path.substr(begin, end - begin)};
      const std::string file = (directory.empty() ? "." : directory) + "/" + name;
      if (executable(file)) return file;
      begin = end + 1;
    }
  }
  return "";
}

}  // namespace espalier
