// The header that C++ tests include in place of the user's source, which is C.
//
// Types are reproduced from what the parser saw, not copied as text: so they need no headers and no
// macros of the user.  In C++ everything lives in a namespace and functions are bound to their
// symbols by name, so a user's `struct tm` or `int index(int)` does not meet the C library's.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "frontend/environment.h"
#include "suite/export/text.h"

namespace espalier::suite {
namespace {

using frontend::Type;
using frontend::TypeId;
using frontend::TypeKind;

bool is_unnamed(const std::string& spelling) {
  return spelling.empty() || spelling.find('(') != std::string::npos;  // "struct (unnamed at file.c:3:1)"
}

const char* keyword_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::Struct:
      return "struct";
    case TypeKind::Union:
      return "union";
    default:
      return "enum";
  }
}

std::string unqualified(const std::string& spelling) {
  constexpr std::string_view kVolatile = "volatile ";
  return spelling.rfind(kVolatile, 0) == 0 ? spelling.substr(kVolatile.size()) : spelling;
}

// "point" for both "struct point" and a typedef name "point".
std::string tag_of(const Type& type) {
  const auto space = type.spelling.rfind(' ');
  return space == std::string::npos ? type.spelling : type.spelling.substr(space + 1);
}

bool is_identifier(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
             std::string::npos;
}

bool is_typedef_name(const Type& type) { return is_identifier(unqualified(type.spelling)); }

bool is_builtin_scalar(const std::string& spelling) {
  static const std::set<std::string> kWords = {"char",  "short",  "int",   "long", "signed", "unsigned",
                                               "float", "double", "_Bool", "bool", "void",   "__int128", "_Complex"};
  std::size_t start = 0;
  while (start < spelling.size()) {
    auto end = spelling.find(' ', start);
    if (end == std::string::npos) end = spelling.size();
    if (kWords.count(spelling.substr(start, end - start)) == 0) return false;
    start = end + 1;
  }
  return true;
}

// A builtin type of the same width and signedness, which is all that a test can observe.
std::string same_width_builtin(const Type& type) {
  if (type.kind == TypeKind::Bool) return "_Bool";
  if (type.kind == TypeKind::Complex)
    return type.bits == 64 ? "_Complex float" : type.bits == 128 ? "_Complex double" : "_Complex long double";
  if (type.kind == TypeKind::Float)
    return type.bits == 32 ? "float" : type.bits == 64 ? "double" : "long double";
  const std::string sign = type.is_signed ? "signed " : "unsigned ";
  switch (type.bits) {
    case 8:
      return sign + "char";
    case 16:
      return sign + "short";
    case 32:
      return sign + "int";
    case 128:
      return sign + "__int128";
    default:
      return sign + "long";
  }
}

class ApiWriter {
 public:
  explicit ApiWriter(const frontend::SourceFile& source) : source_(source) {}

  void need_complete(TypeId id) {
    const auto& type = source_.type(id);
    switch (type.kind) {
      case TypeKind::Array:
        need_complete(type.element);
        return name_array_or_pointer(type, fmt::format("{}[{}]", type.spelling, type.count));
      case TypeKind::Pointer:
        need_name(type.element);
        return name_array_or_pointer(type, "*" + type.spelling);
      case TypeKind::Function:
        for (const TypeId parameter : type.parameters) need_name(parameter);
        return need_name(type.element);
      case TypeKind::Bool:
      case TypeKind::Integer:
      case TypeKind::Float:
      case TypeKind::Complex:
        return name_scalar(type);
      case TypeKind::Enum:
        return define_enum(type);
      case TypeKind::Struct:
      case TypeKind::Union:
        return define_record(id);
      case TypeKind::Void:
      case TypeKind::Unsupported:
        return;
    }
  }

  // The objects behind pointers are declared by the tests, so their types must be complete where
  // they can be; a pointer back to a record that is being defined needs only its name.
  void need_name(TypeId id) {
    const auto& type = source_.type(id);
    if (type.kind != TypeKind::Struct && type.kind != TypeKind::Union) return need_complete(id);
    forward_declare(type);
    if (type.is_complete && !is_unnamed(type.spelling)) later_.push_back(id);
  }

  void finish() {
    while (!later_.empty()) {
      const auto id = later_.back();
      later_.pop_back();
      need_complete(id);
    }
  }

  [[nodiscard]] std::string text() const {
    return forwards_ + (forwards_.empty() ? "" : "\n") + definitions_;
  }

 private:
  void name_scalar(const Type& type) {
    auto name = unqualified(type.spelling);
    constexpr std::string_view kAtomic = "_Atomic(";
    if (name.rfind(kAtomic, 0) == 0) name = name.substr(kAtomic.size(), name.size() - kAtomic.size() - 1);
    if (is_builtin_scalar(name) || !known_.insert(name).second) return;
    forwards_ += fmt::format("typedef {} {};\n", same_width_builtin(type), name);
  }

  // `typedef struct node *list;`, `typedef int vector[3];`
  void name_array_or_pointer(const Type& type, const std::string& declarator) {
    if (!is_identifier(type.spelling) || !known_.insert(type.spelling).second) return;
    const Type& below = source_.type(type.element);
    definitions_ +=
        fmt::format("typedef {};\n", below.kind == TypeKind::Function
                                         ? function_pointer(below, type.spelling)
                                         : frontend::declaration(source_, type.element, declarator));
  }

  // `typedef int (*handler)(int, char *);`
  std::string function_pointer(const Type& function, const std::string& name) {
    std::vector<std::string> parameters;
    for (const TypeId parameter : function.parameters)
      parameters.push_back(frontend::declaration(source_, parameter, ""));
    if (function.is_variadic) parameters.emplace_back("...");
    return frontend::declaration(source_, function.element,
                                 fmt::format("(*{})({})", name, fmt::join(parameters, ", ")));
  }

  void define_enum(const Type& type) {
    std::string body;
    for (const auto& enumerator : type.enumerators) {
      if (!enumerators_.insert(enumerator.name).second) continue;  // a second name of the same enumeration
      body += fmt::format("{}{} = {}", body.empty() ? "" : ", ", enumerator.name, enumerator.value);
    }
    const bool unnamed = is_unnamed(type.spelling);
    if (!unnamed && !known_.insert(type.spelling).second) return;
    if (unnamed) {
      if (!body.empty()) definitions_ += fmt::format("enum {{ {} }};\n", body);
      return;
    }
    const auto tag = tag_of(type);
    if (!body.empty()) definitions_ += fmt::format("enum {} {{ {} }};\n", tag, body);
    if (is_typedef_name(type))
      definitions_ += body.empty() ? fmt::format("typedef {} {};\n", same_width_builtin(type), tag)
                                   : fmt::format("typedef enum {} {};\n", tag, tag);
  }

  void forward_declare(const Type& type) {
    if (is_unnamed(type.spelling) || !known_.insert(type.spelling).second) return;
    const auto tag = tag_of(type);
    const auto* keyword = keyword_of(type.kind);
    // First the tag alone: it makes a type of ours even where a system header has a typedef of that name.
    forwards_ += fmt::format("{} {};\n", keyword, tag);
    if (is_typedef_name(type)) forwards_ += fmt::format("typedef {0} {1} {1};\n", keyword, tag);
  }

  void define_record(TypeId id) {
    const auto& type = source_.type(id);
    if (is_unnamed(type.spelling)) {
      for (const auto& field : type.fields) need_complete(field.type);
      return;  // spelled out where it is used
    }
    forward_declare(type);
    if (!type.is_complete || !defined_.insert(tag_of(type)).second) return;
    for (const auto& field : type.fields) need_complete(field.type);
    const auto* keyword = keyword_of(type.kind);
    definitions_ += fmt::format("{} {} {{\n{}}}{};\n", keyword, tag_of(type), fields_text(type, "  "),
                                attributes(type));
    if (type.bits > 0)
      definitions_ += fmt::format("ESPALIER_SAME_SIZE({} {}, {});\n", keyword, tag_of(type), type.bits / 8);
  }

  std::string fields_text(const Type& record, const std::string& indent) const {
    std::string text;
    const bool placed = !attributes(record).empty() && record.kind == TypeKind::Struct;
    std::uint64_t end = 0;  // of the field before, in bytes
    for (const auto& field : record.fields) {
      text += indent + field_text(field, indent);
      if (field.bit_width >= 0)
        text += fmt::format(" : {}", field.bit_width);
      else if (placed && field.offset / 8 > end)
        text += fmt::format(" __attribute__((aligned({})))", step_from(end, field.offset / 8));
      end = (field.offset + (field.bit_width >= 0 ? static_cast<unsigned>(field.bit_width)
                                                  : source_.type(field.type).bits)) / 8;
      text += ";\n";
    }
    return text;
  }

  /// The smallest alignment that puts a field at `offset` when the one before ends at `end`.
  static std::uint64_t step_from(std::uint64_t end, std::uint64_t offset) {
    std::uint64_t step = 1;
    while ((end + step - 1) / step * step != offset && step < 4096) step *= 2;
    return step;
  }

  /// For a record that C does not lay out as its fields alone would have it: packed or aligned by attribute.
  std::string attributes(const Type& record) const {
    std::uint64_t end = 0;
    unsigned alignment = 1;
    bool as_usual = true, bit_fields = false;
    for (const auto& field : record.fields) {
      const auto& type = source_.type(field.type);
      if (type.alignment == 0) continue;
      alignment = std::max(alignment, field.is_padding() ? 1 : type.alignment);
      bit_fields |= field.bit_width >= 0;
      if (bit_fields || record.kind == TypeKind::Union) continue;
      end = (end + type.alignment - 1) / type.alignment * type.alignment;
      as_usual &= end * 8 == field.offset;
      end += type.bits / 8;
    }
    if (record.alignment == 0 || (as_usual && record.alignment == alignment)) return "";
    const bool packed = !bit_fields || record.alignment < alignment;
    return fmt::format(" __attribute__(({}aligned({})))", packed ? "packed, " : "", record.alignment);
  }

  std::string field_text(const frontend::Field& field, const std::string& indent) const {
    // Unnamed records and enumerations, possibly inside arrays, have no name to declare a field by.
    const auto* type = &source_.type(field.type);
    auto declarator = field.name;
    while (type->kind == TypeKind::Array) {
      declarator += fmt::format("[{}]", type->count);
      type = &source_.type(type->element);
    }
    if (type->kind == TypeKind::Unsupported)
      return fmt::format("unsigned char {}[{}]", declarator, type->bits / 8);
    if (is_unnamed(type->spelling) && (type->kind == TypeKind::Struct || type->kind == TypeKind::Union)) {
      return fmt::format("{} {{\n{}{}}}{}{}{}", keyword_of(type->kind), fields_text(*type, indent + "  "),
                         indent, attributes(*type), declarator.empty() ? "" : " ", declarator);
    }
    if (is_unnamed(type->spelling) && type->kind == TypeKind::Enum)
      return fmt::format("{} {}", same_width_builtin(*type), declarator);
    if (const auto& array = source_.type(field.type); array.kind == TypeKind::Array && !array.is_complete)
      return frontend::declaration(source_, array.element, field.name + "[]");
    return frontend::declaration(source_, field.type, field.name);
  }

  const frontend::SourceFile& source_;
  std::set<std::string> known_;     ///< spellings with a declaration
  std::set<std::string> defined_;   ///< tags with a definition
  std::set<std::string> enumerators_;
  std::vector<TypeId> later_;
  std::string forwards_, definitions_;
};

std::string prototype(const frontend::SourceFile& source, const frontend::Unit& unit) {
  const auto& function = *unit.function;
  std::string parameters;
  for (const auto& parameter : function.parameters) {
    if (!parameters.empty()) parameters += ", ";
    parameters += frontend::declaration(source, parameter.type, parameter.name);
  }
  if (function.is_variadic) parameters += ", ...";
  if (parameters.empty()) parameters = "void";
  const bool wrapped = function.is_static || is_shadowed(unit);
  const auto symbol = wrapped ? "espalier_call_" + unit.name : subject_name(unit);
  const auto name = function.is_static ? symbol : subject_name(unit);
  const auto head = frontend::declaration(source, function.result, fmt::format("{}({})", name, parameters));
  return fmt::format("{} ESPALIER_SYMBOL({});\n", without_cpp_keywords(head), symbol);
}

}  // namespace

std::string api_text(const Suite& suite) {
  const auto& source = *suite.source;
  ApiWriter writer(source);
  std::string prototypes;
  for (const auto& unit : suite.units) {
    const auto& function = *unit.unit->function;
    writer.need_complete(function.result);
    for (const auto& parameter : function.parameters) writer.need_complete(parameter.type);
    for (const auto& pool : unit.unit->pools) writer.need_complete(pool.type);  // told types behind void *
    prototypes += prototype(source, *unit.unit);
    for (const auto type : frontend::environment_types(*unit.unit)) writer.need_complete(type);
  }
  prototypes += without_cpp_keywords(frontend::test_declarations(source, units_of(suite)));
  writer.finish();
  const auto stem = file_stem(suite);
  return fmt::format(
      "/* Types and functions of {0} for tests in C++, with the layout that C gives them. */\n"
      "#ifndef ESPALIER_{1}_API_H\n"
      "#define ESPALIER_{1}_API_H\n\n"
      "#include <stdbool.h>\n\n"
      "#ifdef __cplusplus\n"
      "#define ESPALIER_SYMBOL(name) __asm__(#name)\n"
      "#define ESPALIER_SAME_SIZE(type, bytes) static_assert(sizeof(type) == bytes, \"layout differs from "
      "C\")\n"
      "namespace subject {{\n"
      "#else\n"
      "#define ESPALIER_SYMBOL(name)\n"
      "#define ESPALIER_SAME_SIZE(type, bytes) _Static_assert(sizeof(type) == bytes, \"layout differs\")\n"
      "#endif\n\n"
      "{2}\n{3}\n"
      "#ifdef __cplusplus\n"
      "}}\n"
      "#endif\n"
      "#endif\n",
      source.path.filename().string(), stem, without_cpp_keywords(writer.text()), prototypes);
}

}  // namespace espalier::suite
