#include "race_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "frontend/toolchain.h"

namespace espalier::bench {
namespace {
namespace fs = std::filesystem;

/// Tells builds apart: of this experiment, and of what is put into the programs.
std::string build_name() {
  const frontend::Toolchain tools = frontend::find_toolchain();
  std::string name;
  for (const fs::path& part : {fs::read_symlink("/proc/self/exe"), tools.pass, tools.runtime, tools.program_runtime})
    name += fmt::format("{}:{} ", fs::file_size(part), fs::last_write_time(part).time_since_epoch().count());
  return name;
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Race, news, iterations, solver_calls, paths, nodes, cpu_seconds, cpu_at, stopped_by)

RaceFile::RaceFile(fs::path path, std::uint64_t limit) : path_(std::move(path)), limit_(limit) {}

std::optional<Race> RaceFile::read() const {
  const auto text = read_file(path_);
  if (!text) return std::nullopt;
  const nlohmann::json kept = nlohmann::json::parse(*text, nullptr, false);
  if (kept.is_discarded() || kept.value("build", "") != build_name() || kept.value("limit", 0u) != limit_)
    return std::nullopt;
  return kept.at("race").get<Race>();
}

void RaceFile::keep(const Race& race) const {
  write_file(path_, nlohmann::json{{"build", build_name()}, {"limit", limit_}, {"race", race}}.dump());
}

}  // namespace espalier::bench
