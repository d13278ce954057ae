#include "base/cpu_time.h"

#include <sys/resource.h>

#include <ctime>

namespace espalier {
namespace {

double of_clock(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

double thread_cpu_seconds() { return of_clock(CLOCK_THREAD_CPUTIME_ID); }
double process_cpu_seconds() { return of_clock(CLOCK_PROCESS_CPUTIME_ID); }

double children_cpu_seconds() {
  rusage use{};
  getrusage(RUSAGE_CHILDREN, &use);
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

}  // namespace espalier
