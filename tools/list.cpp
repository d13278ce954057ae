// espalier list: what could be tested, and why some of it not yet.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "frontend/source.h"
#include "frontend/unit.h"

namespace espalier::tools {
namespace {

struct ListOptions {
  std::string file;
  std::string build_dir;
  bool json = false;
};

std::string signature(const frontend::SourceFile& source, const frontend::SourceFunction& function) {
  std::string text = function.name + "(";
  for (std::size_t i = 0; i < function.parameters.size(); i++)
    text += (i ? ", " : "") +
            frontend::declaration(source, function.parameters[i].type, function.parameters[i].name);
  if (function.is_variadic) text += text.back() == '(' ? "..." : ", ...";
  return text + ")";
}

ExitCode list(const ListOptions& options, const CompilerFlags& compiler) {
  const Target target = parse_target(options.file);
  const frontend::SourceFile source =
      frontend::parse_source(target.file, compiler_flags(compiler, options.build_dir, target.file));
  nlohmann::ordered_json functions = nlohmann::ordered_json::array();
  if (!options.json) fmt::print("{:>5}  {:>6}  {:>5}  function\n", "line", "inputs", "goals");
  for (const frontend::SourceFunction& function : source.functions) {
    if (!function.in_main_file || (!target.function.empty() && function.name != target.function)) continue;
    const auto unit = frontend::plan_unit(source, function, {});
    const std::size_t goals = 2 * function.conditions.size() + function.cases.size();
    if (options.json) {
      nlohmann::ordered_json entry{{"name", function.name}, {"line", function.line}, {"goals", goals}};
      if (unit) {
        entry["inputs"] = nlohmann::ordered_json::array();
        for (const auto& variable : unit->variables)
          entry["inputs"].push_back({{"name", variable.name}, {"bits", variable.bits}});
      } else {
        entry["unsupported"] = unit.error();
      }
      functions.push_back(entry);
    } else {
      fmt::print("{:>5}  {:>6}  {:>5}  {}\n", function.line,
                 unit ? std::to_string(unit->variables.size()) : "-", goals, signature(source, function));
      if (!unit) fmt::print("{:>21}  {}\n", "", unit.error());
    }
  }
  if (options.json)
    fmt::print("{}\n",
               nlohmann::ordered_json{{"file", source.path.string()}, {"functions", functions}}.dump());
  return ExitCode::Done;
}

}  // namespace

Action add_list(CLI::App& app, const CompilerFlags& compiler) {
  auto options = std::make_shared<ListOptions>();
  app.add_option("FILE", options->file, "C source file")->required();
  app.add_option("-p", options->build_dir, "build directory with compile_commands.json");
  app.add_flag("--json", options->json, "print one JSON object");
  return [options, &compiler] { return list(*options, compiler); };
}

}  // namespace espalier::tools
