#include "property/programs/program.h"

#include <algorithm>
#include <set>

namespace espalier::property {

std::string_view c_name(Type type) {
  static constexpr std::string_view names[] = {"_Bool",        "signed char",    "unsigned char",
                                               "short",        "unsigned short", "int",
                                               "unsigned int", "long",           "unsigned long"};
  return names[static_cast<std::size_t>(type)];
}

unsigned bits(Type type) {
  static constexpr unsigned widths[] = {1, 8, 8, 16, 16, 32, 32, 64, 64};
  return widths[static_cast<std::size_t>(type)];
}

bool is_signed(Type type) {
  return type == Type::I8 || type == Type::I16 || type == Type::I32 || type == Type::I64;
}

Type promoted(Type type) { return bits(type) < 32 ? Type::I32 : type; }

Type common_type(Type a, Type b) {
  return std::max(promoted(a), promoted(b));
}  // int < unsigned < long < unsigned long

Type type_of(const Expr& expr) {
  using enum Expr::Kind;
  switch (expr.kind) {
    case Constant:
    case Variable:
    case Element:
    case Cast:
    case Call:
    case AddressOf:
      return expr.type;
    case Library:
    case RealConstant:
    case RealVariable:
    case RealFrom:
    case RealOp:
    case RealTest:
      return Type::I32;
    case Unary:
      return expr.name == "!" ? Type::I32 : promoted(type_of(expr.operands[0]));
    case Binary:
      if (std::string_view("<>=!").find(expr.name[0]) != std::string_view::npos) return Type::I32;
      return common_type(type_of(expr.operands[0]), type_of(expr.operands[1]));
    case Divide:
      return common_type(type_of(expr.operands[0]), type_of(expr.operands[1]));
    case Shift:
      return promoted(type_of(expr.operands[0]));
    case Choice:
      return common_type(type_of(expr.operands[1]), type_of(expr.operands[2]));
    case And:
    case Or:
    case Not:
    case Leaf:
      return Type::I32;
  }
  return Type::I32;
}

namespace {

bool is_condition(const Expr& expr) {
  using enum Expr::Kind;
  return expr.kind == And || expr.kind == Or || expr.kind == Not || expr.kind == Leaf;
}

bool is_jump(const Stmt& stmt) {
  using enum Stmt::Kind;
  return stmt.kind == Break || stmt.kind == Continue || stmt.kind == Return;
}

// Whether control can come out at the end of the block.
bool falls_through(const Block& block) { return block.empty() || !is_jump(block.back()); }

class Check {
 public:
  explicit Check(const Program& program) : program_(program) {}

  bool passes() {
    if (program_.functions.empty()) return false;
    for (const auto& global : program_.globals) globals_.insert(global.name);
    for (const auto& function : program_.functions) {
      names_ = globals_;
      arrays_.clear();
      pointers_.clear();
      for (const auto& parameter : function.parameters) names_.insert(parameter.name);
      for (const auto& local : function.locals) {
        for (const auto& initial : local.initial) expression(initial, false);
        declare(local);
      }
      if (function.body.empty() || function.body.back().kind != Stmt::Kind::Return) return false;
      block(function.body);
      functions_.insert(function.name);
    }
    return good_;
  }

 private:
  void declare(const Declaration& local) {
    using enum Declaration::Form;
    const Sort wanted = local.form == Pointer ? Sort::Address
                        : local.form == Real  ? Sort::Real
                                              : Sort::Integer;
    for (const auto& initial : local.initial) require(sort_of(initial) == wanted);
    names_.insert(local.name);
    if (local.is_array) arrays_.insert(local.name);
    if (local.form == Pointer) {
      pointers_.insert(local.name);
      names_.insert("(*" + local.name + ")");
    }
    if (local.form == Struct) {
      names_.insert({local.name + ".x", local.name + ".y"});
      arrays_.insert(local.name + ".y");
    }
  }

  void require(bool condition) { good_ = good_ && condition; }

  void block(const Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Stmt& stmt = block[i];
      require(!is_jump(stmt) || i + 1 == block.size());
      if (stmt.kind == Stmt::Kind::Loop) names_.insert(stmt.name);
      const bool wants_condition = stmt.kind == Stmt::Kind::If || stmt.kind == Stmt::Kind::Loop;
      for (const auto& expr : stmt.exprs) expression(expr, wants_condition);
      for (const auto& expr : stmt.exprs) require(sort_of(expr) == sort_of(stmt.exprs[0]));
      if (stmt.kind != Stmt::Kind::Assign && !stmt.exprs.empty())
        require(sort_of(stmt.exprs[0]) == Sort::Integer);
      for (const auto& body : stmt.bodies) this->block(body);
      if (stmt.kind == Stmt::Kind::If && stmt.bodies.size() == 2)
        require(falls_through(stmt.bodies[0]) || falls_through(stmt.bodies[1]));
      if (stmt.kind == Stmt::Kind::Loop) require(falls_through(stmt.bodies[0]));
      if (stmt.kind == Stmt::Kind::Switch) {
        require(!stmt.bodies.empty());
        if (stmt.bodies.empty()) continue;
        require(falls_through(stmt.bodies.back()) || stmt.bodies.back().back().kind == Stmt::Kind::Break);
        for (const auto& labels : stmt.labels) {
          require(labels.is_default || !labels.values.empty());
          for (const auto label : labels.values)
            require(label >= 0 || is_signed(promoted(type_of(stmt.exprs[0]))));
        }
      }
    }
  }

  enum class Sort : std::uint8_t { Integer, Real, Array, Address };

  [[nodiscard]] Sort sort_of(const Expr& expr) const {
    using enum Expr::Kind;
    if (expr.kind == RealConstant || expr.kind == RealVariable || expr.kind == RealFrom ||
        expr.kind == RealOp)
      return Sort::Real;
    if (expr.kind == AddressOf) return Sort::Address;
    if (expr.kind == Variable && arrays_.contains(expr.name)) return Sort::Array;
    if (expr.kind == Variable && pointers_.contains(expr.name)) return Sort::Address;
    return Sort::Integer;
  }

  /// An operand is what its place asks for: shrinking puts others there.
  [[nodiscard]] bool fits(const Expr& expr, std::size_t i) const {
    using enum Expr::Kind;
    Sort wanted = Sort::Integer;
    if (expr.kind == RealOp || expr.kind == RealTest) wanted = Sort::Real;
    if (expr.kind == Library && expr.name.find("str") != std::string::npos)
      wanted = i == 0 || expr.name == "0 < strcmp" ? Sort::Array : Sort::Integer;
    if (expr.kind == Library && expr.name == "atoi") wanted = Sort::Array;
    if (expr.kind == Call)
      for (const auto& function : program_.functions)
        if (function.name == expr.name && function.parameters[i].form == Declaration::Form::Table)
          wanted = Sort::Array;
    return sort_of(expr.operands[i]) == wanted;
  }

  void expression(const Expr& expr, bool as_condition) {
    using enum Expr::Kind;
    if (as_condition) require(is_condition(expr));
    if (!as_condition) require(expr.kind != Leaf);
    if (expr.kind == Not && !as_condition) require(expr.operands[0].kind != Leaf);
    if (expr.kind == Variable || expr.kind == Element || expr.kind == AddressOf || expr.kind == RealVariable)
      require(names_.contains(expr.name));
    for (std::size_t i = 0; i < expr.operands.size(); ++i) require(fits(expr, i));
    if (expr.kind == Call) require(functions_.contains(expr.name));
    if (expr.kind == Leaf) require(mentions_variable(program_, expr));
    if (expr.kind == Divide) {
      const Expr& divisor = expr.operands[1];
      require(mentions_variable(program_, divisor) ||
              (divisor.kind == Constant && divisor.value != 0 && divisor.value != -1));
    }
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      const bool below =
          expr.kind == And || expr.kind == Or || expr.kind == Not || (expr.kind == Choice && i == 0);
      expression(expr.operands[i], below);
    }
  }

  const Program& program_;
  std::set<std::string> globals_, names_, functions_;
  std::set<std::string> arrays_, pointers_;  // local ones
  bool good_ = true;
};

}  // namespace

bool mentions_variable(const Program& program, const Expr& expr) {
  using enum Expr::Kind;
  if (expr.kind == Variable || expr.kind == Call || expr.kind == RealVariable) return true;
  if (expr.kind == Element && std::ranges::none_of(program.globals, [&](const Declaration& global) {
        return global.is_const && global.name == expr.name;
      }))
    return true;
  return std::ranges::any_of(expr.operands,
                             [&](const Expr& operand) { return mentions_variable(program, operand); });
}

bool uses(const Program& program, Expr::Kind kind) {
  Program copy = program;
  bool found = false;
  for_each_expr(copy, [&](const Expr& expr) { found = found || expr.kind == kind; });
  return found;
}

bool is_well_formed(const Program& program) { return Check(program).passes(); }

}  // namespace espalier::property
