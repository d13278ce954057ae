// report.json and report.html.
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "frontend/toolchain.h"
#include "suite/report/report.h"

namespace espalier::suite {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPlace = "@ESPALIER_DATA@";

Json sources(const Suite& suite) {
  Json files = Json::array();
  std::set<std::string> known;
  const auto add = [&](const std::string& path) {
    if (!known.insert(path).second) return;
    if (const auto text = read_file(path)) files.push_back({{"path", path}, {"text", *text}});
  };
  add(suite.source->path.string());
  for (const auto& unit : suite.units)
    for (const auto& goal : unit.goals) add(goal.location.file);
  return files;
}

std::string measured(const Suite& suite) {
  if (!suite.measured) return "Not verified.";
  std::size_t lines = 0, executed = 0;
  for (const auto& [path, file] : suite.measured->files)
    for (const auto& [line, count] : file.lines) ++lines, executed += count > 0;
  return fmt::format("On a plain build gcov counts {} of {} lines of the source files as executed.", executed,
                     lines);
}

Json read_json(const std::filesystem::path& file) {
  const auto text = read_file(file);
  auto json = text ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object())
    throw UserError(
        ExitCode::Usage,
        fmt::format(
            "{}: holds no suite that can be shown ({}); give the directory that espalier generate named, "
            "such as espalier-out/classify",
            file.parent_path().string(), file.filename().string()));
  return json;
}

}  // namespace

std::vector<std::filesystem::path> export_report(const Suite& suite, const std::filesystem::path& directory) {
  Json units = Json::array();
  for (const auto& unit : suite.units)
    units.push_back(unit.picture.empty() ? Json::object() : Json::parse(unit.picture, nullptr, false));
  const Json json = {
      {"files", sources(suite)}, {"verification", measured(suite)}, {"units", std::move(units)}};
  const auto path = directory / "report.json";
  write_file(path, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  return {path};
}

std::filesystem::path write_report(const std::filesystem::path& directory) {
  const auto template_file = frontend::report_page();
  const auto page = read_file(template_file);
  const auto place = page ? page->find(kPlace) : std::string::npos;
  if (place == std::string::npos)
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: the page of the report is missing; build Espalier with npm on the "
                                "PATH, or install it again",
                                template_file.string()));
  const Json data = {{"suite", read_json(directory / "suite.json")},
                     {"report", read_json(directory / "report.json")}};
  std::string safe;  // `</script>` in a string of the source must not end the element
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace))
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  const auto path = directory / "report.html";
  write_file(path, page->substr(0, place) + safe + page->substr(place + kPlace.size()));
  return path;
}

}  // namespace espalier::suite
