#include "frontend/environment.h"

#include <fmt/format.h>

#include "frontend/allocation.h"
#include "frontend/contract.h"
#include "frontend/globals.h"
#include "frontend/stub.h"

namespace espalier::frontend {
namespace {

/// The function pointers inside a shape, in one order for all objects of a pool.
std::vector<Shape*> function_pointers(Shape& shape) {
  std::vector<Shape*> found;
  if (shape.kind == Shape::Kind::Handle) found.push_back(&shape);
  for (Shape& child : shape.children) {
    const auto below = function_pointers(child);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

/// Gives every function pointer behind a parameter a stub; the objects of a pool share theirs.
void plan_targets(const SourceFile& source, const HarnessOptions& options, Unit& unit) {
  const auto target = [&](Shape& shape) {
    if (!shape.target.empty()) return;
    shape.target = plan_target(source, shape.type, shape.expression, options, unit);
  };
  for (Shape& parameter : unit.parameters)
    for (Shape* shape : function_pointers(parameter)) target(*shape);
  for (Pool& pool : unit.pools) {
    if (pool.objects.empty()) continue;
    const auto first = function_pointers(pool.objects.front());
    for (Shape* shape : first) target(*shape);
    for (Shape& object : pool.objects) {
      const auto same = function_pointers(object);
      for (std::size_t i = 0; i < same.size() && i < first.size(); ++i) same[i]->target = first[i]->target;
    }
  }
}

}  // namespace

void plan_environment(const SourceFile& source, const HarnessOptions& options, Unit& unit) {
  find_contract(source, unit);
  plan_targets(source, options, unit);
  plan_globals(source, options, unit);
  plan_stubs(source, options, unit);
  plan_allocations(source, options, unit);
}

std::string environment_bounds(const Unit& unit) {
  std::string bounds;
  for (const Stub& stub : unit.stubs)
    if (!stub.variables.empty())
      bounds += fmt::format(", for {}() that answers zero after {} calls (--max-stub-calls)", stub.spoken,
                            stub.calls);
  for (const GlobalInput& global : unit.globals)
    if (global.is_left_alone) bounds += fmt::format(", with part of '{}' as it is initialised", global.name);
  if (unit.has_static_locals) bounds += ", with static local variables as they are initialised";
  if (unit.allocations > 0)
    bounds += fmt::format(", while allocations after the first {} succeed", unit.allocations);
  if (!unit.precondition.empty()) bounds += ", where " + unit.precondition + " holds";
  return bounds;
}

std::string harness_prelude(const SourceFile& source, const Units& units) {
  return allocation_prelude(source, units);
}

std::string harness_environment(const SourceFile& source, const Units& units) {
  return include_contracts(source) + missing_definitions(source, units) + harness_stubs(source, units) +
         harness_allocations(source, units) + global_pointers(source, units, false);
}

std::string harness_start(const SourceFile& source, const Unit& unit) {
  std::string text;
  for (const Stub& stub : unit.stubs)
    text += fmt::format("  espalier_first_{0} = {1}, espalier_scripted_{0} = {2};\n", stub.id, stub.first,
                        stub.calls);
  if (unit.allocations > 0)
    text += fmt::format("  espalier_first_allocation = {}, espalier_asked_allocations = {};\n",
                        unit.first_allocation, unit.allocations);
  return text + set_globals(source, unit);
}

std::string harness_before_call(const Unit& unit) {
  if (unit.precondition.empty()) return "";
  return fmt::format("  if (!{}({})) espalier_reject();\n", unit.precondition, argument_list(unit));
}

std::string harness_end(const SourceFile& source, const Unit& unit) {
  std::string text;
  if (!unit.postcondition.empty())
    text += fmt::format("  if ({} == 0) espalier_postcondition_fails(\"{}\");\n",
                        postcondition_call(source, unit, unit.postcondition), unit.postcondition);
  return text;
}

std::string test_prelude(const SourceFile& source, const Units& units) {
  return (source.uses_espalier ? "#define ESPALIER_SCRIPTED 1\n" : "") + allocation_prelude(source, units);
}

std::string test_environment(const SourceFile& source, const Units& units) {
  std::string text = include_contracts(source) + missing_definitions(source, units) +
                     scripted_stubs(source, units) + scripted_allocations(source, units) +
                     global_pointers(source, units, true);
  for (const Unit* unit : units)
    if (!unit->postcondition.empty()) text += "\n" + postcondition_wrapper(source, *unit);
  return text;
}

std::string test_declarations(const SourceFile& source, const Units& units) {
  std::string text = script_declarations(source, units) + allocation_declarations(units) +
                     global_declarations(source, units);
  for (const Unit* unit : units)
    if (!unit->postcondition.empty())
      text += fmt::format("{} ESPALIER_SYMBOL(espalier_call_{});\n", postcondition_prototype(source, *unit),
                          unit->postcondition);
  return text;
}

std::vector<TypeId> environment_types(const Unit& unit) {
  std::vector<TypeId> types;
  for (const GlobalInput& global : unit.globals) types.push_back(global.type);
  for (const Stub& stub : unit.stubs) {
    for (const auto& answer : stub.answers) types.push_back(answer.type);
    if (!stub.is_target) continue;
    types.push_back(stub.result);
    for (const auto& parameter : stub.parameters) types.push_back(parameter.type);
  }
  return types;
}

std::string test_setup(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                       const std::vector<int>& calls) {
  return script_text(source, unit, values, calls) + failing_allocations(unit, values) +
         global_assignments(source, unit, values);
}

}  // namespace espalier::frontend
