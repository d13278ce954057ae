#include "property/programs/generate.h"

#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace espalier::property {
namespace {

using enum Expr::Kind;

template <std::size_t n>
using Words = std::array<std::string_view, n>;

class Generator {
 public:
  Generator(Rng& rng, std::string name) : rng_(rng), name_(std::move(name)) {}

  Program program() {
    for (std::uint64_t i = rng_.below(3); i > 0; --i) add_global();
    const std::uint64_t helpers = rng_.below(3);
    for (std::uint64_t i = 0; i < helpers; ++i) add_function(fmt::format("{}_h{}", name_, i), false);
    add_function(name_, true);
    return std::move(program_);
  }

 private:
  bool chance(unsigned percent) { return rng_.below(100) < percent; }
  template <class List>
  const auto& pick(const List& list) {
    return list[rng_.below(std::size(list))];
  }
  Type any_type() { return pick(all_types); }

  // --- declarations ---------------------------------------------------------------------

  void add_global() {
    Declaration global{.name = fmt::format("{}_g{}", name_, program_.globals.size()), .type = any_type()};
    global.is_array = chance(40);
    global.is_const = global.is_array && chance(60);
    for (int i = 0; i < (global.is_array ? 4 : 1); ++i) global.initial.push_back(constant(global.type));
    program_.globals.push_back(global);
  }

  void add_function(const std::string& name, bool is_unit) {
    Function function{.name = name, .result = any_type()};
    variables_ = {};
    counters_ = {};
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
    for (std::uint64_t i = 0; i < 1 + rng_.below(3); ++i) {
      Declaration local{.name = fmt::format("v{}", i), .type = any_type()};
      local.is_array = chance(20);
      // C leaves the order of an array's initialisers open.
      for (int k = 0; k < (local.is_array ? 4 : 1); ++k)
        local.initial.push_back(expression(2, !local.is_array));
      function.locals.push_back(local);
      variables_.push_back(local);
    }
    function.body = block(is_unit ? 4 + rng_.below(4) : 1 + rng_.below(2), false);
    function.body.push_back({.kind = Stmt::Kind::Return, .exprs = {expression(2, true)}});
    program_.functions.push_back(std::move(function));
  }

  // --- expressions ----------------------------------------------------------------------

  Expr constant(Type type) {
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

  // Mostly within reach of what eight bits of input can make.
  Expr small_constant() {
    if (chance(15)) return constant(any_type());
    static constexpr std::int64_t near[] = {0, 1, 2, 3, 4, 6, 9, 15, 20, 50, 90, 127, 128, 180, 250};
    const std::int64_t value = pick(near);
    return {.kind = Constant, .type = Type::I32, .value = chance(25) ? -value : value};
  }

  Expr index() {
    if (!counters_.empty() && chance(80))
      return {.kind = Variable, .type = Type::I32, .name = pick(counters_)};
    return {.kind = Constant, .type = Type::I32, .value = static_cast<std::int64_t>(rng_.below(4))};
  }

  // Reads a variable; never a global when an event beside it might write that global.
  Expr read() {
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

  Expr binary(Expr::Kind kind, std::string_view op, Expr a, Expr b) {
    return {.kind = kind, .name = std::string(op), .operands = {std::move(a), std::move(b)}};
  }

  Expr cast(Type type, Expr operand) {
    return {.kind = Cast, .type = type, .operands = {std::move(operand)}};
  }

  // Two operands in an order that C leaves open: one of them may have an event, and then the
  // other must not see what it does.
  std::pair<Expr, Expr> two(int depth, bool events) {
    if (!events) return {expression(depth, false), expression(depth, false)};
    const bool first = rng_.coin();
    Expr eventful = expression(depth, true);
    Expr quiet = without_globals([&] { return expression(depth, false); });
    if (first) return {std::move(eventful), std::move(quiet)};
    return {std::move(quiet), std::move(eventful)};
  }

  template <class Make>
  Expr without_globals(const Make& make) {
    const bool before = std::exchange(no_globals_, true);
    Expr made = make();
    no_globals_ = before;
    return made;
  }

  Expr expression(int depth, bool events) {
    if (depth == 0 || chance(20)) return chance(75) ? read() : small_constant();
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
      return {
          .kind = Unary, .name = std::string(pick(prefixes)), .operands = {expression(depth - 1, events)}};
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

  Expr comparison(int depth, bool events) {
    static constexpr Words<8> relations = {"<", "<=", ">", ">=", "==", "!=", "<", "=="};
    auto [a, b] = two(depth - 1, events);
    return binary(Binary, pick(relations), std::move(a), std::move(b));
  }

  Expr division(int depth, bool events) {
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

  Expr plain_variable() {
    for (;;) {
      Expr candidate = read();
      if (candidate.kind == Variable) return candidate;
    }
  }

  Expr call(int depth) {
    if (program_.functions.empty()) return read();
    const Function& callee = pick(program_.functions);
    Expr result{.kind = Call, .type = callee.result, .name = callee.name};
    const auto eventful = rng_.below(callee.parameters.size());
    for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
      if (i == eventful)
        result.operands.push_back(expression(depth - 1, chance(30)));
      else
        result.operands.push_back(without_globals([&] { return expression(depth - 1, false); }));
    }
    return result;
  }

  // --- conditions -----------------------------------------------------------------------

  Expr leaf() {
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

  /// && or ||, perhaps below `!`.
  static bool is_logic(const Expr& expr) {
    if (expr.kind == Unary && expr.name == "!") return is_logic(expr.operands.front());
    return expr.kind == And || expr.kind == Or || expr.kind == Not;
  }

  Expr with_variable(int depth, bool events) {
    Expr made = expression(depth, events);
    return mentions_variable(made) ? made : plain_variable();
  }

  [[nodiscard]] bool mentions_variable(const Expr& expr) const {
    return property::mentions_variable(program_, expr);
  }

  Expr logic(int depth) {
    Expr both = binary(chance(50) ? And : Or, "", condition(depth - 1), condition(depth - 1));
    if (chance(15)) return {.kind = Not, .operands = {std::move(both)}};
    return both;
  }

  Expr condition(int depth) { return depth == 0 || chance(55) ? leaf() : logic(depth); }

  // --- statements -----------------------------------------------------------------------

  Block block(std::uint64_t size, bool may_jump) {
    Block made;
    ++depth_;
    for (std::uint64_t i = 0; i < size; ++i) made.push_back(statement());
    if (may_jump && chance(25)) made.push_back(jump());
    --depth_;
    return made;
  }

  Stmt jump() {
    if (loops_ > 0 && chance(60)) return {.kind = chance(60) ? Stmt::Kind::Break : Stmt::Kind::Continue};
    return {.kind = Stmt::Kind::Return, .exprs = {expression(1, chance(40))}};
  }

  Stmt statement() {
    const auto kind = rng_.below(100);
    if (depth_ > 3 || kind < 40) return assignment();
    if (kind < 72) return choice();
    if (kind < 88 && loops_ < 2) return loop();
    return switch_over();
  }

  Stmt assignment() {
    std::vector<Expr> targets;
    for (const auto& variable : variables_) {
      if (variable.is_const) continue;
      if (variable.initial.empty() && chance(60)) continue;  // keeps parameters for later conditions
      if (variable.is_array)
        targets.push_back(
            {.kind = Element, .type = variable.type, .name = variable.name, .operands = {index()}});
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

  Stmt choice() {
    Stmt made{.kind = Stmt::Kind::If, .exprs = {condition(2)}};
    const bool jumps = chance(50);
    made.bodies.push_back(block(rng_.below(2) + !jumps, jumps));
    if (chance(35)) made.bodies.push_back(block(1, false));
    return made;
  }

  Stmt loop() {
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

  Stmt switch_over() {
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

  Rng& rng_;
  std::string name_;
  Program program_;
  std::vector<Declaration> variables_;      // globals first
  std::vector<std::string> counters_;    // of the loops around
  bool no_globals_ = false;
  int depth_ = 0;
  int loops_ = 0;
  int counter_number_ = 0;
};

}  // namespace

Program generate_program(Rng& rng, const std::string& name) { return Generator(rng, name).program(); }

}  // namespace espalier::property
