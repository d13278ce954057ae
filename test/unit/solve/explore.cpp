#include "unit/solve/explore.h"

#include <bit>

namespace espalier::test {

using expr::Expr;
using expr::Op;
using expr::Pool;

Exploration explore(Pool& pool, solve::Solver& solver, const Program& program, std::size_t most_paths) {
  struct Todo {
    Input input;
    std::vector<Expr> path;
    std::size_t bound;  // choices before this one belong to an earlier path
    std::size_t next;   // choices below this one are still to be flipped
  };
  Exploration result;
  const auto start = [&](Input input, const std::vector<Expr>& asked) {
    Run run(pool, input);
    program(pool, run);
    ++result.paths;
    if (run.path.size() < asked.size() || !std::equal(asked.begin(), asked.end(), run.path.begin()))
      ++result.astray;
    const std::size_t length = run.path.size();
    return Todo{std::move(input), std::move(run.path), asked.size(), length};
  };
  std::vector<Todo> stack;
  stack.push_back(start(Input{}, {}));
  while (!stack.empty() && result.paths < most_paths) {
    Todo& top = stack.back();
    if (top.next == top.bound) {
      stack.pop_back();
      continue;
    }
    --top.next;
    std::vector<Expr> asked(top.path.begin(), top.path.begin() + static_cast<std::ptrdiff_t>(top.next) + 1);
    asked.back() = pool.negate(asked.back());
    solve::Answer answer = solver.solve({asked, top.input, std::chrono::seconds(10)});
    if (auto* sat = std::get_if<solve::Sat>(&answer)) {
      ++result.sat;
      stack.push_back(start(std::move(sat->input), asked));
    } else if (std::holds_alternative<solve::Unsat>(answer)) {
      ++result.unsat;
    } else {
      ++result.unknown;
    }
  }
  return result;
}

void triangle(Pool& pool, Run& run) {
  const Expr a = pool.input(0, 32), b = pool.input(1, 32), c = pool.input(2, 32), zero = pool.constant(0, 32);
  for (const Expr side : {a, b, c})
    if (run.branch(pool.binary(Op::Sle, side, zero))) return;
  const auto sum_too_small = [&](Expr x, Expr y, Expr z) {
    return run.branch(pool.binary(Op::Sle, pool.binary(Op::Add, x, y), z));
  };
  if (sum_too_small(a, b, c) || sum_too_small(a, c, b) || sum_too_small(b, c, a)) return;
  if (run.branch(pool.binary(Op::Eq, a, b))) {
    run.branch(pool.binary(Op::Eq, b, c));
    return;
  }
  if (run.branch(pool.binary(Op::Eq, b, c))) return;
  run.branch(pool.binary(Op::Eq, a, c));
}

Program bubble_sort(int count) {
  return [count](Pool& pool, Run& run) {
    std::vector<Expr> values;
    for (int i = 0; i < count; ++i) values.push_back(pool.input(static_cast<std::uint32_t>(i), 32));
    for (std::size_t end = values.size(); end > 1; --end)
      for (std::size_t i = 0; i + 1 < end; ++i)
        if (run.branch(pool.binary(Op::Slt, values[i + 1], values[i]))) std::swap(values[i], values[i + 1]);
  };
}

// First checks that the array ascends, then looks for the key.
Program binary_search(int count) {
  return [count](Pool& pool, Run& run) {
    const auto at = [&](int i) { return pool.input(static_cast<std::uint32_t>(i), 32); };
    const Expr key = pool.input(static_cast<std::uint32_t>(count), 32);
    for (int i = 0; i + 1 < count; ++i)
      if (run.branch(pool.binary(Op::Slt, at(i + 1), at(i)))) return;
    int low = 0, high = count - 1;
    while (low <= high) {
      const int middle = (low + high) / 2;
      if (run.branch(pool.binary(Op::Eq, at(middle), key))) return;
      if (run.branch(pool.binary(Op::Slt, at(middle), key)))
        low = middle + 1;
      else
        high = middle - 1;
    }
  };
}

// number { ('+' | '-') number } over bytes, digits summed up; then two questions about the sum.
Program parser(int length) {
  return [length](Pool& pool, Run& run) {
    const auto is = [&](Expr byte, char c) {
      return run.branch(pool.binary(Op::Eq, pool.unary(Op::SExt, byte, 32),
                                    pool.constant(static_cast<std::uint64_t>(c), 32)));
    };
    Expr value = pool.constant(0, 32);
    bool digit_seen = false;
    for (int i = 0; i < length; ++i) {
      const Expr byte = pool.input(static_cast<std::uint32_t>(i), 8);
      const Expr wide = pool.unary(Op::SExt, byte, 32);
      if (is(byte, 0)) break;
      if (run.branch(pool.binary(Op::Sle, pool.constant('0', 32), wide)) &&
          run.branch(pool.binary(Op::Sle, wide, pool.constant('9', 32)))) {
        value = pool.binary(Op::Add, pool.binary(Op::Mul, value, pool.constant(10, 32)),
                            pool.binary(Op::Sub, wide, pool.constant('0', 32)));
        digit_seen = true;
      } else if (digit_seen && (is(byte, '+') || is(byte, '-'))) {
        digit_seen = false;
      } else if (!is(byte, ' ')) {
        return;
      }
    }
    if (run.branch(pool.binary(Op::Slt, pool.constant(100, 32), value))) return;
    run.branch(pool.binary(Op::Eq, value, pool.constant(42, 32)));
  };
}

void quadratic(Pool& pool, Run& run) {
  const Expr a = pool.input(0, 64), b = pool.input(1, 64), c = pool.input(2, 64);
  const auto number = [&](double value) { return pool.constant(std::bit_cast<std::uint64_t>(value), 64); };
  if (run.branch(pool.binary(Op::FEq, a, number(0)))) {
    run.branch(pool.binary(Op::FEq, b, number(0)));
    return;
  }
  const Expr square = pool.binary(Op::FMul, b, b);
  const Expr product = pool.binary(Op::FMul, pool.binary(Op::FMul, number(4), a), c);
  const Expr discriminant = pool.binary(Op::FSub, square, product);
  if (run.branch(pool.binary(Op::FLt, discriminant, number(0)))) return;
  if (run.branch(pool.binary(Op::FEq, discriminant, number(0)))) return;
  const Expr root = pool.unary(Op::FSqrt, discriminant, 64);
  run.branch(pool.binary(Op::FLt, number(1), root));
}

}  // namespace espalier::test
