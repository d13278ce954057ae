#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The random programs as trees, so that they can be printed twice and shrunk.
namespace espalier::property {

/// Integer types of C; the order is used by index.
enum class Type : std::uint8_t { Bool, I8, U8, I16, U16, I32, U32, I64, U64 };
inline constexpr Type all_types[] = {Type::Bool, Type::I8,  Type::U8,  Type::I16, Type::U16,
                                     Type::I32,  Type::U32, Type::I64, Type::U64};

[[nodiscard]] std::string_view c_name(Type type);
[[nodiscard]] unsigned bits(Type type);
[[nodiscard]] bool is_signed(Type type);
[[nodiscard]] Type promoted(Type type);
[[nodiscard]] Type common_type(Type a, Type b);  ///< the usual arithmetic conversions

struct Expr {
  enum class Kind : std::uint8_t {
    Constant,  ///< value, of `type`
    Variable,  ///< name
    Element,   ///< name[operand & 3]
    Unary,     ///< name = operator
    Binary,    ///< name = operator without side conditions, comparisons included
    Shift,     ///< name = "<<" or ">>"; printed with the amount reduced to the width
    Divide,    ///< name = "/" or "%"; may trap
    Cast,      ///< to `type`
    Choice,    ///< condition ? a : b
    Call,      ///< name(operands)
    AddressOf, ///< &name[operand & 3]
    Library,   ///< name(operands), of the C library
    // Values of type double; a RealTest compares two of them.
    RealConstant,  ///< value quarters
    RealVariable,  ///< name
    RealFrom,      ///< (double)operand
    RealOp,        ///< name = operator
    RealTest,      ///< name = relation
    // Conditions.  Leaf is an atomic condition: a pair of goals.  And, Or and Not also serve as
    // values; a Leaf stands only below them or where C asks for a condition.
    And,
    Or,
    Not,
    Leaf,
  };
  Kind kind = Kind::Constant;
  Type type = Type::I32;     ///< of Constant, Variable, Element, Cast, Call
  std::string name = {};
  std::int64_t value = 0;
  std::vector<Expr> operands = {};
};

/// The type that C gives the expression.
[[nodiscard]] Type type_of(const Expr& expr);

struct Stmt;
using Block = std::vector<Stmt>;

/// Labels of a switch that stand together.
struct Labels {
  std::vector<std::int64_t> values = {};
  bool is_default = false;
};

struct Stmt {
  enum class Kind : std::uint8_t { Assign, If, Loop, Switch, Break, Continue, Return };
  enum class Shape : std::uint8_t { For, While, Do };
  Kind kind = Kind::Break;
  std::string name = {};             ///< Assign: "=", "+=", ...; Loop: its counter
  std::vector<Expr> exprs =
      {};      ///< Assign: target, value; If: condition; Loop: condition; Switch, Return: value
  std::vector<Block> bodies = {};  ///< If: then and perhaps else; Loop: body; Switch: behind each of `labels`
  std::vector<Labels> labels = {};
  Shape shape = Shape::For;  ///< Loop
};

struct Declaration {
  enum class Form : std::uint8_t {
    Plain,  ///< a scalar or an array
    Struct,  ///< of a scalar x and an array y; initial: x, then y's four
    Pointer,  ///< into an array; initial: AddressOf
    Table,  ///< a parameter: the address of a constant array
    Real,  ///< a double
  };
  std::string name = {};
  Type type = Type::I32;
  Form form = Form::Plain;
  bool is_array = false;  ///< of four elements
  bool is_const = false;
  std::vector<Expr> initial = {};  ///< one, or four for an array; empty: a parameter
};

struct Function {
  std::string name = {};
  Type result = Type::I32;
  std::vector<Declaration> parameters = {};
  std::vector<Declaration> locals = {};
  Block body = {};  ///< ends with a Return
};

/// A unit with what it needs.  Functions call only earlier ones; the last is the unit.
struct Program {
  std::vector<Declaration> globals;
  std::vector<Function> functions;
  [[nodiscard]] const Function& unit() const { return functions.back(); }
};

/// Calls `visit` on every block, also on nested ones.
template <class Visit>
void for_each_block(Block& block, const Visit& visit) {
  visit(block);
  for (auto& stmt : block) {
    for (auto& body : stmt.bodies) for_each_block(body, visit);
  }
}

/// Calls `visit` on the expression and everything below it, parents first.
template <class Visit>
void for_each_expr(Expr& expr, const Visit& visit) {
  visit(expr);
  for (auto& operand : expr.operands) for_each_expr(operand, visit);
}

/// Calls `visit` on every expression of the program.
template <class Visit>
void for_each_expr(Program& program, const Visit& visit) {
  for (auto& function : program.functions) {
    for (auto& local : function.locals)
      for (auto& initial : local.initial) for_each_expr(initial, visit);
    for_each_block(function.body, [&](Block& block) {
      for (auto& stmt : block)
        for (auto& expr : stmt.exprs) for_each_expr(expr, visit);
    });
  }
}

/// Does its value depend on more than constants?  (A compiler may read a constant table itself.)
[[nodiscard]] bool mentions_variable(const Program& program, const Expr& expr);

/// Does any expression of the program have this kind?
[[nodiscard]] bool uses(const Program& program, Expr::Kind kind);

/// What the judge and the engine need to agree on: every name is declared, no code is dead by
/// its shape alone (the compiler drops it, goals and all), every condition mentions a
/// variable, no constant divisor traps.
[[nodiscard]] bool is_well_formed(const Program& program);

}  // namespace espalier::property
