#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::frontend {

using TypeId = std::uint32_t;  ///< index into SourceFile::types
inline constexpr TypeId byte_type = 1;  ///< unsigned char, in every SourceFile

enum class TypeKind : std::uint8_t {
  Void,
  Bool,
  Integer,
  Enum,
  Float,    ///< float, double, long double (128 bits)
  Complex,  ///< element: the type of its two parts
  Pointer,
  Array,
  Struct,
  Union,
  Function,
  Unsupported
};

struct Field {
  std::string name;          ///< empty: anonymous member, or an unnamed bit-field
  TypeId type = 0;
  int bit_width = -1;        ///< bit-field width, or -1
  std::uint64_t offset = 0;  ///< in bits, from the beginning of the record

  /// An unnamed bit-field: it takes room and has no value.
  [[nodiscard]] bool is_padding() const { return name.empty() && bit_width >= 0; }
};

struct Enumerator {
  std::string name;
  std::int64_t value = 0;
};

struct Type {
  TypeKind kind = TypeKind::Unsupported;
  std::string spelling;      ///< as the source writes it, without const: "struct point", "uint8_t"
  unsigned bits = 0;         ///< size in bits of a complete type (Bool: 8)
  bool is_signed = false;
  bool is_const = false;     ///< the qualified type is const
  bool is_restrict = false;  ///< the qualified type is restrict
  TypeId canonical = 0;      ///< the same type without typedef names and qualifiers
  unsigned alignment = 0;    ///< in bytes, of a complete type
  TypeId element = 0;        ///< Pointer: pointee; Array: element; Function: result
  std::uint64_t count = 0;   ///< Array
  std::vector<TypeId> parameters;  ///< Function
  bool is_variadic = false;  ///< Function
  std::vector<Field> fields; ///< Struct, Union
  std::vector<Enumerator> enumerators;
  bool is_complete = true;
};

/// Half-open region of the main file or a header; expansion locations for macros.
struct Range {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::uint32_t end_line = 0, end_column = 0;
  bool in_macro = false;
  [[nodiscard]] bool contains(std::uint32_t l, std::uint32_t c) const {
    return (l > line || (l == line && c >= column)) && (l < end_line || (l == end_line && c < end_column));
  }
};

/// An atomic condition of the source: an operand of && or ||, or the whole condition of if,
/// while, do, for, ?: when it has no && or ||.  Leading `!` and parentheses are stripped to find
/// what the compiled branch tests; `negated` tells that an odd number of `!` was stripped.
/// A `!` above a && or || does not count for their operands.  Conditions that the compiler folds
/// to a constant (`while (1)`) are not listed.  These are the branches that llvm-cov lists.
struct Condition {
  Range range;         ///< as written, with its `!`
  bool negated = false;
  std::string text;    ///< source text, white space folded
  /// The right operand of && or ||: where the operator stands, which is what compilers say of its test.
  std::uint32_t operator_line = 0, operator_column = 0;
  bool is_choice = false;  ///< `a ? b : c`: each arm is tested by a branch of its own
  bool is_goal = true;     ///< false: a choice with an arm that is constant, negated, or && or ||
};

/// `case V:` (or a GNU range) and `default:` of a switch.
struct Case {
  Range range;              ///< of the label
  Range switch_range;       ///< of the switch statement; its start is the `switch` keyword
  Range condition_range;    ///< of the switched value; llvm-cov puts an implicit default here
  bool is_default = false;  ///< an implicit default has the switch keyword's range
  bool is_implicit = false; ///< the source has no default label
  std::int64_t low = 0, high = 0;
  std::string text;         ///< "case 3", "default"
};

struct Parameter {
  std::string name;          ///< never empty: unnamed ones get p1, p2, ...
  TypeId type = 0;
  bool indexed = false;  ///< a pointer that the body indexes or moves (p[i], p + i, p++), or hands to who may
  int length = -1;       ///< the parameter that surely counts the elements behind this pointer, or -1
  std::string length_why;  ///< what makes it sure: "the declaration says so", "i < n bounds numbers[i]"
  TypeId seen_as = 0;    ///< a `void *` that is converted to pointers to this one type only, or 0
};

struct SourceFunction {
  std::string name;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;
  bool is_static = false;
  bool is_variadic = false;
  bool is_inline = false;
  bool in_main_file = true;
  bool frees = false;  ///< it, or a function of the file that it calls, hands memory back (free, realloc)
  TypeId result = 0;
  std::vector<Parameter> parameters;
  std::vector<Condition> conditions;  ///< in source order
  std::vector<Case> cases;
  std::vector<std::uint32_t> statements;  ///< lines on which a statement starts, ascending
};

/// A function that the file declares and uses, and that neither it nor what it is linked with defines.
struct DeclaredFunction {
  std::string name;
  std::uint32_t line = 0;
  TypeId result = 0;
  std::vector<Parameter> parameters;
  bool is_variadic = false;
  bool is_noreturn = false;
};

/// A variable with static storage that functions of the file use.
struct GlobalVariable {
  std::string name;
  TypeId type = 0;
  std::uint32_t line = 0;
  bool is_const = false;  ///< it, or the elements of the array that it is
  bool is_static = false;  ///< no other file can name it
  bool is_defined = true;  ///< false: neither here nor in what the file is linked with
  bool is_local = false;  ///< a static variable of `function`: nothing outside can name it
  std::string function;
};

struct SourceFile {
  std::filesystem::path path;  ///< absolute
  std::vector<std::string> flags;  ///< compiler flags it was parsed with
  std::vector<Type> types;
  std::vector<SourceFunction> functions;  ///< definitions, in source order
  /// What the harness includes when it is not `path` itself: a copy without #line directives.
  std::filesystem::path copy;
  bool has_line_directives = false;
  bool uses_espalier = false;  ///< includes espalier.h
  std::filesystem::path contracts_file;  ///< absolute, or empty
  std::set<std::string> contracts;  ///< functions espalier_pre_f, espalier_post_f
  std::vector<DeclaredFunction> declared;  ///< in the order of their names
  std::vector<GlobalVariable> globals;  ///< used ones, in the order of their names
  /// Functions and global variables that the body of a function, or the initialiser of a variable, names.
  std::map<std::string, std::set<std::string>, std::less<>> references;
  [[nodiscard]] const SourceFunction* find(std::string_view name) const;
  /// All that running `function` may call or touch, by name: the closure of `references`.
  [[nodiscard]] std::set<std::string> reachable_names(const std::string& function) const;
  [[nodiscard]] const Type& type(TypeId id) const { return types[id]; }
  /// The type with this spelling ("struct node", "uint8_t", "unsigned char"), or 0.
  [[nodiscard]] TypeId find_type(std::string_view spelling) const;
};

/// Parses with libclang.  UserError(DoesNotBuild) `file:line: what; what to do` on C errors,
/// UserError(Usage) when the file is missing.
/// `stubbed`: functions that count as not defined anywhere, so that they become stubs.
SourceFile parse_source(const std::filesystem::path& path, const std::vector<std::string>& flags,
                        const std::set<std::string>& stubbed = {});

/// The flags of `file` from build_dir/compile_commands.json (without -c, -o, the file itself),
/// with relative -I paths made absolute.  UserError(Usage) when unreadable or not listed.
std::vector<std::string> flags_from_database(const std::filesystem::path& build_dir,
                                             const std::filesystem::path& file);

}  // namespace espalier::frontend
