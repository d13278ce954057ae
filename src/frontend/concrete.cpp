// The parameters of a unit with concrete values, as exported tests declare them.
//
// Objects come in the reverse order of their making, so that most pointers can be initialised; what cannot
// (cycles, members of unions, complex numbers) is assigned afterwards.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class ConcreteWriter {
 public:
  ConcreteWriter(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                 Memory memory)
      : source_(source), unit_(unit), values_(values), memory_(memory), resolved_(resolve(unit, values)) {
    declared_.resize(resolved_.objects.size());
  }

  std::string write() {
    std::size_t first = 0;
    for (std::size_t i = 0; i < unit_.parameters.size(); ++i) {
      const std::size_t last = resolved_.made_by[i];
      for (std::size_t k = last; k-- > first;) object(k);
      for (const std::string& statement : later_) text_ += statement;
      later_.clear();
      if (unit_.parameters[i].kind != Shape::Kind::Array) parameter(unit_.parameters[i]);
      first = last;
    }
    return text_;
  }

  /// The address of an object that was made.
  [[nodiscard]] std::string address(std::size_t index) const {
    const auto& object = resolved_.objects[index];
    const bool plain = is_pointer(object) || object.pool == no_pool || unit_.pools[object.pool].is_array;
    return plain ? object.name : "&" + object.name;
  }

  [[nodiscard]] std::string expression(const Output& output) const {
    std::string text = output.expression;
    if (output.pool >= 0) text = in_object(static_cast<std::uint32_t>(output.pool), output.object, text);
    const Type& type = source_.type(output.type);
    if (type.kind == TypeKind::Float && type.bits > 64) return "(double)" + text;
    if (output.what == Output::What::LowHalf) return fmt::format("(unsigned long long){}", text);
    if (output.what == Output::What::HighHalf)
      return fmt::format("(unsigned long long)((unsigned __int128){} >> 64)", text);
    return text;
  }

  [[nodiscard]] std::string target(const Output& output, std::uint64_t value) const {
    if (value == 0) return "0";
    const std::uint64_t index = (value >> 32) - 2, offset = value & 0xffffffff;
    if (value == 1 || index >= resolved_.objects.size()) return "";
    const auto& object = resolved_.objects[index];
    const TypeId element =
        object.pool == no_pool ? source_.type(object.shape->type).element : unit_.pools[object.pool].type;
    const Type& seen = source_.type(source_.type(output.type).element);
    const bool same = seen.canonical == source_.type(element).canonical || seen.kind == TypeKind::Void;
    const std::string start = address(index);
    if (same && offset == 0) return start;
    const std::uint64_t size = source_.type(element).bits / 8;
    const bool is_array = object.pool == no_pool || unit_.pools[object.pool].is_array;
    if (seen.canonical == source_.type(element).canonical && is_array && size > 0 && offset % size == 0)
      return fmt::format("{} + {}", start, offset / size);
    return fmt::format("({})((char *){} + {})", declaration(source_, output.type, ""), start, offset);
  }

  [[nodiscard]] std::uint64_t initial(const Output& output) const {
    if (output.what != Output::What::Pointer)
      return output.variable < 0 ? 0 : value(static_cast<std::uint32_t>(output.variable));
    for (const auto& [pointer, object] : resolved_.targets)
      if (pointer->expression == output.expression && object >= 0)
        return (static_cast<std::uint64_t>(object) + 2) << 32;
    return 0;
  }

  [[nodiscard]] bool is_seen(const Output& output) const {
    return std::all_of(output.views.begin(), output.views.end(), [&](const auto& view) {
      return std::find(resolved_.members.begin(), resolved_.members.end(), view) != resolved_.members.end();
    });
  }

 private:
  [[nodiscard]] std::uint64_t value(std::uint32_t variable) const {
    return variable < values_.size() ? values_[variable] : 0;
  }

  /// In the test, the object's name is a pointer to it.
  [[nodiscard]] bool is_pointer(const Resolved::Object& object) const {
    return memory_ != Memory::Local || (object.pool != no_pool && unit_.pools[object.pool].flexible > 0);
  }

  [[nodiscard]] std::string in_object(std::uint32_t pool, std::uint32_t number,
                                      const std::string& what) const {
    const Pool& from = unit_.pools[pool];
    if (memory_ == Memory::Local && from.flexible == 0) return what;
    return through_pointer(from, from.names[number], from.names[number], what);
  }

  void line(const std::string& declared, const std::string& initial) {
    text_ += fmt::format("  {} = {};\n", declared, initial);
  }

  void parameter(const Shape& shape) {
    where_ = {};
    std::string initial = initialiser(shape, false);
    if (shape.kind == Shape::Kind::Count) initial = fmt::format("{}", resolved_.strings);
    line(object_declaration(source_, shape.type, shape.expression), initial);
    for (const std::string& statement : later_) text_ += statement;
    later_.clear();
  }

  /// `int p_object[2] = {1, 2};`, or the same values in memory of another kind.
  void object(std::size_t index) {
    const auto& object = resolved_.objects[index];
    where_ = &object;
    const bool is_parameter = object.pool == no_pool;
    const TypeId element =
        is_parameter ? source_.type(object.shape->type).element : unit_.pools[object.pool].type;
    const bool is_array = is_parameter || unit_.pools[object.pool].is_array;
    if (!is_parameter && unit_.pools[object.pool].flexible > 0) return flexible(index);

    const bool copied = memory_ != Memory::Local;
    const std::string values = copied ? object.name + "_values" : object.name;
    declared_[index] = !copied;  // its own address is in its initialiser only when it stays there
    const std::string initial = initialiser(*object.shape, false);
    line(object_declaration(source_, element,
                            is_array ? fmt::format("{}[{}]", values, object.shape->children.size()) : values),
         initial);
    declared_[index] = true;
    if (!copied) return;
    const std::string from = fmt::format("{}{}", is_array ? "" : "&", values);
    line(pointer_to(element, object.name),
         fmt::format("({}){}", pointer_to(element, ""),
                     memory_ == Memory::Guarded
                         ? fmt::format("espalier_guard({}, sizeof {})", from, values)
                         : fmt::format("__builtin_memcpy(__builtin_malloc(sizeof {0}), {1}, sizeof {0})",
                                       values, from)));
  }

  /// A structure that ends with a flexible array is larger than its type: it is assigned field by field.
  void flexible(std::size_t index) {
    const auto& object = resolved_.objects[index];
    const Pool& pool = unit_.pools[object.pool];
    const Type& array = source_.type(source_.type(pool.type).fields.back().type);
    const std::string size =
        fmt::format("sizeof({}) + {} * sizeof({})", object_declaration(source_, pool.type, ""), pool.flexible,
                    object_declaration(source_, array.element, ""));
    std::string memory = fmt::format("__builtin_calloc(1, {})", size);
    if (memory_ == Memory::Guarded) memory = fmt::format("espalier_guard({}, {})", memory, size);
    line(pointer_to(pool.type, object.name), fmt::format("({}){}", pointer_to(pool.type, ""), memory));
    declared_[index] = true;
    assign(*object.shape, false);
  }

  [[nodiscard]] std::string pointer_to(TypeId element, const std::string& name) const {
    const bool of_arrays = source_.type(element).kind == TypeKind::Array;
    return object_declaration(source_, element, of_arrays ? "(*" + name + ")" : "*" + name);
  }

  // --- initialisers --------------------------------------------------------------------------------------

  /// `is_const`: the value is a const member, which only a cast can assign to.
  std::string initialiser(const Shape& shape, bool is_const) {
    switch (shape.kind) {
      case Shape::Kind::Scalar:
      case Shape::Kind::Wide:
        return scalar(shape);
      case Shape::Kind::Complex:
        assign(shape, is_const);
        return "0";
      case Shape::Kind::Array:
        if (auto text = as_string(shape); !text.empty()) return text;
        return braced(shape, is_const);
      case Shape::Kind::Struct:
        return braced(shape, is_const);
      case Shape::Kind::Union:
        return one_of(shape, is_const);
      case Shape::Kind::Pointer: {
        const int target = resolved_.target_of(shape);
        if (target < 0) return "0";
        if (declared_[static_cast<std::size_t>(target)]) return address(static_cast<std::size_t>(target));
        assign(shape, is_const);
        return "0";
      }
      case Shape::Kind::Handle:
        return handle(shape);
      case Shape::Kind::Count:
      case Shape::Kind::Zero:
      case Shape::Kind::Padding:
        return "0";
    }
    return "0";
  }

  [[nodiscard]] std::string handle(const Shape& shape) const {
    return shape.variable != no_variable && (value(shape.variable) & 1) != 0 ? "0" : shape.target;
  }

  [[nodiscard]] std::string scalar(const Shape& shape) const {
    if (shape.kind == Shape::Kind::Wide) return wide(shape);
    const InputVariable& variable = unit_.variables[shape.variable];
    return literal(source_, variable.type, variable.kind, variable.bits, variable.is_signed,
                   value(shape.variable));
  }

  [[nodiscard]] std::string wide(const Shape& shape) const {
    const std::uint64_t low = value(shape.variable), high = value(shape.variable + 1);
    if (high == 0) return fmt::format("{}u{}", low, low > UINT32_MAX ? "ll" : "");
    if (high == ~std::uint64_t{0} && (low >> 63) != 0)
      return literal(source_, byte_type, InputVariable::Kind::Integer, 64, true, low);
    return fmt::format("({})((unsigned __int128){:#x}ull << 64 | {:#x}ull)",
                       object_declaration(source_, shape.type, ""), high, low);
  }

  /// The text of a character array that ends with zeros, or empty.
  [[nodiscard]] std::string as_string(const Shape& shape) const {
    std::string bytes;
    for (const Shape& child : shape.children) {
      const bool is_char = source_.type(child.type).spelling == "char" && child.bit_width < 0;
      if (!is_char || (child.kind != Shape::Kind::Scalar && child.kind != Shape::Kind::Zero)) return "";
      bytes += child.kind == Shape::Kind::Zero ? '\0' : static_cast<char>(value(child.variable));
    }
    if (bytes.empty() || bytes.back() != '\0') return "";
    bytes.erase(bytes.find_last_not_of('\0') + 1);
    std::string text;
    for (const char c : bytes) {
      if (c == '"' || c == '\\' || c == '?')
        text += fmt::format("\\{}", c);
      else if (c >= ' ' && c <= '~')
        text += c;
      else
        text += fmt::format("\\{:03o}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
    return fmt::format("\"{}\"", text);
  }

  std::string braced(const Shape& shape, bool is_const) {
    const Type& type = source_.type(shape.type);
    const bool is_struct = shape.kind == Shape::Kind::Struct;
    // Anonymous members have no designators, and C++ wants all or none.
    const bool designated =
        is_struct && std::none_of(type.fields.begin(), type.fields.end(), [](const Field& field) {
          return field.name.empty() && !field.is_padding();
        });
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < shape.children.size(); ++i) {
      if (shape.children[i].kind == Shape::Kind::Padding) continue;
      const bool part_const = is_const || (is_struct && source_.type(type.fields[i].type).is_const);
      const std::string part = initialiser(shape.children[i], part_const);
      parts.push_back(designated ? fmt::format(".{} = {}", type.fields[i].name, part) : part);
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  /// A member as large as the union is its initialiser; with a smaller one the other bytes must be zero, too.
  std::string one_of(const Shape& shape, bool is_const) {
    const Type& type = source_.type(shape.type);
    if (shape.children.empty()) return "{}";
    const std::size_t member = chosen_member(shape, value(shape.variable));
    const Field& field = type.fields[member];
    const bool simple = shape.children[member].kind != Shape::Kind::Padding && field.bit_width < 0 &&
                        source_.type(field.type).bits == type.bits;
    if (simple && !field.name.empty())
      return fmt::format("{{.{} = {}}}", field.name, initialiser(shape.children[member], is_const));
    if (simple && member == 0) return fmt::format("{{{}}}", initialiser(shape.children[member], is_const));
    assign(shape, is_const);
    return "{}";
  }

  // --- assignments ---------------------------------------------------------------------------------------

  [[nodiscard]] std::string lvalue(const Shape& shape, bool is_const) const {
    std::string text = shape.expression;
    if (where_ != nullptr && where_->pool != no_pool) text = in_object(where_->pool, where_->number, text);
    if (!is_const) return text;
    return fmt::format("*({})&{}", object_declaration(source_, shape.type, "*"), text);
  }

  void later(const std::string& left, const std::string& right) {
    later_.push_back(fmt::format("  {} = {};\n", left, right));
  }

  void assign(const Shape& shape, bool is_const) {
    const Type& type = source_.type(shape.type);
    switch (shape.kind) {
      case Shape::Kind::Scalar:
      case Shape::Kind::Wide:
        return later(lvalue(shape, is_const), scalar(shape));
      case Shape::Kind::Complex:
      case Shape::Kind::Array:
        for (const Shape& child : shape.children) assign(child, is_const);
        return;
      case Shape::Kind::Struct:
        for (std::size_t i = 0; i < shape.children.size(); ++i)
          assign(shape.children[i], is_const || source_.type(type.fields[i].type).is_const);
        return;
      case Shape::Kind::Union:
        if (shape.children.empty()) return;
        erase(shape);
        return assign(shape.children[chosen_member(shape, value(shape.variable))], is_const);
      case Shape::Kind::Pointer:
        if (const int target = resolved_.target_of(shape); target >= 0)
          later(lvalue(shape, is_const), address(static_cast<std::size_t>(target)));
        return;
      case Shape::Kind::Handle:
        return later(lvalue(shape, is_const), handle(shape));
      case Shape::Kind::Count:
      case Shape::Kind::Zero:
      case Shape::Kind::Padding:
        return;
    }
  }

  /// An anonymous union has no name of its own: its largest member stands for it.
  void erase(const Shape& shape) {
    const Shape* whole = &shape;
    if (shape.is_anonymous)
      for (const Shape& child : shape.children) {
        if (child.kind == Shape::Kind::Padding || child.is_anonymous || child.bit_width >= 0) continue;
        if (whole == &shape || source_.type(child.type).bits > source_.type(whole->type).bits) whole = &child;
      }
    if (whole == &shape && shape.is_anonymous) return;
    later_.push_back(
        fmt::format("  __builtin_memset((void *)&{0}, 0, sizeof {0});\n", lvalue(*whole, false)));
  }

  const SourceFile& source_;
  const Unit& unit_;
  const std::vector<std::uint64_t> values_;
  const Memory memory_;
  const Resolved resolved_;
  std::vector<bool> declared_;  ///< by object: its address can be used
  const Resolved::Object* where_ = nullptr;  ///< the object that is being written, or null: a parameter
  std::vector<std::string> later_;  ///< statements for when all objects are declared
  std::string text_;
};

}  // namespace

struct TestInput::State {
  ConcreteWriter writer;
};

TestInput::TestInput(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                     Memory memory)
    : state_(new State{ConcreteWriter{source, unit, values, memory}}) {}
TestInput::TestInput(TestInput&&) noexcept = default;
TestInput::~TestInput() = default;

std::string TestInput::declarations() const { return ConcreteWriter{state_->writer}.write(); }
std::string TestInput::expression(const Output& output) const { return state_->writer.expression(output); }
std::string TestInput::target(const Output& output, std::uint64_t value) const {
  return state_->writer.target(output, value);
}
std::uint64_t TestInput::initial(const Output& output) const { return state_->writer.initial(output); }
bool TestInput::is_seen(const Output& output) const { return state_->writer.is_seen(output); }

std::string declarations_text(const SourceFile& source, const Unit& unit,
                              const std::vector<std::uint64_t>& values, Memory memory) {
  return ConcreteWriter{source, unit, values, memory}.write();
}

std::string argument_list(const Unit& unit) {
  std::vector<std::string> arguments;
  for (const Shape& parameter : unit.parameters) arguments.push_back(parameter.expression);
  for (const std::string& extra : unit.extra_arguments) arguments.push_back(extra);
  return fmt::format("{}", fmt::join(arguments, ", "));
}

std::string result_declaration(const SourceFile& source, const Unit& unit) {
  if (source.type(unit.function->result).kind == TypeKind::Void) return "";
  return object_declaration(source, unit.function->result, unit.result_name);
}

}  // namespace espalier::frontend
