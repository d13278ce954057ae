// Which findings hold on builds that have nothing of ours in them.
#include "suite/verify/confirm.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fmt/format.h>

namespace espalier::suite {
namespace {

std::string full_name(const UnitSuite& unit, const Test& test) { return unit.unit->name + "." + test.name; }

// "dir/file.c:12": tools write the same file in different ways.
bool same_place(const std::string& a, const std::string& b) {
  const auto colon_a = a.rfind(':'), colon_b = b.rfind(':');
  if (colon_a == std::string::npos || colon_b == std::string::npos) return a == b;
  return a.substr(colon_a) == b.substr(colon_b) &&
         file_key(a.substr(0, colon_a)) == file_key(b.substr(0, colon_b));
}

bool is_memory_error(const std::string& kind) {
  constexpr std::array kinds = {"out of bounds", "use after free",  "use after return",   "use after scope",
                                "double free",   "invalid free",    "segmentation fault", "bus error",
                                "memory error",  "overlapping copy"};
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](const char* other) { return kind.find(other) != std::string::npos; });
}

/// The processor does not tell them apart.
bool is_division_error(const std::string& kind) {
  return kind == "division by zero" || kind == "division overflow";
}

/// `same_test`: they are about one run, where a failure without a place may have the report's.
bool same_error(const Finding& finding, const Report& report, bool same_test) {
  const bool placed = !finding.location.empty() || !same_test;
  return (!placed || same_place(finding.location, innermost_place(report.stack))) &&
         (finding.kind == report.kind || (is_memory_error(finding.kind) && is_memory_error(report.kind)) ||
          (is_division_error(finding.kind) && is_division_error(report.kind)));
}

/// Failures that depend on where things lie in memory, or on how much of it there is: another build need
/// not show them.  Any other that does not happen again is a bug of ours.
bool depends_on_build(const search::Candidate& run) {
  switch (run.status) {
    case ESP_CRASH:
      return run.detail == SIGSEGV || run.detail == SIGBUS || run.detail == SIGILL;
    case ESP_ABORT:
    case ESP_ASSERT:
    case ESP_EXIT:
    case ESP_OK:
    case ESP_REJECTED:
    case ESP_POSTCONDITION:
      return false;
    default:
      return true;
  }
}

class Settlement {
 public:
  Settlement(Suite& suite, const Behaviour& behaviour) : suite_(suite), behaviour_(behaviour) {}

  std::vector<std::string> run() {
    for (auto& unit : suite_.units) settle(unit);
    std::vector<std::string> failures;
    for (const auto& deviation : behaviour_.deviations)
      if (!explained_.contains(deviation.test))
        failures.push_back(fmt::format("{}: {}: {}", deviation.tool, deviation.test, deviation.what));
    return failures;
  }

 private:
  [[nodiscard]] const Behaviour::Deviation* deviation_of(const std::string& test) const {
    for (const auto& deviation : behaviour_.deviations)
      if (deviation.test == test) return &deviation;
    return nullptr;
  }

  void settle(UnitSuite& unit) {
    for (auto& finding : unit.findings) confirm(unit, finding);
    for (auto& test : unit.tests) explain(unit, test);
    for (const auto& finding : unit.findings)
      if (finding.confirmed_by.empty()) unit.suspicions.push_back({finding, why_not(unit, finding)});
    std::erase_if(unit.findings, [](const Finding& f) { return f.confirmed_by.empty(); });
  }

  void confirm(const UnitSuite& unit, Finding& finding) const {
    const auto& run = unit.tests[finding.test].run;
    const auto name = full_name(unit, unit.tests[finding.test]);
    if (!finding.confirmed_by.empty() || !failed(run) || deviation_of(name) != nullptr) return;
    const bool must_die = run.status == ESP_FREED || run.status == ESP_UNDEFINED;
    if (must_die ? behaviour_.deaths.contains(name) : !behaviour_.long_runs.contains(name))
      finding.confirmed_by = "plain build";
  }

  void explain(const UnitSuite& unit, Test& test) {
    const auto name = full_name(unit, test);
    const auto* deviation = deviation_of(name);
    if (deviation == nullptr) return;
    if (test.undefined.empty() && failed(test.run) && depends_on_build(test.run))
      test.undefined = fmt::format("{}: {}", deviation->tool, deviation->what);
    if (!test.undefined.empty()) explained_.insert(name);
  }

  [[nodiscard]] std::string why_not(const UnitSuite& unit, const Finding& finding) const {
    const auto name = full_name(unit, unit.tests[finding.test]);
    if (behaviour_.long_runs.contains(name)) return "a long run, not a hang: it returned on a plain build";
    if (const auto* deviation = deviation_of(name))
      return fmt::format("{}: {}; no sanitizer objects", deviation->tool, deviation->what);
    return "it passes on a plain build, and no sanitizer objects";
  }

  Suite& suite_;
  const Behaviour& behaviour_;
  std::set<std::string> explained_;  ///< tests
};

}  // namespace

void add_reports(Suite& suite, const std::vector<Report>& reports) {
  for (const auto& report : reports) {
    for (auto& unit : suite.units) {
      const auto found = std::find_if(unit.tests.begin(), unit.tests.end(),
                                      [&](const Test& test) { return full_name(unit, test) == report.test; });
      if (found == unit.tests.end()) continue;
      const auto index = static_cast<std::size_t>(found - unit.tests.begin());
      const auto place = innermost_place(report.stack);
      if (!failed(found->run) && found->undefined.empty())
        found->undefined = place.empty() ? fmt::format("{} in the test itself ({})", report.kind, report.tool)
                                         : fmt::format("{} at {} ({})", report.kind, place, report.tool);
      if (place.empty()) continue;
      bool known = false;
      for (auto& finding : unit.findings) {
        if (!same_error(finding, report, finding.test == index)) continue;
        known = true;
        if (finding.confirmed_by.empty()) finding.confirmed_by = report.tool;
        if (finding.location.empty()) finding.location = place, finding.stack = report.stack;
        if (finding.kind == "segmentation fault") finding.kind = report.kind;  // it says why
      }
      if (known) continue;
      unit.findings.push_back({report.kind, place, report.message, index, report.stack, report.tool});
    }
  }
}

std::vector<std::string> settle(Suite& suite, const Behaviour& behaviour) {
  return Settlement(suite, behaviour).run();
}

}  // namespace espalier::suite
