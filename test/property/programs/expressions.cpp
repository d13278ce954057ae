// Integer expressions and conditions of random programs.
#include "property/programs/generator.h"

namespace espalier::property {

using enum Expr::Kind;

Expr Generator::constant(Type type) {
  static constexpr std::int64_t favourites[] = {0,  1,  2,  3,   5,   7,   8,   10,  16,
                                                31, 42, 64, 100, 127, 128, 200, 255, 256};
  std::int64_t value = pick(favourites);
  if (is_signed(type) && chance(30)) value = -value;
  if (bits(type) >= 16 && chance(15)) {
    const std::uint64_t edge = std::uint64_t{1} << (bits(type) - 1 - rng_.below(3));
    value = static_cast<std::int64_t>(chance(50) ? edge - 1 : edge + 5);
  }
  const unsigned spare = 64 - bits(type);  // brings the value into the range of the type
  const auto raised = static_cast<std::uint64_t>(value) << spare;
  value = is_signed(type) ? static_cast<std::int64_t>(raised) >> spare
                          : static_cast<std::int64_t>(raised >> spare);
  return {.kind = Constant, .type = type, .value = value};
}

Expr Generator::small_constant() {
  if (chance(15)) return constant(any_type());
  static constexpr std::int64_t near[] = {0, 1, 2, 3, 4, 6, 9, 15, 20, 50, 90, 127, 128, 180, 250};
  const std::int64_t value = pick(near);
  return {.kind = Constant, .type = Type::I32, .value = chance(25) ? -value : value};
}

Expr Generator::index() {
  if (!counters_.empty() && chance(50)) return {.kind = Variable, .type = Type::I32, .name = pick(counters_)};
  if (chance(50)) return expression(1, false);
  return {.kind = Constant, .type = Type::I32, .value = static_cast<std::int64_t>(rng_.below(4))};
}

Expr Generator::read() {
  for (;;) {
    if (!counters_.empty() && chance(8))
      return {.kind = Variable, .type = Type::I32, .name = pick(counters_)};
    auto at = rng_.below(variables_.size());
    if (chance(35)) at = program_.globals.size();  // the first parameter
    if (no_globals_ && at < program_.globals.size()) continue;
    const auto& variable = variables_[at];
    if (variable.is_array)
      return {.kind = Element, .type = variable.type, .name = variable.name, .operands = {index()}};
    return {.kind = Variable, .type = variable.type, .name = variable.name};
  }
}

Expr Generator::binary(Expr::Kind kind, std::string_view op, Expr a, Expr b) {
  return {.kind = kind, .name = std::string(op), .operands = {std::move(a), std::move(b)}};
}

Expr Generator::cast(Type type, Expr operand) {
  return {.kind = Cast, .type = type, .operands = {std::move(operand)}};
}

std::pair<Expr, Expr> Generator::two(int depth, bool events) {
  if (!events) return {expression(depth, false), expression(depth, false)};
  const bool first = rng_.coin();
  Expr eventful = expression(depth, true);
  Expr quiet = without_globals([&] { return expression(depth, false); });
  if (first) return {std::move(eventful), std::move(quiet)};
  return {std::move(quiet), std::move(eventful)};
}

Expr Generator::expression(int depth, bool events) {
  if (depth == 0 || chance(20)) return chance(75) ? read() : small_constant();
  if (chance(6)) return library_call();
  if (!reals_.empty() && chance(10)) return real_test();
  const auto kind = rng_.below(100);
  if (kind < 36) {
    static constexpr Words<7> arithmetic = {"+", "-", "*", "&", "|", "^", "+"};
    auto [a, b] = two(depth - 1, events);
    return binary(Binary, pick(arithmetic), std::move(a), std::move(b));
  }
  if (kind < 44) return comparison(depth, events);
  if (kind < 54) {
    auto [a, b] = two(depth - 1, events);
    if (chance(50)) b = small_constant();
    return binary(Shift, chance(50) ? "<<" : ">>", std::move(a), std::move(b));
  }
  if (kind < 63) return division(depth, events);
  if (kind < 77) return cast(any_type(), expression(depth - 1, events));
  if (kind < 85) {
    static constexpr Words<3> prefixes = {"-", "~", "!"};
    return {.kind = Unary, .name = std::string(pick(prefixes)), .operands = {expression(depth - 1, events)}};
  }
  if (!events) return read();
  if (kind < 90) {
    const bool plain = chance(40);  // `c ? 1 : 2` compiles to no branch at all
    return {.kind = Choice,
            .operands = {condition(1), plain ? small_constant() : expression(depth - 1, true),
                         plain ? small_constant() : expression(depth - 1, true)}};
  }
  if (kind < 94) return logic(1);
  return call(depth);
}

Expr Generator::comparison(int depth, bool events) {
  static constexpr Words<8> relations = {"<", "<=", ">", ">=", "==", "!=", "<", "=="};
  auto [a, b] = two(depth - 1, events);
  return binary(Binary, pick(relations), std::move(a), std::move(b));
}

Expr Generator::division(int depth, bool events) {
  auto [a, b] = two(depth - 1, events);
  // Divisions of 64 bits are slow to solve; a few are enough.
  if (chance(80)) a = cast(chance(50) ? Type::I32 : Type::U8, std::move(a));
  if (chance(80)) b = cast(chance(50) ? Type::I8 : Type::U8, std::move(b));
  const std::string_view op = chance(50) ? "/" : "%";
  if (!events || chance(40)) {
    b = {.kind = Constant, .type = Type::I32, .value = 2 + static_cast<std::int64_t>(rng_.below(20))};
    if (chance(20)) b.value = -b.value;
  } else if (chance(50)) {
    if (!mentions_variable(b)) b = without_globals([&] { return plain_variable(); });
    b = binary(Binary, "|", std::move(b), {.kind = Constant, .type = Type::I32, .value = 1});
  } else {
    // May be zero, but is never a constant.
    b = binary(Binary, "-", std::move(b), without_globals([&] { return plain_variable(); }));
  }
  return binary(Divide, op, std::move(a), std::move(b));
}

Expr Generator::plain_variable() {
  for (;;) {
    Expr candidate = read();
    if (candidate.kind == Variable) return candidate;
  }
}

Expr Generator::call(int depth) {
  if (program_.functions.empty()) return read();
  const Function& callee = pick(program_.functions);
  for (const auto& parameter : callee.parameters)
    if (parameter.form == Declaration::Form::Table && local_array(parameter.type).empty()) return read();
  Expr result{.kind = Call, .type = callee.result, .name = callee.name};
  const auto eventful = rng_.below(callee.parameters.size());
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Declaration& parameter = callee.parameters[i];
    if (parameter.form == Declaration::Form::Table)
      result.operands.push_back(
          {.kind = Variable, .type = parameter.type, .name = local_array(parameter.type)});
    else if (i == eventful)
      result.operands.push_back(expression(depth - 1, chance(30)));
    else
      result.operands.push_back(without_globals([&] { return expression(depth - 1, false); }));
  }
  return result;
}

Expr Generator::leaf() {
  Expr tested;
  const auto kind = rng_.below(100);
  const bool events = chance(25);
  if (kind < 55) {
    static constexpr Words<6> relations = {"<", "<=", ">", ">=", "==", "!="};
    Expr left = with_variable(1 + static_cast<int>(rng_.below(2)), events);
    tested = binary(Binary, pick(relations), std::move(left), small_constant());
  } else if (kind < 75) {
    tested = comparison(2, events);
  } else if (kind < 90) {
    tested = binary(Binary, "&", plain_variable(), small_constant());
  } else {
    tested = expression(2, events);
  }
  if (is_logic(tested)) return tested;  // its operands are the conditions
  if (!mentions_variable(tested))
    tested = binary(Binary, "<", without_globals([&] { return plain_variable(); }), std::move(tested));
  if (chance(15)) tested = {.kind = Unary, .name = "!", .operands = {std::move(tested)}};
  return {.kind = Leaf, .operands = {std::move(tested)}};
}

bool Generator::is_logic(const Expr& expr) {
  if (expr.kind == Unary && expr.name == "!") return is_logic(expr.operands.front());
  return expr.kind == And || expr.kind == Or || expr.kind == Not;
}

Expr Generator::with_variable(int depth, bool events) {
  Expr made = expression(depth, events);
  return mentions_variable(made) ? made : plain_variable();
}

bool Generator::mentions_variable(const Expr& expr) const {
  return property::mentions_variable(program_, expr);
}

Expr Generator::logic(int depth) {
  Expr both = binary(chance(50) ? And : Or, "", condition(depth - 1), condition(depth - 1));
  if (chance(15)) return {.kind = Not, .operands = {std::move(both)}};
  return both;
}

Expr Generator::condition(int depth) { return depth == 0 || chance(55) ? leaf() : logic(depth); }

}  // namespace espalier::property
