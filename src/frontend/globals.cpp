#include "frontend/globals.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/plan.h"
#include "frontend/stub.h"
#include "frontend/value.h"

namespace espalier::frontend {
namespace {

constexpr std::size_t most_variables_of_a_global = 256;

bool is_unnamed(const Type& type) {
  return type.spelling.find('(') != std::string::npos && type.kind != TypeKind::Pointer;
}

/// The type at the bottom of arrays has a name that a declaration can use.
bool can_be_declared(const SourceFile& source, TypeId id) {
  const Type* type = &source.type(id);
  while (type->kind == TypeKind::Array) type = &source.type(type->element);
  return !is_unnamed(*type);
}

bool has_choice(const Value& value) {
  if (value.kind == Value::Kind::Zero) return false;
  const bool is_leaf = value.kind != Value::Kind::Array && value.kind != Value::Kind::Struct;
  return is_leaf || std::ranges::any_of(value.children, has_choice);
}

bool is_left_alone(const Value& value) {
  if (value.kind == Value::Kind::Zero) return true;
  const bool inside = value.kind == Value::Kind::Array || value.kind == Value::Kind::Struct;
  return inside && std::ranges::any_of(value.children, is_left_alone);
}

/// `int (*const espalier_global_table)[4]`
std::string pointer_declaration(const SourceFile& source, const GlobalInput& global) {
  const bool is_array = source.type(global.type).kind == TypeKind::Array;
  const std::string pointer = "*const espalier_global_" + global.name;
  return object_declaration(source, global.type, is_array ? "(" + pointer + ")" : pointer);
}

void collect_outputs(const SourceFile& source, const Value& value, Unit& unit) {
  if (value.kind == Value::Kind::Array || value.kind == Value::Kind::Struct)
    for (const Value& child : value.children) collect_outputs(source, child, unit);
  if (value.kind != Value::Kind::Scalar) return;
  const Type& type = source.type(value.type);
  Output output;
  output.expression = value.expression;
  output.type = value.type;
  output.kind = scalar_kind(type.kind);
  output.bits = scalar_bits(type);
  output.is_signed = type.is_signed;
  output.variable = static_cast<int>(value.variable);
  unit.outputs.push_back(output);
}

std::vector<const GlobalInput*> all_globals(const std::vector<const Unit*>& units) {
  std::vector<const GlobalInput*> found;
  for (const Unit* unit : units)
    for (const GlobalInput& global : unit->globals)
      if (std::ranges::none_of(found, [&](const auto* known) { return known->name == global.name; }))
        found.push_back(&global);
  return found;
}

/// jmp_buf, FILE and the like: structures whose names are the implementation's.
bool belongs_to_the_implementation(const SourceFile& source, TypeId id) {
  const Type& type = source.type(source.type(id).canonical);
  if (type.kind == TypeKind::Array || type.kind == TypeKind::Pointer)
    return belongs_to_the_implementation(source, type.element);
  return type.spelling.starts_with("struct _") || type.spelling.starts_with("union _");
}

}  // namespace

void plan_globals(const SourceFile& source, const HarnessOptions& options, Unit& unit) {
  const auto names = source.reachable_names(unit.name);
  for (const GlobalVariable& variable : source.globals) {
    if (variable.is_const) continue;
    if (variable.is_local) {
      unit.has_static_locals |= names.contains(variable.function);
      continue;
    }
    if (!options.globals || !names.contains(variable.name) || !can_be_declared(source, variable.type) ||
        belongs_to_the_implementation(source, variable.type))
      continue;
    ValuePlanner planner{source, options, unit.variables, most_variables_of_a_global,
                         [&](TypeId pointer, const std::string& spoken) {
                           return plan_target(source, pointer, spoken, options, unit);
                         }};
    planner.skip_const = true;
    GlobalInput global;
    global.name = variable.name;
    global.type = variable.type;
    global.value =
        planner.plan(variable.type, fmt::format("(*espalier_global_{})", variable.name), variable.name);
    global.is_left_alone = is_left_alone(global.value);
    if (!has_choice(global.value)) continue;
    collect_outputs(source, global.value, unit);
    unit.globals.push_back(std::move(global));
  }
}

std::string global_pointers(const SourceFile& source, const std::vector<const Unit*>& units, bool exported) {
  std::string text;
  for (const GlobalInput* global : all_globals(units)) {
    const std::string declared = pointer_declaration(source, *global);
    if (exported) text += fmt::format("extern {};\n", declared);
    text += fmt::format("{}{} = &{};\n", exported ? "" : "static ", declared, global->name);
  }
  return text.empty() ? "" : "\n/* Global variables that are inputs. */\n" + text;
}

std::string global_declarations(const SourceFile& source, const std::vector<const Unit*>& units) {
  std::string text;
  for (const GlobalInput* global : all_globals(units))
    text += fmt::format("extern {} ESPALIER_SYMBOL(espalier_global_{});\n",
                        pointer_declaration(source, *global), global->name);
  return text;
}

std::string set_globals(const SourceFile& source, const Unit& unit) {
  std::string text;
  for (const GlobalInput& global : unit.globals) text += fill_from_inputs(source, global.value, "");
  return text;
}

std::string global_assignments(const SourceFile& source, const Unit& unit,
                               const std::vector<std::uint64_t>& values) {
  std::string text;
  for (const GlobalInput& global : unit.globals) {
    ConcreteValue concrete{source, unit.variables, values, 0, "espalier_" + global.name};
    const std::string assignments = concrete.assignments(global.value);
    text += concrete.objects() + assignments;
  }
  return text;
}

}  // namespace espalier::frontend
