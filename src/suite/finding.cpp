// From the way a run ended to what a person would call it, and where it happened.
#include <cctype>
#include <csignal>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/process.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

std::string signal_kind(int signal, const std::string& message) {
  switch (signal) {
    case SIGSEGV:
      return "segmentation fault";
    case SIGBUS:
      return "bus error";
    case SIGILL:
      return "illegal instruction";
    case SIGTRAP:
      return "trap";
    case SIGABRT:
      return "abort";
    // The model's check knows more than the signal: INT_MIN / -1 raises SIGFPE too.
    case SIGFPE:
      return message.empty() ? "division by zero" : message;
    default:
      return fmt::format("signal {}", signal);
  }
}

std::string kind_of(const search::Candidate& run) {
  switch (run.status) {
    case ESP_CRASH:
      return signal_kind(run.detail, run.message);
    case ESP_EXIT:
      return "exit";
    case ESP_ABORT:
      return "abort";
    case ESP_ASSERT:
      return "assertion failed";
    case ESP_STEPS:
    case ESP_TIMEOUT:
      return "hang";
    case ESP_MEMORY:
      return "out of memory";
    case ESP_STACK:
      return "stack overflow";
    case ESP_BOUNDS:
      return "out of bounds";
    case ESP_DIED:
      return "unexpected end";
    case ESP_OK:
    case ESP_REJECTED:
      break;
  }
  return {};
}

std::string message_of(const search::Candidate& run) {
  if (!run.message.empty()) return run.message;
  switch (run.status) {
    case ESP_CRASH:
      return run.detail == SIGSEGV ? fmt::format("invalid access to address {:#x}", run.address)
                                   : std::string{};
    case ESP_EXIT:
      return fmt::format("exit({})", run.detail);
    case ESP_STEPS:
      return "the step budget is used up";
    case ESP_TIMEOUT:
      return "the time limit has passed";
    case ESP_MEMORY:
      return "the memory budget is used up";
    case ESP_BOUNDS:
      return "access past the end of an object";
    case ESP_STACK:
      return "recursion without end, or too deep for the stack";
    case ESP_DIED:
      return "the process ended without a word";
    default:
      return {};
  }
}

// Answers of the symbolizer are blocks separated by an empty line, one per address:
// "function\nfile:line:column\n" and, for inlined code, its callers.  The innermost frame of the
// user's code is the first with a known line.
std::string first_known_place(const std::string& block) {
  std::istringstream lines(block);
  for (std::string line; std::getline(lines, line);) {
    const auto column = line.rfind(':');
    if (column == std::string::npos || column == 0) continue;
    const auto number = line.rfind(':', column - 1);
    if (number == std::string::npos) continue;
    const auto place = line.substr(0, column);
    const auto digits = line.substr(number + 1, column - number - 1);
    if (digits.empty() || digits == "0" || line.compare(0, 2, "??") == 0) continue;
    if (!std::isdigit(static_cast<unsigned char>(digits[0]))) continue;
    return place;
  }
  return {};
}

std::map<std::uint64_t, std::string> places_of(const std::vector<std::uint64_t>& addresses,
                                               const std::filesystem::path& binary,
                                               const std::string& symbolizer) {
  std::map<std::uint64_t, std::string> places;
  if (addresses.empty() || symbolizer.empty() || binary.empty()) return places;
  Command command;
  command.argv = {symbolizer, "--obj=" + binary.string(), "--inlining"};
  for (const auto address : addresses) command.argv.push_back(fmt::format("{:#x}", address));
  const auto outcome = run_command(command);
  if (!outcome.ok()) return places;

  std::size_t start = 0;
  for (const auto address : addresses) {
    auto end = outcome.out.find("\n\n", start);
    if (end == std::string::npos) end = outcome.out.size();
    if (start < end) places[address] = first_known_place(outcome.out.substr(start, end - start));
    start = end + 2;
    if (start >= outcome.out.size()) break;
  }
  return places;
}

}  // namespace

std::vector<Finding> findings_of(const std::vector<Test>& tests, const std::filesystem::path& binary,
                                 const std::string& symbolizer) {
  std::vector<std::uint64_t> addresses;
  for (const auto& test : tests) {
    if (failed(test.run) && test.run.pc != 0) addresses.push_back(test.run.pc);
  }
  const auto places = places_of(addresses, binary, symbolizer);

  std::vector<Finding> findings;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const auto& run = tests[i].run;
    if (!failed(run)) continue;
    const auto place = places.find(run.pc);
    findings.push_back(
        {kind_of(run), place == places.end() ? std::string{} : place->second, message_of(run), i});
  }
  return findings;
}

}  // namespace espalier::suite
