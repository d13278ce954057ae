#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "property/programs/program.h"

namespace espalier::property {

template <std::size_t n>
using Words = std::array<std::string_view, n>;

/// Makes one random program: statements and declarations in generate.cpp, integer expressions and conditions
/// in expressions.cpp, memory, strings and doubles in objects.cpp.
class Generator {
 public:
  Generator(Rng& rng, std::string name) : rng_(rng), name_(std::move(name)) {}
  Program program();

 private:
  bool chance(unsigned percent) { return rng_.below(100) < percent; }
  template <class List>
  const auto& pick(const List& list) {
    return list[rng_.below(std::size(list))];
  }
  Type any_type() { return pick(all_types); }

  // declarations
  void add_global();
  void add_function(const std::string& name, bool is_unit);

  // expressions and conditions
  Expr constant(Type type);
  // Mostly within reach of what eight bits of input can make.
  Expr small_constant();
  Expr index();
  // Reads a variable; never a global when an event beside it might write that global.
  Expr read();
  Expr binary(Expr::Kind kind, std::string_view op, Expr a, Expr b);
  Expr cast(Type type, Expr operand);
  // Two operands in an order that C leaves open: one of them may have an event, and then the
  // other must not see what it does.
  std::pair<Expr, Expr> two(int depth, bool events);
  template <class Make>
  Expr without_globals(const Make& make) {
    const bool before = std::exchange(no_globals_, true);
    Expr made = make();
    no_globals_ = before;
    return made;
  }
  Expr expression(int depth, bool events);
  Expr comparison(int depth, bool events);
  Expr division(int depth, bool events);
  Expr plain_variable();
  Expr call(int depth);
  Expr leaf();
  /// && or ||, perhaps below `!`.
  static bool is_logic(const Expr& expr);
  Expr with_variable(int depth, bool events);
  [[nodiscard]] bool mentions_variable(const Expr& expr) const;
  Expr logic(int depth);
  Expr condition(int depth);

  // objects
  /// A local struct, a pointer into a local array, a string or a double, with what can be read of it.
  void add_object(Function& function);
  void add_struct(Function& function);
  void add_pointer(Function& function);
  void add_string(Function& function);
  void add_real(Function& function);
  /// A local array of that type, or "".
  std::string local_array(Type type);
  /// Often one that strings are compared with.
  Expr character();
  Expr library_call();
  Expr real(int depth);
  Expr real_test();

  // statements
  Stmt move_pointer();
  Block block(std::uint64_t size, bool may_jump);
  Stmt jump();
  Stmt statement();
  Stmt assignment();
  Stmt choice();
  Stmt loop();
  Stmt switch_over();

  Rng& rng_;
  std::string name_;
  Program program_;
  std::vector<Declaration> variables_;  // globals first; members and targets of pointers count as variables
  std::vector<Declaration> arrays_;  // local ones of four elements
  std::vector<std::string> strings_;  // local ones
  std::vector<std::string> pointers_;  // local ones, into arrays_
  std::vector<std::string> reals_;  // local doubles
  std::vector<std::string> counters_;  // of the loops around
  bool no_globals_ = false;
  int depth_ = 0;
  int loops_ = 0;
  int counter_number_ = 0;
};

}  // namespace espalier::property
