// Branch counts from clang's source-based coverage.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

std::string raw_counts(const CoverageBuild& build, std::size_t index) {
  return (build.scratch / fmt::format("llvm_{}.profraw", index)).string();
}
std::string indexed_counts(const CoverageBuild& build, std::size_t index) {
  return (build.scratch / fmt::format("llvm_{}.profdata", index)).string();
}

std::string tool(const char* name) {
  const auto found = find_program({fmt::format("{}-19", name), name});
  return found.empty() ? fmt::format("{}-19", name) : found;
}

}  // namespace

// %m makes all processes of the run add to one file under a lock; each test is a process.
Command llvm_run(const CoverageBuild& build, const Group& group, std::size_t index) {
  Command command;
  command.argv = {build.llvm_binary.string()};
  command.argv.insert(command.argv.end(), group.tests.begin(), group.tests.end());
  command.environment = {fmt::format("LLVM_PROFILE_FILE={}/%m", raw_counts(build, index))};
  return command;
}

Command llvm_index(const CoverageBuild& build, std::size_t index) {
  return {{tool("llvm-profdata"), "merge", "--sparse", raw_counts(build, index), "-o",
           indexed_counts(build, index)},
          {},
          {}};
}

Command llvm_print(const CoverageBuild& build, std::size_t index) {
  return {{tool("llvm-cov"), "export", build.llvm_binary.string(),
           "--instr-profile=" + indexed_counts(build, index), "--skip-functions", "--skip-expansions"},
          {},
          {}};
}

// A branch is an array: line, column, end line, end column, times true, times false, file id,
// expanded file id, kind.  Code in macros is listed under its expansion and left out here.
void read_llvm_cov(const std::string& text, Measurement& into) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.contains("data")) return;
  for (const auto& part : json["data"]) {
    for (const auto& file : part["files"]) {
      auto& regions = into.branches[file_key(file.value("filename", std::string{}))];
      for (const auto& branch : file["branches"]) {
        if (branch.size() < 6) continue;
        regions.push_back({branch[0], branch[1], branch[2], branch[3], branch[4], branch[5]});
      }
    }
  }
}

}  // namespace espalier::suite
