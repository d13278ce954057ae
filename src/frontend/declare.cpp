// Declarations and literals: the texts that harness and exported tests share.
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "frontend/unit.h"

namespace espalier::frontend {
namespace {

// C declarators read inside out: pointers and arrays wrap the name, the base type comes first.
std::string declare(const SourceFile& source, TypeId id, const std::string& name, bool writable) {
  const Type& type = source.type(id);
  const bool is_const = type.is_const && !writable;
  const bool named_pointer = type.kind == TypeKind::Pointer && type.spelling.find('*') == std::string::npos;
  const bool named_array = type.kind == TypeKind::Array && type.spelling.find('[') == std::string::npos;
  if (const auto star = type.spelling.find("(*)"); type.kind == TypeKind::Pointer &&
                                                   source.type(type.element).kind == TypeKind::Function &&
                                                   star != std::string::npos)
    return std::string{type.spelling}.insert(star + 2, name);  // int (*)(char) -> int (*name)(char)
  if (type.kind == TypeKind::Pointer && !named_pointer) {
    std::string pointer = fmt::format("*{}{}", is_const ? (name.empty() ? "const" : "const ") : "", name);
    const TypeKind below = source.type(type.element).kind;
    if (below == TypeKind::Array) pointer = "(" + pointer + ")";
    return declare(source, type.element, pointer, false);
  }
  if (type.kind == TypeKind::Array && !type.is_complete)
    return declare(source, type.element, "*" + name, false);
  if (type.kind == TypeKind::Array && (!named_array || type.is_const))
    return declare(source, type.element, fmt::format("{}[{}]", name, type.count), writable);
  return fmt::format("{}{}{}{}", is_const ? "const " : "", type.spelling, name.empty() ? "" : " ", name);
}

std::string signed_literal(std::int64_t value) {
  // There are no negative literals in C: -2147483648 is the negation of a constant that is a long.
  if (value == INT64_MIN) return "(-9223372036854775807ll - 1)";
  if (value == INT32_MIN) return "(-2147483647 - 1)";
  if (value < INT32_MIN || value > INT32_MAX) return fmt::format("{}ll", value);
  return fmt::format("{}", value);
}

std::string unsigned_literal(std::uint64_t value, unsigned bits) {
  if (bits < 32) return fmt::format("{}", value);
  return fmt::format("{}{}", value, value > UINT32_MAX ? "ull" : "u");
}

// The shortest decimal that reads back as the same number.
template <class Float>
std::string float_literal(Float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::int64_t sign_extend(std::uint64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

}  // namespace

std::string declaration(const SourceFile& source, TypeId type, const std::string& name) {
  return declare(source, type, name, false);
}

std::string object_declaration(const SourceFile& source, TypeId type, const std::string& name) {
  return declare(source, type, name, true);
}

std::string literal(const SourceFile& source, TypeId type_id, InputVariable::Kind kind, unsigned bits,
                    bool is_signed, std::uint64_t value) {
  const Type& type = source.type(type_id);
  if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
  switch (kind) {
    case InputVariable::Kind::Bool:
    case InputVariable::Kind::Choice:
      return value != 0 ? "1" : "0";
    case InputVariable::Kind::Float:
      if (bits == 32) {
        const float number = std::bit_cast<float>(static_cast<std::uint32_t>(value));
        return std::isfinite(number) ? float_literal(number) + "f"
                                     : fmt::format("espalier_float({:#x}u)", value);
      } else {
        const double number = std::bit_cast<double>(value);
        return std::isfinite(number) ? float_literal(number)
                                     : fmt::format("espalier_double({:#x}ull)", value);
      }
    case InputVariable::Kind::Enum: {
      const std::int64_t number = is_signed ? sign_extend(value, bits) : static_cast<std::int64_t>(value);
      for (const auto& enumerator : type.enumerators)
        if (enumerator.value == number) return enumerator.name;
      return fmt::format("({}){}", object_declaration(source, type_id, ""), signed_literal(number));
    }
    case InputVariable::Kind::Integer:
      if (type.spelling == "char" && value >= ' ' && value <= '~' && value != '\'' && value != '\\')
        return fmt::format("'{}'", static_cast<char>(value));
      return is_signed ? signed_literal(sign_extend(value, bits)) : unsigned_literal(value, bits);
  }
  return "0";
}

std::string float_helpers() {
  return R"(#include <stdint.h>
#include <string.h>

/* Exact values from their bits, and back: infinities and NaNs have no literals. */
static inline float espalier_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline double espalier_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline uint32_t espalier_float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline uint64_t espalier_double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
)";
}

bool uses_float_helpers(std::string_view text) {
  for (const std::string_view name :
       {"espalier_float(", "espalier_double(", "espalier_float_bits(", "espalier_double_bits("})
    if (text.find(name) != std::string_view::npos) return true;
  return false;
}

}  // namespace espalier::frontend
