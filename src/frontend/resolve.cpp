// The object graph that a harness builds from concrete values.
//
// This is the harness's own procedure, done in our head: parameters in order, and each new object filled
// before anything else goes on.  It must stay in step with harness.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class Resolver {
 public:
  Resolver(const Unit& unit, const std::vector<std::uint64_t>& values) : unit_(unit), values_(values) {
    made_.resize(unit.pools.size());
    result_.used.resize(unit.variables.size());
  }

  Resolved run() {
    for (const Shape& parameter : unit_.parameters) {
      if (parameter.kind == Shape::Kind::Array)
        result_.objects.push_back({no_pool, 0, &parameter, parameter.expression});
      visit(parameter);
      result_.made_by.push_back(result_.objects.size());
    }
    count_strings();
    return std::move(result_);
  }

 private:
  std::uint64_t value(std::uint32_t variable) {
    if (variable >= unit_.variables.size()) return 0;
    result_.used[variable] = true;
    const unsigned bits = unit_.variables[variable].bits;
    const std::uint64_t whole = variable < values_.size() ? values_[variable] : 0;
    return bits >= 64 ? whole : whole & ((std::uint64_t{1} << bits) - 1);
  }

  void visit(const Shape& shape) {
    switch (shape.kind) {
      case Shape::Kind::Scalar:
        value(shape.variable);
        return;
      case Shape::Kind::Wide:
        value(shape.variable);
        value(shape.variable + 1);
        return;
      case Shape::Kind::Complex:
      case Shape::Kind::Array:
      case Shape::Kind::Struct:
        for (const Shape& child : shape.children) visit(child);
        return;
      case Shape::Kind::Union:
        if (!shape.children.empty()) {
          const std::size_t member = chosen_member(shape, value(shape.variable));
          result_.members.push_back({shape.variable, member});
          visit(shape.children[member]);
        }
        return;
      case Shape::Kind::Pointer: {
        const int target = point(shape);
        result_.targets.push_back({&shape, target});
        return;
      }
      case Shape::Kind::Handle:
        if (shape.variable != no_variable) value(shape.variable);
        return;
      case Shape::Kind::Count:
      case Shape::Kind::Zero:
      case Shape::Kind::Padding:
        return;
    }
  }

  int point(const Shape& shape) {
    const auto& choice = shape.choice;
    const std::uint64_t chosen = shape.variable == no_variable ? 0 : value(shape.variable);
    if (chosen >= 2) {
      std::uint64_t place = chosen - 2;
      for (const std::uint32_t pool : choice.shared) {
        const std::uint64_t room = unit_.pools[pool].objects.size();
        if (place < room) {
          if (place < made_[pool].size()) return made_[pool][place];
          break;
        }
        place -= room;
      }
    }
    const bool wants_null = choice.never_null ? false : (chosen == 1) != choice.null_first;
    if (wants_null || made_[choice.pool].size() == unit_.pools[choice.pool].objects.size()) return -1;
    return make(choice.pool);
  }

  int make(std::uint32_t pool) {
    const auto number = static_cast<std::uint32_t>(made_[pool].size());
    const int object = static_cast<int>(result_.objects.size());
    const Pool& from = unit_.pools[pool];
    result_.objects.push_back({pool, number, &from.objects[number], from.names[number]});
    made_[pool].push_back(object);
    visit(from.objects[number]);
    return object;
  }

  /// argc counts the strings before the first null in argv, the second parameter.
  void count_strings() {
    if (unit_.parameters.empty() || unit_.parameters[0].kind != Shape::Kind::Count) return;
    const int argv = result_.target_of(unit_.parameters[1]);
    if (argv < 0) return;
    const auto& object = result_.objects[static_cast<std::size_t>(argv)];
    for (const Shape& string : unit_.pools[object.pool].objects[object.number].children) {
      if (string.kind != Shape::Kind::Pointer || result_.target_of(string) < 0) break;
      ++result_.strings;
    }
  }

  const Unit& unit_;
  const std::vector<std::uint64_t>& values_;
  std::vector<std::vector<int>> made_;  ///< by pool: its objects
  Resolved result_;
};

}  // namespace

Resolved resolve(const Unit& unit, const std::vector<std::uint64_t>& values) {
  return Resolver{unit, values}.run();
}

int Resolved::target_of(const Shape& pointer) const {
  const auto found = std::find_if(targets.begin(), targets.end(),
                                  [&](const Target& target) { return target.pointer == &pointer; });
  return found == targets.end() ? -1 : found->object;
}

int Resolved::find(std::uint32_t pool, std::uint32_t number) const {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].pool == pool && objects[i].number == number) return static_cast<int>(i);
  return -1;
}

std::vector<bool> used_variables(const Unit& unit, const std::vector<std::uint64_t>& values) {
  auto used = resolve(unit, values).used;
  std::fill(used.begin() + unit.parameter_variables, used.end(), true);  // what surrounds the unit
  return used;
}

std::size_t chosen_member(const Shape& shape, std::uint64_t value) {
  return value < shape.children.size() ? static_cast<std::size_t>(value) : 0;
}

}  // namespace espalier::frontend
