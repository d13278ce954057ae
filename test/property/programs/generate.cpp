// Declarations and statements of random programs.
#include "property/programs/generate.h"

#include <set>

#include <fmt/format.h>

#include "property/programs/generator.h"

namespace espalier::property {

using enum Expr::Kind;

Program Generator::program() {
  for (std::uint64_t i = rng_.below(3); i > 0; --i) add_global();
  const std::uint64_t helpers = rng_.below(3);
  for (std::uint64_t i = 0; i < helpers; ++i) add_function(fmt::format("{}_h{}", name_, i), false);
  add_function(name_, true);
  return std::move(program_);
}

void Generator::add_global() {
  Declaration global{.name = fmt::format("{}_g{}", name_, program_.globals.size()), .type = any_type()};
  global.is_array = chance(40);
  global.is_const = global.is_array && chance(60);
  for (int i = 0; i < (global.is_array ? 4 : 1); ++i) global.initial.push_back(constant(global.type));
  program_.globals.push_back(global);
}

void Generator::add_function(const std::string& name, bool is_unit) {
  Function function{.name = name, .result = any_type()};
  variables_ = {};
  arrays_ = {};
  strings_ = pointers_ = reals_ = counters_ = {};
  depth_ = loops_ = 0;
  for (const auto& global : program_.globals) variables_.push_back(global);
  const std::uint64_t parameters = 1 + rng_.below(2);
  for (std::uint64_t i = 0; i < parameters; ++i) {
    static constexpr Type eight_bit[] = {Type::U8, Type::I8, Type::U8, Type::I8, Type::Bool};
    Declaration parameter{.name = std::string(1, static_cast<char>('a' + i)),
                          .type = is_unit ? pick(eight_bit) : any_type()};
    function.parameters.push_back(parameter);
    variables_.push_back(parameter);
  }
  if (!is_unit && chance(40)) {  // the address of a caller's array, to be read only
    Declaration table{.name = "t", .type = any_type(), .form = Declaration::Form::Table};
    function.parameters.push_back(table);
    table.is_array = table.is_const = true;
    variables_.push_back(table);
  }
  for (std::uint64_t i = 0; i < 1 + rng_.below(3); ++i) {
    Declaration local{.name = fmt::format("v{}", i), .type = any_type()};
    local.is_array = chance(20);
    // C leaves the order of an array's initialisers open.
    for (int k = 0; k < (local.is_array ? 4 : 1); ++k)
      local.initial.push_back(expression(2, !local.is_array));
    function.locals.push_back(local);
    variables_.push_back(local);
    if (local.is_array) arrays_.push_back(local);
  }
  for (auto more = rng_.below(is_unit ? 4 : 2); more > 0; --more) add_object(function);
  function.body = block(is_unit ? 4 + rng_.below(4) : 1 + rng_.below(2), false);
  function.body.push_back({.kind = Stmt::Kind::Return, .exprs = {expression(2, true)}});
  program_.functions.push_back(std::move(function));
}

Block Generator::block(std::uint64_t size, bool may_jump) {
  Block made;
  ++depth_;
  for (std::uint64_t i = 0; i < size; ++i) made.push_back(statement());
  if (may_jump && chance(25)) made.push_back(jump());
  --depth_;
  return made;
}

Stmt Generator::jump() {
  if (loops_ > 0 && chance(60)) return {.kind = chance(60) ? Stmt::Kind::Break : Stmt::Kind::Continue};
  return {.kind = Stmt::Kind::Return, .exprs = {expression(1, chance(40))}};
}

Stmt Generator::statement() {
  const auto kind = rng_.below(100);
  if (depth_ > 3 || kind < 40) return assignment();
  if (kind < 72) return choice();
  if (kind < 88 && loops_ < 2) return loop();
  return switch_over();
}

Stmt Generator::assignment() {
  if (!pointers_.empty() && chance(10)) return move_pointer();
  if (!reals_.empty() && chance(10))
    return {.kind = Stmt::Kind::Assign,
            .name = "=",
            .exprs = {{.kind = RealVariable, .name = pick(reals_)}, real(2)}};
  std::vector<Expr> targets;
  for (const auto& variable : variables_) {
    if (variable.is_const) continue;
    if (variable.initial.empty() && chance(60)) continue;  // keeps parameters for later conditions
    if (variable.is_array)
      targets.push_back({.kind = Element,
                         .type = variable.type,
                         .name = variable.name,
                         .operands = {without_globals([&] { return index(); })}});
    else
      targets.push_back({.kind = Variable, .type = variable.type, .name = variable.name});
  }
  if (targets.empty()) return assignment();
  Expr target = pick(targets);
  static constexpr Words<6> compound = {"+=", "-=", "*=", "&=", "|=", "^="};
  // Whether `g += f()` reads g before or after the call is open: no events then.
  if (chance(35))
    return {.kind = Stmt::Kind::Assign,
            .name = std::string(pick(compound)),
            .exprs = {target, expression(2, false)}};
  Expr value = chance(15) ? logic(2) : expression(3, chance(60));
  return {.kind = Stmt::Kind::Assign, .name = "=", .exprs = {std::move(target), std::move(value)}};
}

Stmt Generator::choice() {
  Stmt made{.kind = Stmt::Kind::If, .exprs = {condition(2)}};
  const bool jumps = chance(50);
  made.bodies.push_back(block(rng_.below(2) + !jumps, jumps));
  if (chance(35)) made.bodies.push_back(block(1, false));
  return made;
}

Stmt Generator::loop() {
  static constexpr Stmt::Shape shapes[] = {Stmt::Shape::For, Stmt::Shape::While, Stmt::Shape::Do};
  Stmt made{.kind = Stmt::Kind::Loop, .name = fmt::format("i{}", counter_number_++)};
  made.shape = pick(shapes);
  // The counter holds even when the rest of the condition would go on for ever.
  Expr counter{.kind = Variable, .type = Type::I32, .name = made.name};
  Expr bound{.kind = Constant, .type = Type::I32, .value = 1 + static_cast<std::int64_t>(rng_.below(4))};
  Expr fuel{.kind = Leaf, .operands = {binary(Binary, "<", std::move(counter), std::move(bound))}};
  if (chance(35)) {
    made.exprs = {std::move(fuel)};
  } else {
    Expr rest = condition(1);
    if (rng_.coin()) std::swap(fuel, rest);
    made.exprs = {binary(And, "", std::move(fuel), std::move(rest))};
  }
  counters_.push_back(made.name);
  ++loops_;
  made.bodies.push_back(block(1 + rng_.below(2), false));
  --loops_;
  counters_.pop_back();
  return made;
}

Stmt Generator::switch_over() {
  Stmt made{.kind = Stmt::Kind::Switch, .exprs = {with_variable(2, chance(30))}};
  if (chance(60))  // a small range makes labels meet values
    made.exprs[0] =
        binary(Binary, "&", std::move(made.exprs[0]), {.kind = Constant, .type = Type::I32, .value = 7});
  const Type type = promoted(type_of(made.exprs[0]));
  std::set<std::int64_t> used;
  const auto sections = 1 + rng_.below(4);
  const auto default_at = rng_.below(sections * 2);  // often none
  for (std::uint64_t i = 0; i < sections; ++i) {
    Labels labels{.is_default = i == default_at};
    for (auto more = 1 + rng_.below(2); more > 0; --more) {
      auto value = static_cast<std::int64_t>(rng_.below(10));
      if (chance(15)) value = static_cast<std::int64_t>(rng_.below(300)) - (is_signed(type) ? 130 : 0);
      if (used.insert(value).second) labels.values.push_back(value);
    }
    if (labels.values.empty() && !labels.is_default) continue;
    made.labels.push_back(std::move(labels));
    made.bodies.push_back(block(rng_.below(2), false));
    if (chance(65)) made.bodies.back().push_back({.kind = Stmt::Kind::Break});
  }
  return made;
}

Program generate_program(Rng& rng, const std::string& name) { return Generator(rng, name).program(); }

}  // namespace espalier::property
