#include "property/programs/shrink.h"

#include <algorithm>
#include <utility>

namespace espalier::property {
namespace {

using enum Expr::Kind;

bool is_condition(const Expr& expr) {
  return expr.kind == And || expr.kind == Or || expr.kind == Not || expr.kind == Leaf;
}

// Collects copies of one program, each changed in one place.
class Smaller {
 public:
  explicit Smaller(const Program& program) : program_(program) {}

  std::vector<Program> all() {
    functions();
    statements();
    labels();
    declarations();
    expressions();
    return std::move(found_);
  }

 private:
  // Keeps what `change` makes of a copy.  It answers false when it found nothing to do.
  template <class Change>
  void offer(const Change& change) {
    Program copy = program_;
    if (change(copy) && is_well_formed(copy)) found_.push_back(std::move(copy));
  }

  void functions() {
    for (std::size_t i = 0; i + 1 < program_.functions.size(); ++i)
      offer([&](Program& copy) {
        const std::string name = copy.functions[i].name;
        copy.functions.erase(copy.functions.begin() + static_cast<std::ptrdiff_t>(i));
        for_each_expr(copy, [&](Expr& expr) {
          if (expr.kind == Call && expr.name == name) expr = {.kind = Constant, .type = expr.type};
        });
        return true;
      });
  }

  // Visits the n-th block of the program, for all n.
  template <class Change>
  void for_blocks(const Change& change) {
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      std::size_t blocks = 0;
      Program scratch = program_;
      for_each_block(scratch.functions[f].body, [&](Block&) { ++blocks; });
      for (std::size_t n = 0; n < blocks; ++n) change(f, n);
    }
  }

  template <class Change>
  static void at_block(Program& program, std::size_t f, std::size_t n, const Change& change) {
    Block* wanted = nullptr;
    std::size_t at = 0;
    for_each_block(program.functions[f].body, [&](Block& block) {
      if (at++ == n) wanted = &block;
    });
    change(*wanted);
  }

  void statements() {
    for_blocks([&](std::size_t f, std::size_t n) {
      std::size_t size = 0;
      Program scratch = program_;
      at_block(scratch, f, n, [&](Block& block) { size = block.size(); });
      for (std::size_t i = 0; i < size; ++i) {
        offer([&](Program& copy) {
          at_block(copy, f, n,
                   [&](Block& block) { block.erase(block.begin() + static_cast<std::ptrdiff_t>(i)); });
          return true;
        });
        for (std::size_t body = 0; body < 4; ++body)
          offer([&](Program& copy) { return unwrap(copy, f, n, i, body); });
        offer([&](Program& copy) { return drop_else(copy, f, n, i); });
      }
    });
  }

  // Puts one of its bodies in the place of a statement.
  static bool unwrap(Program& copy, std::size_t f, std::size_t n, std::size_t i, std::size_t body) {
    bool done = false;
    at_block(copy, f, n, [&](Block& block) {
      if (body >= block[i].bodies.size()) return;
      Block inner = std::move(block[i].bodies[body]);
      if (block[i].kind == Stmt::Kind::Switch && !inner.empty() && inner.back().kind == Stmt::Kind::Break)
        inner.pop_back();
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
      done = true;
    });
    return done;
  }

  static bool drop_else(Program& copy, std::size_t f, std::size_t n, std::size_t i) {
    bool done = false;
    at_block(copy, f, n, [&](Block& block) {
      if (block[i].kind != Stmt::Kind::If || block[i].bodies.size() != 2) return;
      block[i].bodies.pop_back();
      done = true;
    });
    return done;
  }

  void labels() {
    for_blocks([&](std::size_t f, std::size_t n) {
      Program scratch = program_;
      at_block(scratch, f, n, [&](Block& block) {
        for (std::size_t i = 0; i < block.size(); ++i)
          for (std::size_t k = 0; k < block[i].labels.size(); ++k) {
            offer([&](Program& copy) {
              at_block(copy, f, n, [&](Block& b) {
                b[i].labels.erase(b[i].labels.begin() + static_cast<std::ptrdiff_t>(k));
                b[i].bodies.erase(b[i].bodies.begin() + static_cast<std::ptrdiff_t>(k));
              });
              return true;
            });
            for (std::size_t v = 0; v < block[i].labels[k].values.size(); ++v)
              offer([&](Program& copy) {
                at_block(copy, f, n, [&](Block& b) {
                  auto& values = b[i].labels[k].values;
                  values.erase(values.begin() + static_cast<std::ptrdiff_t>(v));
                });
                return true;
              });
          }
      });
    });
  }

  void declarations() {
    for (std::size_t i = 0; i < program_.globals.size(); ++i)
      offer([&](Program& copy) {
        copy.globals.erase(copy.globals.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      });
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      for (std::size_t i = 0; i < function.locals.size(); ++i)
        offer([&](Program& copy) {
          auto& locals = copy.functions[f].locals;
          locals.erase(locals.begin() + static_cast<std::ptrdiff_t>(i));
          return true;
        });
      // Parameters of helpers are tied to the calls; those of the unit are free.
      if (f + 1 == program_.functions.size() && function.parameters.size() > 1)
        offer([&](Program& copy) {
          copy.functions[f].parameters.pop_back();
          return true;
        });
    }
  }

  void expressions() {
    std::vector<Expr> places;
    Program scratch = program_;
    for_each_expr(scratch, [&](Expr& expr) { places.push_back(expr); });
    for (std::size_t n = 0; n < places.size(); ++n) {
      const Expr& old = places[n];
      for (const auto& operand : old.operands)
        if (is_condition(old) == is_condition(operand)) replace(n, operand);
      // `a && b` as a value and a choice have conditions below: one of their tested values will do.
      if (old.kind == Leaf || old.kind == Constant || old.kind == Variable) continue;
      if (!is_condition(old)) replace(n, {.kind = Constant, .type = Type::I32, .value = 0});
      if (!is_condition(old)) replace(n, {.kind = Constant, .type = Type::I32, .value = 1});
    }
  }

  void replace(std::size_t n, const Expr& with) {
    offer([&](Program& copy) {
      Expr* wanted = nullptr;
      std::size_t at = 0;
      for_each_expr(copy, [&](Expr& expr) {
        if (at++ == n) wanted = &expr;
      });
      *wanted = Expr(with);
      return true;
    });
  }

  const Program& program_;
  std::vector<Program> found_;
};

}  // namespace

std::vector<Program> smaller_programs(const Program& program) { return Smaller(program).all(); }

Program shrink(Program program, const std::function<bool(const Program&)>& fails, unsigned attempts) {
  // After a success the list is made anew but searched from where it succeeded: what could not be
  // removed before rarely can be now.
  std::size_t from = 0;
  bool progress = true;
  while (progress && attempts > 0) {
    progress = false;
    const auto candidates = smaller_programs(program);
    for (std::size_t k = 0; k < candidates.size() && attempts > 0; ++k) {
      const std::size_t at = (from + k) % candidates.size();
      --attempts;
      if (!fails(candidates[at])) continue;
      program = candidates[at];
      from = at;
      progress = true;
      break;
    }
  }
  return program;
}

}  // namespace espalier::property
