#include "frontend/allocation.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace espalier::frontend {
namespace {

constexpr unsigned allocations_that_may_fail = 8;

struct Allocator {
  const char* name;
  const char* head;  ///< {} is the name
  const char* arguments;
};
constexpr std::array allocators = {
    Allocator{"malloc", "void *{}(unsigned long size)", "size"},
    Allocator{"calloc", "void *{}(unsigned long count, unsigned long size)", "count, size"},
    Allocator{"realloc", "void *{}(void *old, unsigned long size)", "old, size"},
    Allocator{"strdup", "char *{}(const char *text)", "text"},
    Allocator{"strndup", "char *{}(const char *text, unsigned long size)", "text, size"},
};

std::string head(const Allocator& allocator, const std::string& name) {
  return fmt::format(fmt::runtime(allocator.head), name);
}

/// The allocators that the file names.
std::vector<Allocator> used(const SourceFile& source) {
  std::vector<Allocator> found;
  for (const Allocator& allocator : allocators) {
    const bool named = std::ranges::any_of(
        source.references, [&](const auto& entry) { return entry.second.contains(allocator.name); });
    if (named && source.find(allocator.name) == nullptr) found.push_back(allocator);
  }
  return found;
}

bool any_may_fail(const std::vector<const Unit*>& units) {
  return std::ranges::any_of(units, [](const Unit* unit) { return unit->allocations > 0; });
}

std::string definitions(const SourceFile& source) {
  std::string text;
  for (const Allocator& allocator : used(source)) {
    const std::string real = fmt::format("espalier_real_{}", allocator.name);
    const std::string asked = fmt::format("espalier_asked_{}", allocator.name);
    text += fmt::format(
        "{0} __asm__(\"{1}\");\n"
        "{2} __asm__(\"espalier_{1}\");\n"
        "{2} {{ return espalier_allocation_fails() ? 0 : {3}({4}); }}\n",
        head(allocator, real), allocator.name, head(allocator, asked), real, allocator.arguments);
  }
  return text;
}

}  // namespace

void plan_allocations(const SourceFile& source, const HarnessOptions& options, Unit& unit) {
  if (!options.failing_malloc) return;
  const auto names = source.reachable_names(unit.name);
  const bool allocates = std::ranges::any_of(
      allocators, [&](const Allocator& allocator) { return names.contains(allocator.name); });
  if (!allocates) return;
  unit.first_allocation = static_cast<std::uint32_t>(unit.variables.size());
  unit.allocations = allocations_that_may_fail;
  for (unsigned i = 0; i < unit.allocations; ++i) {
    InputVariable variable;
    variable.name = fmt::format("allocation {} fails", i + 1);
    variable.kind = InputVariable::Kind::Choice;
    variable.bits = 1;
    variable.is_signed = false;
    unit.variables.push_back(variable);
  }
}

std::string allocation_prelude(const SourceFile& source, const std::vector<const Unit*>& units) {
  if (!any_may_fail(units)) return "";
  std::string text = "/* Allocations may fail: see the end of the source. */\n";
  for (const Allocator& allocator : used(source))
    text += fmt::format("{} __asm__(\"espalier_{}\");\n", head(allocator, allocator.name), allocator.name);
  return text;
}

std::string harness_allocations(const SourceFile& source, const std::vector<const Unit*>& units) {
  if (!any_may_fail(units)) return "";
  return "\n/* The n-th allocation of a run fails when its input says so. */\n"
         "static uint32_t espalier_allocations, espalier_first_allocation, espalier_asked_allocations;\n"
         "static int espalier_allocation_fails(void) {\n"
         "  const uint32_t n = espalier_allocations++;\n"
         "  if (n >= espalier_asked_allocations) return 0;\n"
         "  if (espalier_bool(espalier_first_allocation + n)) return 1;\n"
         "  return 0;\n"
         "}\n" +
         definitions(source);
}

std::string scripted_allocations(const SourceFile& source, const std::vector<const Unit*>& units) {
  if (!any_may_fail(units)) return "";
  return "\n/* Allocations fail when the test says so: the first one of the run is number 1. */\n"
         "static unsigned espalier_allocations, espalier_failing;\n"
         "void espalier_fail_allocation(unsigned n) { espalier_failing |= 1u << n; }\n"
         "static int espalier_allocation_fails(void) {\n"
         "  return ++espalier_allocations < 32 && (espalier_failing >> espalier_allocations & 1) != 0;\n"
         "}\n" +
         definitions(source);
}

std::string allocation_declarations(const std::vector<const Unit*>& units) {
  if (!any_may_fail(units)) return "";
  return "void espalier_fail_allocation(unsigned n) ESPALIER_SYMBOL(espalier_fail_allocation);\n";
}

std::string failing_allocations(const Unit& unit, const std::vector<std::uint64_t>& values) {
  std::string text;
  for (unsigned i = 0; i < unit.allocations; ++i) {
    const std::size_t variable = unit.first_allocation + i;
    if (variable < values.size() && (values[variable] & 1) != 0)
      text += fmt::format("  espalier_fail_allocation({});\n", i + 1);
  }
  return text;
}

}  // namespace espalier::frontend
