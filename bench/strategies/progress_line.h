#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>

namespace espalier::bench {

/// What is going on, in one line of the terminal that goes away at the end; elsewhere nothing.
class ProgressLine {
 public:
  explicit ProgressLine(std::string title) : title_(std::move(title)) {}
  ~ProgressLine() { write(""); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text) const { write(fmt::format("{}: {}", title_, text)); }

 private:
  static void write(const std::string& text) {
    if (isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r\033[K{}", text);
    std::fflush(stderr);
  }
  std::string title_;
};

}  // namespace espalier::bench
