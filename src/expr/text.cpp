#include <fmt/format.h>

#include <bit>

#include "expr/expr.h"
#include "expr/semantics.h"

namespace espalier::expr {
namespace {

// Shared terms are written once per use, so a small graph can have a text of exponential length.
// What lies beyond these limits is written as `...`: the text is for people.
constexpr std::size_t longest_text = 4096;
constexpr int deepest_text = 64;

enum class Reading : std::uint8_t { Signed, Unsigned, Float };

bool is_float(Op op) { return op >= Op::FAdd; }

// How an operator reads its operands decides how a constant among them is written.
Reading reading_of(Op op) {
  switch (op) {
    case Op::UDiv:
    case Op::URem:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::LShr:
    case Op::Ult:
    case Op::Ule:
    case Op::ZExt:
    case Op::Extract:
    case Op::Concat:
    case Op::UToF:
      return Reading::Unsigned;
    case Op::SToF:
      return Reading::Signed;
    default:
      return is_float(op) ? Reading::Float : Reading::Signed;
  }
}

class Writer {
 public:
  Writer(const Pool& pool, const std::vector<std::string>& names) : pool_(pool), names_(names) {}

  std::string text(Expr e) {
    write(e, Reading::Signed, 0);
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void write_constant(const Term& term, Reading reading) {
    if (reading == Reading::Float && term.bits == 64) {
      put("{}", std::bit_cast<double>(term.k));
    } else if (reading == Reading::Float && term.bits == 32) {
      put("{}", std::bit_cast<float>(static_cast<std::uint32_t>(term.k)));
    } else if (reading == Reading::Signed && term.bits > 1) {
      put("{}", sign_extend(term.k, term.bits));
    } else {
      put("{}", term.k);
    }
  }

  void write_binary(const Term& term, int depth) {
    const auto [a, b, unused] = term.operands;
    const Reading reading = reading_of(term.op);
    put("(");
    write(a, reading, depth);
    const Term& right = pool_[b];
    if (term.op == Op::Add && right.op == Op::Const && sign_extend(right.k, right.bits) < 0) {
      put(" - {}", 0 - static_cast<std::uint64_t>(sign_extend(right.k, right.bits)));
    } else {
      put(" {} ", info(term.op).text);
      write(b, reading, depth);
    }
    put(")");
  }

  void write(Expr e, Reading reading, int depth) {
    const Term& term = pool_[e];
    const auto [a, b, c] = term.operands;
    if (depth > deepest_text || out_.size() > longest_text) {
      put("...");
    } else if (term.op == Op::Const) {
      write_constant(term, reading);
    } else if (term.op == Op::Input) {
      if (term.k < names_.size())
        put("{}", names_[term.k]);
      else
        put("x{}", term.k);
    } else if (term.op == Op::Xor && term.bits == 1 && pool_.is_constant(b)) {
      put("!");
      write(a, Reading::Signed, depth + 1);
    } else if (term.op == Op::Extract) {
      write(a, Reading::Unsigned, depth + 1);
      put("[{}..{}]", term.k, term.k + term.bits - 1);
    } else if (term.op == Op::Select) {
      put("(");
      write(a, Reading::Signed, depth + 1);
      put(" ? ");
      write(b, reading, depth + 1);
      put(" : ");
      write(c, reading, depth + 1);
      put(")");
    } else if (b) {
      write_binary(term, depth + 1);
    } else {
      put("{}{}(", info(term.op).text, term.bits);
      write(a, reading_of(term.op), depth + 1);
      put(")");
    }
  }

  const Pool& pool_;
  const std::vector<std::string>& names_;
  std::string out_;
};

}  // namespace

std::string to_text(const Pool& pool, Expr e, const std::vector<std::string>& variable_names) {
  std::string text = Writer(pool, variable_names).text(e);
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  return text;
}

}  // namespace espalier::expr
