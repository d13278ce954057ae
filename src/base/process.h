#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace espalier {

struct Command {
  std::vector<std::string> argv;
  std::string directory{};                      ///< empty: the current one
  std::vector<std::string> environment{};       ///< NAME=value, added to ours
  std::chrono::milliseconds timeout{120'000};
  const std::atomic<bool>* cancelled = nullptr;  ///< when it becomes true the program is ended
};

struct CommandOutcome {
  int exit_code = -1;  ///< -1 when killed by `signal`, or not started
  int signal = 0;
  bool started = true;
  bool timed_out = false;
  bool cancelled = false;
  std::string out;
  std::string err;
  [[nodiscard]] bool ok() const { return started && exit_code == 0; }
};

/// Runs a program to its end and collects what it wrote.  Never throws for what the program does.
CommandOutcome run_command(const Command& command);

/// Runs several at once, `jobs` at a time; outcomes in the order of the commands.
std::vector<CommandOutcome> run_commands(const std::vector<Command>& commands, unsigned jobs);

/// The first executable of these names on PATH (or the name itself if it has a slash), or "".
std::string find_program(const std::vector<std::string>& names);

}  // namespace espalier
