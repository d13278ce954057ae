// Makes C programs of a given size, for comparisons of searches on trees that nobody shaped by hand.
//
// Functions call each other in a tree, each from one place and mostly under some condition; small ones are
// called from everywhere.  Conditions are about inputs, about values computed from them, and about a state
// that other arms change, so that some need others to go a certain way first, and some cannot be true.  Loops
// are short.  All that is drawn comes from one generator, so the text depends on nothing but the shape.
#include "synthetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/rng.h"

namespace espalier::bench {
namespace {

constexpr unsigned lines_of_a_function = 45;
constexpr unsigned state_words = 6;
constexpr unsigned locals = 3;

/// Puts the numbers in the places of #.  A list in braces is evaluated from left to right, which arguments of
/// a function are not: so draws among them come in the same order with every compiler.
std::string filled(std::string_view form, std::initializer_list<std::uint64_t> numbers) {
  std::string text;
  const auto* number = numbers.begin();
  for (const char c : form) text += c == '#' ? std::to_string(*number++) : std::string(1, c);
  return text;
}

class Writer {
 public:
  explicit Writer(const SyntheticShape& shape)
      : shape_(shape), rng_(shape.seed * 1'000'003 + shape.lines), functions_(functions_of(shape.lines)) {
    // The parent of each function: near in number, so that the tree is neither a list nor a star.
    children_.resize(functions_);
    for (unsigned child = 1; child < functions_; ++child)
      children_[rng_.below(child - child / 2) + child / 2 / 2].push_back(child);
  }

  std::string write() {
    out_ = fmt::format(
        "// Made up: {} lines wanted, seed {}.\n"
        "struct inputs {{\n  int x[{}];\n}};\n",
        shape_.lines, shape_.seed, shape_.inputs);
    for (unsigned i = 0; i < functions_; ++i)
      out_ += fmt::format("static int f{}(const int *x, int *s, int a);\n", i);
    for (unsigned i = 0; i < helpers(); ++i) helper(i);
    for (unsigned i = 0; i < functions_; ++i) function(i);
    line(0, "int synthetic(struct inputs in) {");
    line(1, fmt::format("int s[{}] = {{0}};", state_words));
    line(1, "return f0(in.x, s, in.x[0]);");
    line(0, "}");
    return out_;
  }

 private:
  static unsigned functions_of(unsigned lines) { return std::max(2u, lines / (lines_of_a_function + 18)); }
  [[nodiscard]] unsigned helpers() const { return 1 + functions_ / 10; }

  void line(unsigned indent, const std::string& text) {
    out_ += std::string(2 * indent, ' ') + text + "\n";
    ++written_;
  }

  /// Called from everywhere, so the same branches come up in many contexts.
  void helper(unsigned number) {
    line(0, filled("static int g#(int a, int b) {", {number}));
    line(1, filled("if (a > #) {", {constant()}));
    line(2, filled("if (b == a - #) return #;", {constant(), constant()}));
    const bool less = rng_.coin();
    line(2, filled(less ? "return b < a ? b : #;" : "return b > a ? b : #;", {constant()}));
    line(1, "}");
    line(1, filled("if ((b & 15) == #) {", {rng_.below(16)}));
    line(2, filled("return a < -# ? a + b : #;", {constant(), constant()}));
    line(1, "}");
    line(1, filled("return a ^ #;", {constant()}));
    line(0, "}");
  }

  void function(unsigned number) {
    waiting_ = children_[number];
    line(0, filled("static int f#(const int *x, int *s, int a) {", {number}));
    for (unsigned i = 0; i < locals; ++i) assign(1, filled("int v#", {i}));
    const unsigned end = written_ + lines_of_a_function;
    const auto calls = static_cast<unsigned>(waiting_.size());
    while (written_ < end) {
      // Calls are spread over the function.
      const unsigned due = calls - calls * (end - written_) / lines_of_a_function;
      if (calls - waiting_.size() < due)
        call_child(1);
      else
        statement(1, shape_.depth);
    }
    while (!waiting_.empty()) call_child(1);
    line(1, "return " + value() + ";");
    line(0, "}");
  }

  void statement(unsigned indent, unsigned depth) {
    const bool branch = rng_.below(shape_.lines) < shape_.branches * 3u / 2;
    if (depth == 0 || !branch) return assignment(indent);
    switch (rng_.below(10)) {
      case 0:
        return loop(indent);
      case 1:
        return choice(indent, depth);
      case 2:
        return line(indent, filled("v# = g#(x[#], v#);",
                                   {rng_.below(locals), rng_.below(helpers()), input(), rng_.below(locals)}));
      default:
        return condition(indent, depth);
    }
  }

  void block(unsigned indent, unsigned depth) {
    const std::uint64_t count = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < count; ++i) statement(indent, depth);
  }

  void assignment(unsigned indent) {
    if (rng_.below(3) == 0)
      line(indent, filled("s[#] += #;", {rng_.below(state_words), 1 + rng_.below(3)}));
    else
      assign(indent, filled("v#", {rng_.below(locals)}));
  }

  void assign(unsigned indent, const std::string& to) { line(indent, to + " = " + value() + ";"); }

  void condition(unsigned indent, unsigned depth) {
    line(indent, "if (" + test() + ") {");
    block(indent + 1, depth - 1);
    if (rng_.coin()) {
      line(indent, "} else {");
      block(indent + 1, depth - 1);
    }
    line(indent, "}");
  }

  /// Short, and none in another: every round doubles the paths.
  void loop(unsigned indent) {
    line(indent, filled("for (int i = 0; i < # && x[#] > i * #; i++) {",
                        {2 + rng_.below(3), input(), 1 + rng_.below(9)}));
    assignment(indent + 1);
    line(indent + 1, filled("if (x[(i + #) % #] == #) {", {input(), shape_.inputs, constant()}));
    assignment(indent + 2);
    line(indent + 1, "}");
    line(indent, "}");
  }

  void choice(unsigned indent, unsigned depth) {
    line(indent, filled("switch (x[#] & 7) {", {input()}));
    const std::uint64_t first = rng_.below(3), cases = 2 + rng_.below(4);
    for (std::uint64_t i = 0; i < cases; ++i) {
      line(indent + 1, filled("case #:", {first + i}));
      block(indent + 2, depth > 1 ? depth - 2 : 0);
      line(indent + 2, "break;");
    }
    line(indent, "}");
  }

  void call_child(unsigned indent) {
    const std::string target = filled("v# = f#(x, s, ", {rng_.below(locals), waiting_.back()});
    const std::string text = target + value() + ");";
    waiting_.pop_back();
    if (rng_.below(3) == 0) return line(indent, text);
    line(indent, "if (" + entry_test() + ") {");
    line(indent + 1, text);
    line(indent, "}");
  }

  std::uint64_t input() { return rng_.below(shape_.inputs); }
  /// Another one.
  std::uint64_t input_but(std::uint64_t one) {
    return (one + 1 + rng_.below(shape_.inputs - 1)) % shape_.inputs;
  }
  std::uint64_t constant() { return rng_.below(100); }

  std::string value() {
    const std::uint64_t first = input();
    switch (rng_.below(6)) {
      case 0:
        return filled("x[#] + #", {first, constant()});
      case 1:
        return filled("x[#] - x[#]", {first, input_but(first)});
      case 2:
        return filled("a + # * x[#]", {2 + rng_.below(3), first});
      case 3:
        return filled("x[#] % #", {first, 3 + rng_.below(20)});
      case 4:
        return filled("x[#] ^ #", {first, constant()});
      default:
        return filled("a - #", {constant()});
    }
  }

  /// Around calls: about inputs alone, or whole functions would be out of reach.
  std::string entry_test() {
    const std::uint64_t first = input();
    switch (rng_.below(4)) {
      case 0:
        return filled("x[#] != x[#]", {first, input_but(first)});
      case 1:
        return filled("(x[#] & 3) == #", {first, rng_.below(4)});
      case 2:
        return filled("x[#] > #", {first, constant()});
      default:
        return filled("x[#] < #", {first, constant()});
    }
  }

  std::string test() {
    const std::uint64_t first = input();
    const std::uint64_t local = rng_.below(locals), state = rng_.below(state_words);
    switch (rng_.below(12)) {
      case 0:
        return filled("v# > x[#]", {local, first});
      case 1:
        return filled("x[#] < # && v# != #", {first, constant(), local, constant()});
      case 2:
        return filled("x[#] == x[#] + #", {first, input_but(first), constant()});
      case 3:
        return filled("(x[#] & 7) == #", {first, rng_.below(8)});
      case 4:
        return filled("s[#] > #", {state, 2 + rng_.below(12)});
      case 5:
        return filled("s[#] % 4 == #", {state, rng_.below(4)});
      case 6:
        return filled("a + x[#] > #", {first, constant()});
      case 7:
        return filled("v# == #", {local, constant()});
      case 8:
        return filled("# * x[#] == v#", {2 + rng_.below(3), first, local});
      case 9:
        return filled("x[#] > # || x[#] == #", {first, constant() + 100, input_but(first), constant()});
      case 10:
        return filled("x[#] < #", {first, constant()});
      default:
        return filled("x[#] == #", {first, constant()});
    }
  }

  SyntheticShape shape_;
  Rng rng_;
  unsigned functions_;
  std::vector<std::vector<unsigned>> children_;
  std::vector<unsigned> waiting_;  // to be called by the function being written
  std::string out_;
  unsigned written_ = 0;
};

}  // namespace

std::string synthetic_program(SyntheticShape shape) {
  if (shape.branches == 0) shape.branches = shape.lines / 5;
  if (shape.inputs == 0) shape.inputs = std::clamp(shape.lines / 50, 8u, 64u);
  shape.inputs = std::max(shape.inputs, 2u);
  return Writer(shape).write();
}

}  // namespace espalier::bench
