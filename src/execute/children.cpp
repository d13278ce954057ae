#include "execute/children.h"

#include <fmt/format.h>
#include <unistd.h>

#include <sstream>
#include <string>

#include "base/files.h"

namespace espalier::execute {

// /proc/PID/stat: the name of the program, in parentheses, is the second field; cutime and cstime are the
// 16th and 17th.
std::chrono::nanoseconds time_of_children(pid_t process) {
  const auto text = read_file(fmt::format("/proc/{}/stat", process));
  if (!text) return std::chrono::nanoseconds{0};
  const auto name_end = text->rfind(')');
  if (name_end == std::string::npos) return std::chrono::nanoseconds{0};
  std::istringstream fields(text->substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 16; ++field) fields >> skipped;
  long user = 0, system = 0;
  fields >> user >> system;
  return std::chrono::nanoseconds{(user + system) * (1'000'000'000 / sysconf(_SC_CLK_TCK))};
}

}  // namespace espalier::execute
