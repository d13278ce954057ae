// Plans the inputs of a unit: one tree of shapes per parameter and per object behind a pointer, their leaves
// numbered input variables.
//
// How many objects of a structure can be needed depends on how many pointers to it there are, which depends
// on how many objects there are.  So we plan with one object each, count the pointers, and plan again with as
// many objects (at most max_objects) until nothing changes; non-recursive types end with few objects, lists
// with max_objects.
#include "frontend/plan.h"

#include <algorithm>
#include <deque>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "frontend/environment.h"

namespace espalier::frontend {
namespace {

constexpr std::size_t most_variables = 4096;
constexpr unsigned bytes_behind_void = 16;

/// Thrown and caught in this file only: planning stops deep inside a type.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct TooMany : Unsupported {
  using Unsupported::Unsupported;
};

bool has_name(const Type& type) {
  return type.spelling.find("(unnamed") == std::string::npos &&
         type.spelling.find("(anonymous") == std::string::npos;
}

bool is_character(const Type& type) { return type.spelling == "char" || type.spelling == "wchar_t"; }

using Capacities = std::map<TypeId, unsigned>;  ///< by canonical type: objects of a structure

/// Where a value stands: in C, in words, and in terms of the slots that ask for objects.
struct Spot {
  std::string expression{};  ///< "p_object[2].x"
  std::string spoken{};  ///< "p[2].x"
  std::string base{};  ///< "p_x"
  std::string slot{};  ///< the same for all objects of a pool and all elements of an array
  unsigned depth = 0;  ///< pointers followed
  bool whole = false;  ///< an object of its own, behind whose end there may be a flexible array
};

class Planner {
 public:
  Planner(const SourceFile& source, const SourceFunction& function, const HarnessOptions& options,
          const Capacities& capacities)
      : source_(source), function_(function), options_(options), capacities_(capacities) {
    unit_.name = function.name;
    unit_.function = &function;
    taken_ = reserved_names(source);
    taken_.insert(function.name);
  }

  Unit plan() {
    if (!has_name(source_.type(function_.result)))
      throw Unsupported{"returns a type without a name, which is not supported yet"};
    std::vector<std::string> names;
    for (const auto& parameter : function_.parameters) names.push_back(free_name(parameter.name));
    unit_.result_name = free_name("result");
    for (std::size_t i = 0; i < names.size(); ++i) {
      parameter_ = &function_.parameters[i];
      unit_.parameters.push_back(parameter(*parameter_, names[i]));
      fill_pools();
    }
    for (const auto& parameter : function_.parameters) constrain(parameter);
    if (function_.is_variadic) {
      unit_.extra_arguments.assign(4, "0ll");
      unit_.shortfalls.push_back("four zeros for the variable arguments");
    }
    unit_.parameter_variables = static_cast<std::uint32_t>(unit_.variables.size());
    unit_.outputs = collect_outputs(source_, unit_);
    plan_environment(source_, options_, unit_);
    return unit_;
  }

  /// Pointers to each structure type: more objects than that are never asked for.
  [[nodiscard]] const Capacities& slots() const { return slots_; }

 private:
  /// `wanted`, or a similar name; both it and the name of its object are ours from now on.
  std::string free_name(std::string wanted) {
    if (wanted.starts_with("espalier_")) wanted = "p_" + wanted;  // those are the harness's own
    while (taken_.contains(wanted) || taken_.contains(wanted + "_object")) wanted += "_";
    taken_.insert(wanted);
    taken_.insert(wanted + "_object");
    return wanted;
  }

  [[noreturn]] void refuse(const Spot& spot, const std::string& what) const {
    const std::string which = spot.spoken == parameter_->name
                                  ? fmt::format("parameter '{}'", parameter_->name)
                                  : fmt::format("'{}' of parameter '{}'", spot.spoken, parameter_->name);
    throw Unsupported{fmt::format("{} of '{}' {}, which is not supported yet", which, function_.name, what)};
  }

  void bound(const std::string& phrase) {
    if (std::find(unit_.bounds.begin(), unit_.bounds.end(), phrase) == unit_.bounds.end())
      unit_.bounds.push_back(phrase);
  }

  std::uint32_t variable(const std::string& name, InputVariable::Kind kind, unsigned bits, bool is_signed,
                         TypeId type) {
    if (unit_.variables.size() >= most_variables)
      throw TooMany{fmt::format("parameter '{}' of '{}' has more than {} values, which is not supported yet",
                                parameter_->name, function_.name, most_variables)};
    unit_.variables.push_back({name, kind, bits, is_signed, type});
    return static_cast<std::uint32_t>(unit_.variables.size() - 1);
  }

  [[nodiscard]] ParameterHint hint(const std::string& parameter) const {
    ParameterHint merged;
    for (const auto& hint : options_.hints) {
      if (hint.parameter != parameter || (!hint.function.empty() && hint.function != function_.name))
        continue;
      if (!hint.length.empty()) merged.length = hint.length;
      if (!hint.type.empty()) merged.type = hint.type;
      if (hint.low) merged.low = hint.low;
      if (hint.high) merged.high = hint.high;
      merged.non_null |= hint.non_null;
    }
    return merged;
  }

  Shape parameter(const Parameter& parameter, const std::string& name) {
    const Type& type = source_.type(parameter.type);
    const Spot spot{name, parameter.name, name, name, 0, false};
    if (!has_name(type)) refuse(spot, "has a type without a name");
    if (is_main() && parameter_ == &function_.parameters[0]) {
      bound(fmt::format("argc from 1 to {} (--array-length)", options_.array_length));
      return {.kind = Shape::Kind::Count, .type = parameter.type, .expression = name};
    }
    const bool open_array = type.kind == TypeKind::Array && !type.is_complete;
    if (open_array || type.kind == TypeKind::Pointer)
      return pointer(parameter.type, spot,
                     open_array || parameter.indexed || has_length(parameter) || is_main());
    return value(parameter.type, spot);
  }

  [[nodiscard]] bool is_main() const { return function_.name == "main" && function_.parameters.size() >= 2; }
  [[nodiscard]] bool has_length(const Parameter& parameter) const {
    return parameter.length >= 0 || !hint(parameter.name).length.empty();
  }

  // --- values ------------------------------------------------------------------------------------------

  Shape value(TypeId id, const Spot& spot, int bit_width = -1) {
    const Type& type = source_.type(id);
    switch (type.kind) {
      case TypeKind::Bool:
      case TypeKind::Integer:
      case TypeKind::Enum:
      case TypeKind::Float:
        return scalar(id, spot, bit_width);
      case TypeKind::Complex:
        return {.kind = Shape::Kind::Complex,
                .type = id,
                .expression = spot.expression,
                .children = {part(type.element, spot, "__real__ "), part(type.element, spot, "__imag__ ")}};
      case TypeKind::Array:
        return array(id, spot);
      case TypeKind::Struct:
        return structure(id, spot);
      case TypeKind::Union:
        return one_of(id, spot);
      case TypeKind::Pointer:
        // Nothing is known of how a pointer inside an object is used: scalars behind it are
        // taken for arrays, structures for links.
        return pointer(id, spot, is_scalar(source_.type(type.element).kind));
      case TypeKind::Void:
      case TypeKind::Function:
      case TypeKind::Unsupported:
        refuse(spot, fmt::format("has type '{}'", type.spelling));
    }
    refuse(spot, "has an unknown type");
  }

  Shape part(TypeId id, const Spot& spot, const std::string& which) {
    Spot below = spot;
    below.expression = which + spot.expression;
    below.spoken = which + spot.spoken;
    return scalar(id, below, -1);
  }

  Shape scalar(TypeId id, const Spot& spot, int bit_width) {
    const Type& type = source_.type(id);
    if (type.kind == TypeKind::Enum && type.enumerators.empty()) refuse(spot, "is an incomplete enumeration");
    if (type.kind == TypeKind::Enum) bound("enumerators only");
    Shape shape{
        .kind = Shape::Kind::Scalar, .type = id, .expression = spot.expression, .bit_width = bit_width};
    if (type.kind == TypeKind::Integer && type.bits == 128) {
      if (bit_width >= 0) refuse(spot, "is a bit-field of 128 bits");
      shape.kind = Shape::Kind::Wide;
      shape.variable =
          variable(spot.spoken + " (low half)", InputVariable::Kind::Integer, 64, false, byte_type);
      variable(spot.spoken + " (high half)", InputVariable::Kind::Integer, 64, false, byte_type);
      return shape;
    }
    if (type.kind == TypeKind::Float && type.bits == 128) bound("long doubles that a double can hold");
    const unsigned bits = bit_width >= 0 ? static_cast<unsigned>(bit_width) : scalar_bits(type);
    shape.variable = variable(spot.spoken, scalar_kind(type.kind), bits, type.is_signed, id);
    return shape;
  }

  Spot element(const Spot& spot, std::uint64_t i) const {
    return {fmt::format("{}[{}]", spot.expression, i),
            fmt::format("{}[{}]", spot.spoken, i),
            spot.base,
            spot.slot,
            spot.depth,
            false};
  }

  Shape array(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    if (source_.type(type.element).spelling.find("__va_list_tag") != std::string::npos)
      refuse(spot, "is a list of variable arguments");
    if (!type.is_complete) refuse(spot, "is an array without a fixed length");
    Shape shape{.kind = Shape::Kind::Array, .type = id, .expression = spot.expression};
    for (std::uint64_t i = 0; i < type.count; ++i)
      shape.children.push_back(value(type.element, element(spot, i)));
    return shape;
  }

  static Spot member(const Spot& spot, const std::string& name) {
    Spot below = spot;
    below.whole = false;
    if (name.empty()) return below;
    // `*p` of one structure is spoken of as p->x.
    const bool arrow = spot.spoken.starts_with('*');
    below.expression = spot.expression + "." + name;
    below.spoken = arrow ? fmt::format("{}->{}", spot.spoken.substr(1), name) : spot.spoken + "." + name;
    below.base = spot.base + "_" + name;
    below.slot = spot.slot + "." + name;
    return below;
  }

  Shape structure(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    if (!type.is_complete) refuse(spot, fmt::format("is of incomplete type '{}'", type.spelling));
    Shape shape{.kind = Shape::Kind::Struct, .type = id, .expression = spot.expression};
    for (const Field& field : type.fields) {
      const Spot below = member(spot, field.name);
      if (field.is_padding())
        shape.children.push_back({.kind = Shape::Kind::Padding, .type = field.type});
      else if (is_flexible(type, field))
        shape.children.push_back(flexible(field.type, below, spot.whole));
      else
        shape.children.push_back(value(field.type, below, field.bit_width));
      shape.children.back().is_anonymous = field.name.empty();
    }
    return shape;
  }

  [[nodiscard]] bool is_flexible(const Type& record, const Field& field) const {
    const Type& type = source_.type(field.type);
    return type.kind == TypeKind::Array && (!type.is_complete || type.count == 0) &&
           &field == &record.fields.back();
  }

  /// The array at the end of a structure, which has elements only in an object that is larger than its type.
  Shape flexible(TypeId id, const Spot& spot, bool whole) {
    Shape shape{.kind = Shape::Kind::Padding, .type = id, .expression = spot.expression};
    if (!whole) return shape;
    shape.kind = Shape::Kind::Array;
    for (std::uint64_t i = 0; i < options_.array_length; ++i)
      shape.children.push_back(value(source_.type(id).element, element(spot, i)));
    bound(fmt::format("arrays of {} elements (--array-length)", options_.array_length));
    return shape;
  }

  Shape one_of(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    if (!type.is_complete) refuse(spot, fmt::format("is of incomplete type '{}'", type.spelling));
    Shape shape{.kind = Shape::Kind::Union, .type = id, .expression = spot.expression};
    shape.variable = variable(spot.spoken + " holds", InputVariable::Kind::Choice, 8, false, 0);
    for (const Field& field : type.fields) {
      if (field.is_padding())
        shape.children.push_back({.kind = Shape::Kind::Padding, .type = field.type});
      else
        shape.children.push_back(value(field.type, member(spot, field.name), field.bit_width));
      shape.children.back().is_anonymous = field.name.empty();
    }
    return shape;
  }

  // --- pointers ----------------------------------------------------------------------------------------

  Shape zero(TypeId id, const Spot& spot, const std::string& why) {
    bound(why);
    return {.kind = Shape::Kind::Zero, .type = id, .expression = spot.expression};
  }

  /// Callers have more to give than we: then no goal of the unit can be called infeasible.
  Shape fall_short(TypeId id, const Spot& spot, const std::string& why) {
    unit_.shortfalls.push_back(why);
    return {.kind = Shape::Kind::Zero, .type = id, .expression = spot.expression};
  }

  /// Opened by its owner alone: FILE, DIR, pthread_mutex_t.
  [[nodiscard]] bool belongs_to_the_c_library(const Type& type) const {
    const std::string& name = source_.type(type.canonical).spelling;
    return name == "struct _IO_FILE" || (!type.is_complete && name.starts_with("struct __"));
  }

  /// What only others look into: null or one fixed place.  A function gets its stub later, a type that is not
  /// defined here some bytes.
  Shape handle(TypeId id, const Spot& spot, const ParameterHint& told) {
    Shape shape{
        .kind = Shape::Kind::Handle, .type = id, .variable = no_variable, .expression = spot.expression};
    if (!told.non_null)
      shape.variable = variable(spot.spoken + " is null", InputVariable::Kind::Choice, 1, false, 0);
    if (source_.type(source_.type(id).element).kind != TypeKind::Function)
      shape.target = fmt::format("({})\"{}\"", declaration(source_, id, ""), "something opaque");
    return shape;
  }

  Shape pointer(TypeId id, const Spot& spot, bool indexed) {
    const bool is_parameter = spot.spoken == parameter_->name;
    const ParameterHint told = is_parameter ? hint(parameter_->name) : ParameterHint{};
    TypeId pointee = source_.type(id).element;
    const bool untyped = source_.type(pointee).kind == TypeKind::Void;
    if (untyped) {
      if (!told.type.empty()) {
        pointee = source_.find_type(told.type);
        if (pointee == 0)
          refuse(spot, fmt::format("is told to point to '{}', a type that is not here", told.type));
        bound(fmt::format("{} behind '{}' (--type)", told.type, spot.spoken));
      } else if (is_parameter && parameter_->seen_as != 0) {
        pointee = parameter_->seen_as;
        indexed = indexed && has_length(*parameter_);
        bound(fmt::format("{} behind '{}', as the body has it (--type)", source_.type(pointee).spelling,
                          spot.spoken));
      } else {
        pointee = byte_type;
        indexed = true;
      }
    }
    const Type& type = source_.type(pointee);
    if (type.kind == TypeKind::Function) return handle(id, spot, told);
    if (type.spelling.find("__va_list_tag") != std::string::npos)
      refuse(spot, "is a list of variable arguments");
    if (type.kind == TypeKind::Array && !type.is_complete)
      refuse(spot, "points to arrays of variable length");
    if (belongs_to_the_c_library(type))
      return fall_short(
          id, spot, fmt::format("'{}' null, as only the C library makes '{}'", spot.spoken, type.spelling));
    if (!type.is_complete) return handle(id, spot, told);
    if (!has_name(type)) refuse(spot, "points to a type without a name");

    const bool is_record = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
    const bool shared = is_record && !indexed;
    if (spot.depth > options_.max_depth && !(shared && records_.contains(type.canonical)))
      return zero(id, spot, fmt::format("pointers null beyond {} links", options_.max_depth));

    Shape shape{.kind = Shape::Kind::Pointer, .type = id, .expression = spot.expression};
    auto& choice = shape.choice;
    if (shared) {
      choice.pool = record_pool(pointee, spot, is_parameter);
      if (capacities_of(type.canonical) > 1) {
        choice.null_first = !is_parameter;
        if (!is_parameter || !is_restricted(type.canonical)) choice.shared = {choice.pool};
      }
    } else {
      choice.pool = own_pool(pointee, spot, indexed, untyped && pointee == byte_type);
      if (is_parameter && !source_.type(id).is_restrict && !is_main()) {
        choice.shared = earlier_objects(choice.pool);
        open_pools_.push_back(choice.pool);
      }
    }
    const bool is_name = spot.spoken == parameter_->name + "[0]";  // argv[0]
    choice.never_null = told.non_null || (is_main() && (is_parameter || is_name));
    if (is_main() && !is_parameter && !is_name) choice.null_first = true;
    const bool many = !choice.shared.empty() || choice.null_first;
    if (!choice.never_null || !choice.shared.empty())
      shape.variable = variable(spot.spoken + (many ? " points to" : " is null"), InputVariable::Kind::Choice,
                                many ? 8 : 1, false, 0);
    else
      shape.variable = no_variable;
    return shape;
  }

  [[nodiscard]] unsigned capacities_of(TypeId canonical) const {
    const auto found = capacities_.find(canonical);
    return found == capacities_.end() ? 1 : found->second;
  }

  /// Some parameter promises that nobody else points to its object of this type.
  [[nodiscard]] bool is_restricted(TypeId canonical) const {
    return std::any_of(function_.parameters.begin(), function_.parameters.end(),
                       [&](const Parameter& parameter) {
                         const Type& type = source_.type(parameter.type);
                         return type.kind == TypeKind::Pointer && type.is_restrict &&
                                source_.type(type.element).canonical == canonical;
                       });
  }

  /// Pools of earlier parameters whose object could be this one's, too.
  [[nodiscard]] std::vector<std::uint32_t> earlier_objects(std::uint32_t pool) const {
    std::vector<std::uint32_t> found;
    const auto canonical = source_.type(unit_.pools[pool].type).canonical;
    for (const std::uint32_t earlier : open_pools_)
      if (source_.type(unit_.pools[earlier].type).canonical == canonical &&
          unit_.pools[earlier].is_array == unit_.pools[pool].is_array &&
          unit_.pools[earlier].count >= unit_.pools[pool].count)
        found.push_back(earlier);
    return found;
  }

  // --- pools -------------------------------------------------------------------------------------------

  struct Waiting {  ///< a pool whose objects are not planned yet
    std::uint32_t pool;
    unsigned capacity;
    Spot from;  ///< the first pointer that asked for it
    bool of_parameter;
  };

  std::uint32_t new_pool(Pool pool, const Waiting& waiting) {
    const auto id = static_cast<std::uint32_t>(unit_.pools.size());
    unit_.pools.push_back(std::move(pool));
    waiting_.push_back(waiting);
    waiting_.back().pool = id;
    return id;
  }

  std::uint32_t record_pool(TypeId pointee, const Spot& spot, bool of_parameter) {
    const TypeId canonical = source_.type(pointee).canonical;
    ++slots_[canonical];
    if (const auto known = records_.find(canonical); known != records_.end()) return known->second;
    const unsigned capacity = capacities_of(canonical);
    if (capacity == options_.max_objects)
      bound(
          fmt::format("at most {} objects of {} (--max-objects)", capacity, source_.type(pointee).spelling));
    Pool pool;
    pool.type = pointee;
    return records_[canonical] = new_pool(pool, {0, capacity, spot, of_parameter});
  }

  /// Objects that only this pointer asks for, in each of the objects it is part of.
  std::uint32_t own_pool(TypeId pointee, const Spot& spot, bool indexed, bool untyped) {
    if (const auto known = owned_.find(spot.slot); known != owned_.end()) {
      for (auto& waiting : waiting_)
        if (waiting.pool == known->second) ++waiting.capacity;
      return known->second;
    }
    Pool pool;
    pool.type = pointee;
    pool.is_array = indexed;
    const bool is_parameter = spot.spoken == parameter_->name;
    pool.is_string =
        indexed && is_character(source_.type(pointee)) && !(is_parameter && has_length(*parameter_));
    std::uint64_t count = indexed ? std::max(options_.array_length, 1u) : 1;
    if (pool.is_string) {
      count = std::max(options_.max_string, 1u);
      bound(fmt::format("strings of at most {} characters (--max-string)", count));
    } else if (untyped && !(is_parameter && has_length(*parameter_))) {
      count = std::max(options_.array_length, bytes_behind_void);
      bound(fmt::format("{} bytes behind '{}' (--type)", count, spot.spoken));
    } else if (indexed) {
      bound(fmt::format("arrays of {} elements (--array-length)", count));
    }
    if (spot.depth > 0) bound("no sharing of arrays and numbers inside objects");
    pool.count = count;
    return owned_[spot.slot] = new_pool(pool, {0, 1, spot, is_parameter});
  }

  void fill_pools() {
    while (!waiting_.empty()) {
      const Waiting waiting = waiting_.front();
      waiting_.pop_front();
      fill(waiting);
    }
  }

  void fill(const Waiting& waiting) {
    Pool pool = unit_.pools[waiting.pool];
    const bool alone = waiting.capacity == 1;
    const Type& type = source_.type(pool.type);
    const bool is_record = !pool.is_array && (type.kind == TypeKind::Struct || type.kind == TypeKind::Union);
    const std::string base = is_record && !(alone && waiting.of_parameter) ? tag_of(type) : waiting.from.base;
    pool.first_variable = static_cast<std::uint32_t>(unit_.variables.size());
    for (unsigned i = 0; i < waiting.capacity; ++i) {
      // `p` and p_object were taken together.
      std::string name = base + "_object";
      if (!waiting.of_parameter || !alone)
        name = free_name(alone ? base + "_object" : fmt::format("{}_{}", base, i + 1));
      pool.names.push_back(name);
      const std::string spoken = !alone          ? name
                                 : pool.is_array ? waiting.from.spoken
                                                 : "*" + waiting.from.spoken;
      const Spot spot{name,          spoken, base, fmt::format("#{}", waiting.pool), waiting.from.depth + 1,
                      !pool.is_array};
      pool.objects.push_back(pool.is_array ? elements(pool, spot) : value(pool.type, spot));
      if (i == 0) pool.stride = static_cast<std::uint32_t>(unit_.variables.size()) - pool.first_variable;
    }
    pool.name = alone ? pool.names.front() : base;
    while (!pool_names_.insert(pool.name).second) pool.name += "_";
    if (is_record && type.kind == TypeKind::Struct && !type.fields.empty() &&
        is_flexible(type, type.fields.back()))
      pool.flexible = options_.array_length;
    unit_.pools[waiting.pool] = pool;
  }

  Shape elements(const Pool& pool, const Spot& spot) {
    Shape shape{.kind = Shape::Kind::Array, .type = pool.type, .expression = spot.expression};
    for (std::uint64_t i = 0; i < pool.count; ++i)
      shape.children.push_back(value(pool.type, element(spot, i)));
    const bool argv =
        is_main() && pool.type != byte_type && source_.type(pool.type).kind == TypeKind::Pointer;
    if (pool.is_string || argv)
      shape.children.push_back(
          {.kind = Shape::Kind::Zero, .type = pool.type, .expression = element(spot, pool.count).expression});
    return shape;
  }

  // --- what values may not be ----------------------------------------------------------------------------

  void constrain(const Parameter& parameter) {
    const auto index = static_cast<std::size_t>(&parameter - function_.parameters.data());
    const ParameterHint told = hint(parameter.name);
    if (told.low || told.high) {
      unit_.constraints.push_back({unit_.parameters[index].expression, told.low, told.high});
      bound(fmt::format("'{}' in its range", parameter.name));
    }
    if (told.non_null) bound(fmt::format("'{}' not null", parameter.name));
    const Shape& shape = unit_.parameters[index];
    if (shape.kind != Shape::Kind::Pointer || !has_length(parameter)) return;
    int length = parameter.length;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i)
      if (function_.parameters[i].name == told.length) length = static_cast<int>(i);
    if (length < 0) {
      parameter_ = &parameter;
      refuse({.spoken = parameter.name},
             fmt::format("is told to have '{}' elements, which is no parameter", told.length));
    }
    const Shape& counter = unit_.parameters[static_cast<std::size_t>(length)];
    if (counter.kind != Shape::Kind::Scalar || source_.type(counter.type).kind != TypeKind::Integer) return;
    const auto count = static_cast<std::int64_t>(unit_.pools[shape.choice.pool].count);
    const std::string& name = function_.parameters[static_cast<std::size_t>(length)].name;
    const bool is_told = !told.length.empty();
    Constraint limit{counter.expression, std::nullopt, count};
    if (is_told && source_.type(counter.type).is_signed) limit.low = 0;
    unit_.constraints.push_back(limit);
    bound(fmt::format("'{}' at most {}, {} (--array-length)", name, count,
                      is_told ? fmt::format("the length of '{}' as told", parameter.name)
                              : fmt::format("taken for the length of '{}' because {}", parameter.name,
                                            parameter.length_why)));
  }

  const SourceFile& source_;
  const SourceFunction& function_;
  const HarnessOptions& options_;
  const Capacities& capacities_;
  const Parameter* parameter_ = nullptr;
  std::set<std::string, std::less<>> taken_;
  Capacities slots_;
  std::map<TypeId, std::uint32_t> records_;  ///< pools of structures by canonical type
  std::map<std::string, std::uint32_t> owned_;  ///< other pools by the pointer that asks for them
  std::vector<std::uint32_t> open_pools_;  ///< of parameters whose objects later ones may share
  std::deque<Waiting> waiting_;
  std::set<std::string> pool_names_;
  Unit unit_;
};

Unit plan_with(const SourceFile& source, const SourceFunction& function, const HarnessOptions& options) {
  Capacities capacities;
  for (;;) {
    Planner planner{source, function, options, capacities};
    Unit unit = planner.plan();
    Capacities wanted = planner.slots();
    for (auto& [type, count] : wanted) count = std::min(count, std::max(options.max_objects, 1u));
    if (wanted == capacities) return unit;
    capacities = wanted;
  }
}

/// Large structures leave room for fewer objects; the bounds say how many there were.
Unit plan_within(const SourceFile& source, const SourceFunction& function, HarnessOptions options) {
  for (;;) {
    try {
      return plan_with(source, function, options);
    } catch (const TooMany&) {
      if (options.max_objects > 1)
        --options.max_objects;
      else if (options.max_depth > 0)
        --options.max_depth;
      else
        throw;
    }
  }
}

}  // namespace

Result<Unit> plan_unit(const SourceFile& source, const SourceFunction& function,
                       const HarnessOptions& options) {
  try {
    return plan_within(source, function, options);
  } catch (const Unsupported& why) {
    return Error{
        fmt::format("{}; test it through a function with simpler parameters that calls it", why.what())};
  }
}

bool is_scalar(TypeKind kind) {
  return kind == TypeKind::Bool || kind == TypeKind::Integer || kind == TypeKind::Enum ||
         kind == TypeKind::Float;
}

InputVariable::Kind scalar_kind(TypeKind kind) {
  if (kind == TypeKind::Bool) return InputVariable::Kind::Bool;
  if (kind == TypeKind::Enum) return InputVariable::Kind::Enum;
  if (kind == TypeKind::Float) return InputVariable::Kind::Float;
  return InputVariable::Kind::Integer;
}

unsigned scalar_bits(const Type& type) {
  if (type.kind == TypeKind::Bool) return 1;
  return type.kind == TypeKind::Float ? std::min(type.bits, 64u) : type.bits;
}

}  // namespace espalier::frontend
