// Structs, pointers, strings and doubles of random programs, all of them local.
#include <fmt/format.h>

#include "property/programs/generator.h"

namespace espalier::property {

using enum Expr::Kind;
using Form = Declaration::Form;

void Generator::add_object(Function& function) {
  switch (rng_.below(4)) {
    case 0:
      return add_struct(function);
    case 1:
      return add_pointer(function);
    case 2:
      return add_string(function);
    default:
      return add_real(function);
  }
}

void Generator::add_struct(Function& function) {
  Declaration object{
      .name = fmt::format("s{}", function.locals.size()), .type = any_type(), .form = Form::Struct};
  for (int i = 0; i < 5; ++i) object.initial.push_back(expression(1, false));
  Declaration member{.name = object.name + ".x", .type = object.type, .initial = object.initial};
  variables_.push_back(member);
  member.name = object.name + ".y";
  member.is_array = true;
  variables_.push_back(member);
  arrays_.push_back(member);
  function.locals.push_back(std::move(object));
}

void Generator::add_pointer(Function& function) {
  if (arrays_.empty()) return add_struct(function);
  const Declaration array = pick(arrays_);
  Declaration pointer{
      .name = fmt::format("p{}", function.locals.size()), .type = array.type, .form = Form::Pointer};
  pointer.initial = {{.kind = AddressOf, .type = array.type, .name = array.name, .operands = {index()}}};
  variables_.push_back(
      {.name = fmt::format("(*{})", pointer.name), .type = array.type, .initial = pointer.initial});
  pointers_.push_back(pointer.name);
  function.locals.push_back(std::move(pointer));
}

Stmt Generator::move_pointer() {
  const std::string name = pick(pointers_);
  for (const auto& variable : variables_) {
    if (variable.name != fmt::format("(*{})", name)) continue;
    Expr target{.kind = Variable, .type = variable.type, .name = name};
    Expr place{.kind = AddressOf,
               .type = variable.type,
               .name = local_array(variable.type),
               .operands = {without_globals([&] { return index(); })}};
    return {.kind = Stmt::Kind::Assign, .name = "=", .exprs = {std::move(target), std::move(place)}};
  }
  return assignment();
}

std::string Generator::local_array(Type type) {
  std::vector<std::string> fitting;
  for (const auto& array : arrays_)
    if (array.type == type) fitting.push_back(array.name);
  return fitting.empty() ? "" : pick(fitting);
}

Expr Generator::character() {
  static constexpr std::int64_t letters[] = {'a', 'b', '0', '9', ' ', 'A', 0, '-'};
  if (chance(50)) return {.kind = Constant, .type = Type::I8, .value = pick(letters)};
  return {.kind = Cast, .type = Type::I8, .operands = {expression(1, false)}};
}

void Generator::add_string(Function& function) {
  Declaration text{.name = fmt::format("c{}", function.locals.size()), .type = Type::I8, .is_array = true};
  for (int i = 0; i < 3; ++i) text.initial.push_back(character());
  text.initial.push_back({.kind = Constant, .type = Type::I8, .value = 0});
  strings_.push_back(text.name);
  function.locals.push_back(std::move(text));  // it is no variable: its end must stay
}

Expr Generator::library_call() {
  const auto byte = [&] { return Expr{.kind = Cast, .type = Type::U8, .operands = {expression(1, false)}}; };
  if (strings_.empty() || chance(40)) {
    static constexpr Words<8> of_character = {"toupper",   "tolower",   "!!isdigit", "!!isalpha",
                                              "!!isspace", "!!isalnum", "!!ispunct", "abs"};
    return {.kind = Library, .name = std::string(pick(of_character)), .operands = {byte()}};
  }
  const auto text = [&] { return Expr{.kind = Variable, .type = Type::I8, .name = pick(strings_)}; };
  switch (rng_.below(4)) {
    case 0:
      return {.kind = Library, .name = "(int)strlen", .operands = {text()}};
    case 1:
      return {.kind = Library, .name = "0 < strcmp", .operands = {text(), text()}};
    case 2:
      return {.kind = Library, .name = "0 != strchr", .operands = {text(), byte()}};
    default:
      return {.kind = Library, .name = "atoi", .operands = {text()}};
  }
}

void Generator::add_real(Function& function) {
  Declaration number{.name = fmt::format("d{}", function.locals.size()), .form = Form::Real};
  number.initial = {real(1)};
  reals_.push_back(number.name);
  function.locals.push_back(std::move(number));
}

Expr Generator::real(int depth) {
  if (depth > 0 && chance(50)) {
    static constexpr Words<5> operators = {"+", "-", "*", "+", "/"};
    return {
        .kind = RealOp, .name = std::string(pick(operators)), .operands = {real(depth - 1), real(depth - 1)}};
  }
  if (!reals_.empty() && chance(40)) return {.kind = RealVariable, .name = pick(reals_)};
  if (chance(30)) return {.kind = RealConstant, .value = static_cast<std::int64_t>(rng_.below(400)) - 100};
  return {.kind = RealFrom, .operands = {read()}};
}

Expr Generator::real_test() {
  static constexpr Words<4> relations = {"<", "<=", "==", ">"};
  return {.kind = RealTest, .name = std::string(pick(relations)), .operands = {real(1), real(1)}};
}

}  // namespace espalier::property
