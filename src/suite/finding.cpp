// From the way a run ended to what a person would call it, and where it happened.
#include <csignal>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "suite/ending.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

constexpr std::uint64_t kNullPages = 1 << 16;  // nothing is ever mapped there: a null pointer and an offset

std::string signal_kind(const search::Candidate& run) {
  switch (run.detail) {
    case SIGSEGV:
      return run.address < kNullPages ? "null dereference (segmentation fault)" : "segmentation fault";
    case SIGBUS:
      return "bus error";
    case SIGILL:
      return "illegal instruction";
    case SIGTRAP:
      return "trap";
    // The model's check knows more than the signal: INT_MIN / -1 raises SIGFPE too.
    case SIGFPE:
      return run.message.empty() ? "division by zero" : run.message;
    default:
      return "signal " + signal_name(run.detail);
  }
}

std::string kind_of(const search::Candidate& run) {
  if (run.status == ESP_CRASH) return signal_kind(run);
  if (run.status == ESP_UNDEFINED && !run.message.empty()) return run.message;
  return ending_of(run.status).kind;
}

std::string message_of(const search::Candidate& run) {
  if (!run.message.empty()) return run.message;
  if (run.status == ESP_CRASH && run.detail == SIGSEGV)
    return fmt::format("invalid access to address {:#x}", run.address);
  if (run.status == ESP_EXIT) return fmt::format("exit({})", run.detail);
  return ending_of(run.status).message;
}

/// The calls from the place of the failure out to the function under test; the harness around it is ours.
std::vector<Frame> stack_of(const search::Candidate& run,
                            const std::map<std::uint64_t, std::vector<Frame>>& known) {
  auto counters = run.frames;
  if (counters.empty() && run.pc != 0) counters.push_back(run.pc);
  std::vector<Frame> stack;
  for (const auto pc : counters) {
    const auto found = known.find(pc);
    if (found == known.end()) continue;
    for (const auto& frame : found->second) {
      if (frame.function.starts_with("espalier_unit_")) return stack;
      stack.push_back(frame);
    }
  }
  return stack;
}

}  // namespace

std::vector<Finding> findings_of(const std::vector<Test>& tests, const std::filesystem::path& binary,
                                 const std::string& symbolizer) {
  std::vector<std::uint64_t> addresses;
  for (const auto& test : tests) {
    if (!failed(test.run)) continue;
    addresses.insert(addresses.end(), test.run.frames.begin(), test.run.frames.end());
    if (test.run.frames.empty() && test.run.pc != 0) addresses.push_back(test.run.pc);
  }
  const auto known = source_frames(addresses, binary, symbolizer);

  std::vector<Finding> findings;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const auto& run = tests[i].run;
    if (!failed(run)) continue;
    auto stack = stack_of(run, known);
    findings.push_back({kind_of(run), innermost_place(stack), message_of(run), i, std::move(stack)});
  }
  return findings;
}

}  // namespace espalier::suite
