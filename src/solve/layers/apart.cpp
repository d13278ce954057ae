// Work on one query in a process of its own.
//
// Z3 looks at its time limit only now and then, can take all memory before it does, and has crashed on
// odd queries; CaDiCaL forgets the time while it simplifies (6 s instead of 1 s on products of doubles).  A
// forked child can be ended at the deadline, has a limit on its memory, and when it dies the answer is
// Unknown with the reason.  A fork costs about a millisecond, which a query that is hard anyway can afford.
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>

#include "solve/apart.h"
#include "solve/layer.h"

namespace espalier::solve {
namespace {

using Clock = std::chrono::steady_clock;

// The answer as numbers: kind, then values of the input, indices of the core, or bytes of the reason.
using Message = std::vector<std::uint64_t>;

Message encode(const Answer& answer) {
  Message message{answer.index()};
  if (const auto* sat = std::get_if<Sat>(&answer))
    message.insert(message.end(), sat->input.values.begin(), sat->input.values.end());
  if (const auto* unsat = std::get_if<Unsat>(&answer))
    message.insert(message.end(), unsat->core.begin(), unsat->core.end());
  if (const auto* unknown = std::get_if<Unknown>(&answer))
    for (const char c : unknown->reason) message.push_back(static_cast<unsigned char>(c));
  return message;
}

Answer decode(const Message& message) {
  const auto first = message.begin() + 1;
  if (message[0] == 0) return Sat{Input{{first, message.end()}}};
  if (message[0] == 1) return Unsat{{first, message.end()}};
  return Unknown{{first, message.end()}};
}

void write_all(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written <= 0) _exit(1);
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

// What the child may take in addition to what it has from us.
constexpr rlim_t most_memory = rlim_t{4} << 30;

void limit_memory() {
#ifndef __SANITIZE_ADDRESS__  // its shadow memory alone is larger
  rlim_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    unsigned long mapped = 0;
    if (std::fscanf(file, "%lu", &mapped) == 1) pages = mapped;
    std::fclose(file);
  }
  const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + most_memory;
  const rlimit memory{most, most};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

[[noreturn]] void answer_and_exit(const std::function<Answer()>& work, int out) {
  signal(SIGINT, SIG_IGN);  // the parent decides when we end
  signal(SIGTERM, SIG_DFL);
  limit_memory();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  Message message;
  try {
    message = encode(work());
  } catch (const std::bad_alloc&) {
    message = encode(Unknown{"the solver process ran out of memory"});
  } catch (const std::exception& error) {
    message = encode(Unknown{fmt::format("the solver failed: {}", error.what())});
  }
  const std::uint64_t size = message.size();
  write_all(out, reinterpret_cast<const char*>(&size), sizeof size);
  write_all(out, reinterpret_cast<const char*>(message.data()), size * sizeof(std::uint64_t));
  _exit(0);
}

Answer read_answer(int in, Clock::time_point deadline) {
  std::string bytes;
  for (;;) {
    std::uint64_t size = 0;
    if (bytes.size() >= sizeof size) {
      std::memcpy(&size, bytes.data(), sizeof size);
      if (bytes.size() == (size + 1) * sizeof size) {
        Message message(size);
        std::memcpy(message.data(), bytes.data() + sizeof size, size * sizeof size);
        return decode(message);
      }
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Unknown{"the solver process ran out of time"};
    pollfd wait{in, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left, 1 << 30)));
    if (ready < 0 && errno != EINTR) return Unknown{"the solver process cannot be heard"};
    if (ready <= 0) continue;
    char buffer[4096];
    const ssize_t got = read(in, buffer, sizeof buffer);
    if (got <= 0) return Unknown{"the solver process died"};
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

class Apart final : public Layer {
 public:
  Apart(std::string name, std::unique_ptr<Solver> inner)
      : Layer(std::move(name), nullptr), inner_(std::move(inner)) {}

 private:
  Answer decide(const Query& query) override {
    if (query.budget.count() <= 0) return Unknown{"no time left for the solver"};
    return work_apart([&] { return inner_->solve(query); }, Clock::now() + query.budget);
  }

  std::unique_ptr<Solver> inner_;
};

}  // namespace

Answer work_apart(const std::function<Answer()>& work, Clock::time_point deadline) {
  int ends[2];
  if (pipe(ends) != 0) return Unknown{fmt::format("no pipe to a solver process: {}", std::strerror(errno))};
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return Unknown{fmt::format("no process for the solver: {}", std::strerror(errno))};
  }
  if (child == 0) {
    close(ends[0]);
    answer_and_exit(work, ends[1]);
  }
  close(ends[1]);
  Answer answer = read_answer(ends[0], deadline);
  close(ends[0]);
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return answer;
}

std::unique_ptr<Solver> run_apart(std::string name, std::unique_ptr<Solver> solver) {
  return std::make_unique<Apart>(std::move(name), std::move(solver));
}

}  // namespace espalier::solve
