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
      return expr.type;
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
      for (const auto& parameter : function.parameters) names_.insert(parameter.name);
      for (const auto& local : function.locals) {
        for (const auto& initial : local.initial) expression(initial, false);
        names_.insert(local.name);
      }
      if (function.body.empty() || function.body.back().kind != Stmt::Kind::Return) return false;
      block(function.body);
      functions_.insert(function.name);
    }
    return good_;
  }

 private:
  void require(bool condition) { good_ = good_ && condition; }

  void block(const Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Stmt& stmt = block[i];
      require(!is_jump(stmt) || i + 1 == block.size());
      if (stmt.kind == Stmt::Kind::Loop) names_.insert(stmt.name);
      const bool wants_condition = stmt.kind == Stmt::Kind::If || stmt.kind == Stmt::Kind::Loop;
      for (const auto& expr : stmt.exprs) expression(expr, wants_condition);
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

  void expression(const Expr& expr, bool as_condition) {
    using enum Expr::Kind;
    if (as_condition) require(is_condition(expr));
    if (!as_condition) require(expr.kind != Leaf);
    if (expr.kind == Not && !as_condition) require(expr.operands[0].kind != Leaf);
    if (expr.kind == Variable || expr.kind == Element) require(names_.contains(expr.name));
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
  bool good_ = true;
};

}  // namespace

bool mentions_variable(const Program& program, const Expr& expr) {
  using enum Expr::Kind;
  if (expr.kind == Variable || expr.kind == Call) return true;
  if (expr.kind == Element)
    return std::ranges::none_of(program.globals, [&](const Declaration& global) {
      return global.is_const && global.name == expr.name;
    });
  return std::ranges::any_of(expr.operands,
                             [&](const Expr& operand) { return mentions_variable(program, operand); });
}

bool is_well_formed(const Program& program) { return Check(program).passes(); }

}  // namespace espalier::property
