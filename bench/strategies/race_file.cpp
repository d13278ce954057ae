#include "race_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "frontend/toolchain.h"

namespace espalier::bench {
namespace fs = std::filesystem;

std::string stamp_of(const fs::path& file) {
  return fmt::format("{}:{}", fs::file_size(file), fs::last_write_time(file).time_since_epoch().count());
}

std::string stamp_of_build() {
  const frontend::Toolchain tools = frontend::find_toolchain();
  return fmt::format("{} {} {} {}", stamp_of("/proc/self/exe"), stamp_of(tools.pass), stamp_of(tools.runtime),
                     stamp_of(tools.program_runtime));
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Race, news, iterations, solver_calls, paths, nodes, cpu_seconds, cpu_at,
                                   told_at, asked_at, stopped_by)

RaceFile::RaceFile(fs::path path, std::string circumstances)
    : path_(std::move(path)), circumstances_(std::move(circumstances)) {}

std::optional<Race> RaceFile::read() const {
  const auto text = read_file(path_);
  if (!text) return std::nullopt;
  const nlohmann::json kept = nlohmann::json::parse(*text, nullptr, false);
  if (!kept.is_object() || kept.value("circumstances", "") != circumstances_) return std::nullopt;
  return kept.at("race").get<Race>();
}

void RaceFile::keep(const Race& race) const {
  write_file(path_, nlohmann::json{{"circumstances", circumstances_}, {"race", race}}.dump());
}

}  // namespace espalier::bench
