// espalier list: what could be tested, and why some of it not yet.
#include <fmt/format.h>

#include <algorithm>
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

/// How the values of a parameter come about, in a few words.
std::string in_words(const frontend::SourceFile& source, const frontend::Unit& unit,
                     const frontend::Shape& shape) {
  using Kind = frontend::Shape::Kind;
  switch (shape.kind) {
    case Kind::Pointer: {
      const auto& pool = unit.pools[shape.choice.pool];
      const std::string type = source.type(pool.type).spelling;
      std::string text = shape.choice.never_null ? "" : "null, ";
      if (pool.is_string)
        text += fmt::format("a string of at most {} characters", pool.count);
      else if (pool.is_array)
        text += fmt::format("{} of {}", pool.count, type);
      else if (pool.objects.size() > 1)
        text += fmt::format("up to {} objects of {}", pool.objects.size(), type);
      else
        text += "one " + type;
      return text + (shape.choice.shared.empty() ? "" : ", or one made before");
    }
    case Kind::Union:
      return "one of its members";
    case Kind::Count:
      return "the number of strings in argv";
    case Kind::Zero:
      return "null";
    case Kind::Handle:
      return "a function";
    case Kind::Scalar:
    case Kind::Wide:
    case Kind::Complex:
    case Kind::Array:
    case Kind::Struct:
    case Kind::Padding:
      return "every value";
  }
  return "";
}

void print_inputs(const frontend::SourceFile& source, const frontend::Unit& unit) {
  for (std::size_t i = 0; i < unit.parameters.size(); i++)
    if (const auto words = in_words(source, unit, unit.parameters[i]); words != "every value")
      fmt::print("{:>21}  {}: {}\n", "", unit.function->parameters[i].name, words);
  for (const auto& limit : unit.constraints)
    fmt::print("{:>21}  {}: {}{}\n", "", limit.expression, limit.low ? fmt::format("at least {}, ", *limit.low) : "",
               limit.high ? fmt::format("at most {}", *limit.high) : "");
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
    const auto conditions = std::ranges::count_if(function.conditions, &frontend::Condition::is_goal);
    const std::size_t goals = 2 * static_cast<std::size_t>(conditions) + function.cases.size();
    if (options.json) {
      nlohmann::ordered_json entry{{"name", function.name}, {"line", function.line}, {"goals", goals}};
      if (unit) {
        entry["inputs"] = nlohmann::ordered_json::array();
        for (const auto& variable : unit->variables)
          entry["inputs"].push_back({{"name", variable.name}, {"bits", variable.bits}});
        entry["bounds"] = unit->bounds;
      } else {
        entry["unsupported"] = unit.error();
      }
      functions.push_back(entry);
    } else {
      fmt::print("{:>5}  {:>6}  {:>5}  {}\n", function.line,
                 unit ? std::to_string(unit->variables.size()) : "-", goals, signature(source, function));
      if (unit)
        print_inputs(source, *unit);
      else
        fmt::print("{:>21}  {}\n", "", unit.error());
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
