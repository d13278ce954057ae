#include "interrupt.h"

#include <csignal>

namespace espalier::tools {

std::atomic<bool> interrupted{false};

namespace {
void on_interrupt(int) { interrupted = true; }
}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction hang_up = {};  // the terminal was closed, unless nohup says that it may be
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, nullptr);
}

}  // namespace espalier::tools
