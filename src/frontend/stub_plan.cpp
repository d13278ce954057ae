// Plans what stubs answer: a result, and a value for what each pointer parameter points to.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "frontend/stub.h"
#include "frontend/value.h"

namespace espalier::frontend {
namespace {

constexpr std::size_t most_variables_of_a_call = 128;

bool has_name(const Type& type) {
  return type.spelling.find("(unnamed") == std::string::npos &&
         type.spelling.find("(anonymous") == std::string::npos;
}

/// What is written through this parameter: the first object there, when the stub may write.
bool is_written(const SourceFile& source, const Parameter& parameter) {
  const Type& type = source.type(parameter.type);
  if (type.kind != TypeKind::Pointer && type.kind != TypeKind::Array) return false;
  const Type& pointee = source.type(type.element);
  return !pointee.is_const && pointee.is_complete && has_name(pointee) && pointee.kind != TypeKind::Void &&
         pointee.kind != TypeKind::Function && pointee.kind != TypeKind::Union && pointee.bits != 0;
}

/// What one call answers: a result, and a value for what each pointer parameter points to.
void plan_answers(const SourceFile& source, const HarnessOptions& options, Stub& stub) {
  if (stub.is_noreturn) return;
  ValuePlanner planner{source, options, stub.variables, most_variables_of_a_call};
  if (source.type(stub.result).kind != TypeKind::Void)
    stub.answers.push_back({"result", stub.result, -1, planner.plan(stub.result, "answer->result", "")});
  for (std::size_t i = 0; i < stub.parameters.size(); ++i) {
    const Parameter& parameter = stub.parameters[i];
    if (!is_written(source, parameter)) continue;
    const std::string field = parameter.name == "result" ? "written" : parameter.name;
    const TypeId type = source.type(parameter.type).element;
    stub.answers.push_back(
        {field, type, static_cast<int>(i), planner.plan(type, "answer->" + field, ": *" + parameter.name)});
  }
}

/// Gives every call its own variables, after those that the unit has.
void number(const HarnessOptions& options, Stub& stub, Unit& unit) {
  stub.first = static_cast<std::uint32_t>(unit.variables.size());
  stub.calls = options.max_stub_calls;
  for (unsigned call = 0; call < stub.calls; ++call)
    for (InputVariable variable : stub.variables) {
      variable.name = fmt::format("{}() call {}{}", stub.spoken, call + 1, variable.name);
      unit.variables.push_back(variable);
    }
  Output calls;
  calls.expression = "espalier_calls_" + stub.id;
  calls.bits = 32;
  calls.is_signed = false;
  stub.calls_output = static_cast<std::uint32_t>(unit.outputs.size());
  unit.outputs.push_back(calls);
}

}  // namespace

void plan_stubs(const SourceFile& source, const HarnessOptions& options, Unit& unit) {
  const auto names = source.reachable_names(unit.name);
  for (const DeclaredFunction& function : source.declared) {
    if (!names.contains(function.name)) continue;
    Stub stub;
    stub.name = stub.id = stub.spoken = function.name;
    stub.result = function.result;
    stub.parameters = function.parameters;
    stub.is_variadic = function.is_variadic;
    stub.is_noreturn = function.is_noreturn;
    plan_answers(source, options, stub);
    number(options, stub, unit);
    unit.stubs.push_back(std::move(stub));
  }
}

std::string plan_target(const SourceFile& source, TypeId pointer, const std::string& spoken,
                        const HarnessOptions& options, Unit& unit) {
  const Type& function = source.type(source.type(pointer).element);
  Stub stub;
  stub.id = unit.name + "_" + spoken;
  for (char& c : stub.id)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  stub.name = "espalier_stub_" + stub.id;
  stub.spoken = spoken;
  stub.is_target = true;
  stub.result = function.element;
  stub.is_variadic = function.is_variadic;
  for (const TypeId type : function.parameters) {
    Parameter parameter;
    parameter.name = fmt::format("p{}", stub.parameters.size() + 1);
    parameter.type = type;
    stub.parameters.push_back(parameter);
  }
  plan_answers(source, options, stub);
  number(options, stub, unit);
  unit.stubs.push_back(std::move(stub));
  return unit.stubs.back().name;
}

std::vector<const Stub*> all_stubs(const std::vector<const Unit*>& units) {
  std::vector<const Stub*> found;
  for (const Unit* unit : units)
    for (const Stub& stub : unit->stubs)
      if (std::ranges::none_of(found, [&](const Stub* known) { return known->id == stub.id; }))
        found.push_back(&stub);
  return found;
}

}  // namespace espalier::frontend
