#include "frontend/contract.h"

#include <fmt/format.h>

namespace espalier::frontend {
namespace {

constexpr std::string_view pre = "espalier_pre_", post = "espalier_post_";

bool is_void(const SourceFile& source, TypeId type) { return source.type(type).kind == TypeKind::Void; }

/// The parameters of a postcondition: the unit's, and its result.
std::vector<std::string> post_parameters(const SourceFile& source, const Unit& unit) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < unit.function->parameters.size(); ++i)
    parts.push_back(declaration(source, unit.function->parameters[i].type, fmt::format("p{}", i + 1)));
  if (!is_void(source, unit.function->result))
    parts.push_back(declaration(source, unit.function->result, fmt::format("p{}", parts.size() + 1)));
  return parts;
}

}  // namespace

void read_contracts(SourceFile& source, const std::filesystem::path& contracts) {
  std::vector<SourceFunction> functions = source.functions;
  if (!contracts.empty()) {
    auto flags = source.flags;
    flags.insert(flags.end(), {"-include", source.path.string()});
    const SourceFile parsed = parse_source(contracts, flags);
    source.contracts_file = parsed.path;
    for (const SourceFunction& function : parsed.functions)
      if (function.in_main_file) functions.push_back(function);
  }
  for (const SourceFunction& function : functions) {
    const bool is_pre = function.name.starts_with(pre), is_post = function.name.starts_with(post);
    if (!is_pre && !is_post) continue;
    const std::string name = function.name.substr(is_pre ? pre.size() : post.size());
    const SourceFunction* unit = source.find(name);
    const auto refuse = [&](const std::string& what, const std::string& advice) {
      throw UserError{ExitCode::Usage, fmt::format("{}:{}: '{}' {}; {}", function.file, function.line,
                                                   function.name, what, advice)};
    };
    if (unit == nullptr)
      refuse(fmt::format("belongs to no function '{}' of {}", name, source.path.filename().string()),
             "name it after the function it is for");
    const std::size_t result = is_post && !is_void(source, unit->result) ? 1 : 0;
    const std::size_t expected = unit->parameters.size() + result;
    if (function.parameters.size() != expected)
      refuse(fmt::format("has {} parameters, not {}", function.parameters.size(), expected),
             fmt::format("give it those of '{}'{}", name, result != 0 ? " and then its result" : ""));
    source.contracts.insert(function.name);
  }
}

void find_contract(const SourceFile& source, Unit& unit) {
  const std::string before = std::string(pre) + unit.name, after = std::string(post) + unit.name;
  if (source.contracts.contains(before)) unit.precondition = before;
  if (source.contracts.contains(after)) unit.postcondition = after;
}

std::string include_contracts(const SourceFile& source) {
  if (source.contracts_file.empty()) return "";
  return fmt::format("#include \"{}\"\n", source.contracts_file.string());
}

std::string postcondition_call(const SourceFile& source, const Unit& unit, const std::string& callee) {
  std::string arguments = argument_list(unit);
  if (!is_void(source, unit.function->result))
    arguments += (arguments.empty() ? "" : ", ") + unit.result_name;
  return fmt::format("{}({})", callee, arguments);
}

std::string postcondition_prototype(const SourceFile& source, const Unit& unit) {
  const auto parameters = post_parameters(source, unit);
  return fmt::format("int espalier_call_{}({})", unit.postcondition,
                     parameters.empty() ? "void" : fmt::format("{}", fmt::join(parameters, ", ")));
}

std::string postcondition_wrapper(const SourceFile& source, const Unit& unit) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < post_parameters(source, unit).size(); ++i)
    arguments.push_back(fmt::format("p{}", i + 1));
  const std::string head = postcondition_prototype(source, unit);
  return fmt::format("{};\n{} {{ return {}({}) != 0; }}\n", head, head, unit.postcondition,
                     fmt::join(arguments, ", "));
}

}  // namespace espalier::frontend
