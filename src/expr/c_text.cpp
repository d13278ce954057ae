#include "expr/c_text.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "expr/semantics.h"

namespace espalier::expr {
namespace {

constexpr int deepest_text = 40;

/// How the context reads the bits of a term.
enum class Reading : std::uint8_t { Signed, Unsigned, Float };

const char* integer_type(unsigned bits, bool is_signed) {
  switch (bits) {
    case 8:
      return is_signed ? "signed char" : "unsigned char";
    case 16:
      return is_signed ? "short" : "unsigned short";
    case 32:
      return is_signed ? "int" : "unsigned";
    case 64:
      return is_signed ? "long" : "unsigned long";
    default:
      return nullptr;
  }
}

struct Comparison {
  const char* text;
  const char* negated;
  Reading reading;
};

/// Floating-point comparisons are false for NaN, so that their negation is no comparison.
Comparison comparison_of(Op op) {
  switch (op) {
    case Op::Eq:
      return {"==", "!=", Reading::Signed};
    case Op::Ne:
      return {"!=", "==", Reading::Signed};
    case Op::Ult:
      return {"<", ">=", Reading::Unsigned};
    case Op::Ule:
      return {"<=", ">", Reading::Unsigned};
    case Op::Slt:
      return {"<", ">=", Reading::Signed};
    case Op::Sle:
      return {"<=", ">", Reading::Signed};
    case Op::FEq:
      return {"==", nullptr, Reading::Float};
    case Op::FLt:
      return {"<", nullptr, Reading::Float};
    case Op::FLe:
      return {"<=", nullptr, Reading::Float};
    default:
      return {nullptr, nullptr, Reading::Signed};
  }
}

const char* arithmetic_of(Op op) {
  switch (op) {
    case Op::Add:
    case Op::FAdd:
      return "+";
    case Op::Sub:
    case Op::FSub:
      return "-";
    case Op::Mul:
    case Op::FMul:
      return "*";
    case Op::UDiv:
    case Op::SDiv:
    case Op::FDiv:
      return "/";
    case Op::URem:
    case Op::SRem:
      return "%";
    case Op::And:
      return "&";
    case Op::Or:
      return "|";
    case Op::Xor:
      return "^";
    case Op::Shl:
      return "<<";
    case Op::LShr:
    case Op::AShr:
      return ">>";
    default:
      return nullptr;
  }
}

class Writer {
 public:
  Writer(const Pool& pool, const std::vector<CName>& names, std::size_t longest)
      : pool_(pool), names_(names), longest_(longest) {}

  std::string text(Expr e) {
    condition(e, false, 0);
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] bool too_long(int depth) const { return depth > deepest_text || out_.size() > longest_; }

  [[nodiscard]] const CName* choice(Expr e) const {
    const Term& term = pool_[e];
    if (term.op == Op::ZExt || term.op == Op::SExt) return choice(term.operands[0]);
    if (term.op == Op::Extract && term.k == 0) return choice(term.operands[0]);
    if (term.op != Op::Input || term.k >= names_.size()) return nullptr;
    return names_[term.k].is_choice ? &names_[term.k] : nullptr;
  }

  /// `p == NULL`, or its opposite.
  void put_choice(const CName& name, bool holds) {
    const auto equals = name.text.find(" == ");
    if (holds)
      put("{}", name.text);
    else if (equals != std::string::npos)
      put("{} != {}", name.text.substr(0, equals), name.text.substr(equals + 4));
    else
      put("!({})", name.text);
  }

  /// A one-bit term as a condition; `negated`: its opposite.
  void condition(Expr e, bool negated, int depth) {
    const Term& term = pool_[e];
    const auto [a, b, c] = term.operands;
    if (too_long(depth)) return put("...");
    if (const CName* name = choice(e); name != nullptr && term.bits == 1) return put_choice(*name, !negated);
    if (term.op == Op::Xor && term.bits == 1 && pool_.is_constant(b) && pool_[b].k == 1)
      return condition(a, !negated, depth + 1);
    if ((term.op == Op::And || term.op == Op::Or) && term.bits == 1) {
      const bool both = (term.op == Op::And) != negated;  // De Morgan
      put("(");
      condition(a, negated, depth + 1);
      put("{}", both ? " && " : " || ");
      condition(b, negated, depth + 1);
      return put(")");
    }
    if (term.op == Op::FUno) {
      put("{}isunordered(", negated ? "!" : "");
      value(a, Reading::Float, depth + 1);
      put(", ");
      value(b, Reading::Float, depth + 1);
      return put(")");
    }
    if (is_comparison(term.op)) return comparison(term, negated, depth);
    if (term.op == Op::Const && term.bits == 1) return put("{}", (term.k != 0) != negated ? 1 : 0);
    put("{}", negated ? "!(" : "(");
    value(e, Reading::Unsigned, depth + 1);
    put(")");
  }

  void comparison(const Term& term, bool negated, int depth) {
    const auto [a, b, c] = term.operands;
    const auto [text, opposite, reading] = comparison_of(term.op);
    if (const CName* name = choice(a); name != nullptr && pool_.is_constant(b) && pool_[b].k <= 1 &&
                                       (term.op == Op::Eq || term.op == Op::Ne))
      return put_choice(*name, ((term.op == Op::Eq) == (pool_[b].k == 1)) != negated);
    const bool around = negated && opposite == nullptr;
    put("{}", around ? "!(" : "");
    const bool either = term.op == Op::Eq || term.op == Op::Ne;
    const Reading read = either && is_unsigned(a) ? Reading::Unsigned : reading;
    value(a, read, depth + 1);
    put(" {} ", negated && !around ? opposite : text);
    value(b, read, depth + 1);
    put("{}", around ? ")" : "");
  }

  /// For `==` either reading will do: the one without a cast.
  [[nodiscard]] bool is_unsigned(Expr e) const {
    const Term& term = pool_[e];
    return term.op == Op::Input && term.k < names_.size() && !names_[term.k].is_signed;
  }

  void constant(const Term& term, Reading reading) {
    if (reading == Reading::Float) {
      const double number = term.bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(term.k))
                                            : std::bit_cast<double>(term.k);
      if (std::isnan(number)) return put("NAN");
      if (std::isinf(number)) return put("{}", number < 0 ? "-INFINITY" : "INFINITY");
      const auto digits = fmt::format("{}", number);
      return put("{}{}", digits, digits.find_first_of(".e") == std::string::npos ? ".0" : "");
    }
    const char* const wide = term.bits > 32 ? "l" : "";
    if (reading == Reading::Unsigned && term.bits > 1) return put("{}u{}", term.k, wide);
    const std::int64_t number =
        term.bits > 1 ? sign_extend(term.k, term.bits) : static_cast<std::int64_t>(term.k);
    // The smallest integers have no literal.
    if (number < 0 && number == sign_extend(std::uint64_t{1} << (term.bits - 1), term.bits) &&
        term.bits >= 32)
      return put("(-{}{} - 1)", -(number + 1), wide);
    put("{}{}", number, wide);
  }

  void input(const Term& term, Reading reading) {
    if (term.k >= names_.size()) return put("x{}", term.k);
    const CName& name = names_[term.k];
    const char* type = integer_type(term.bits, reading == Reading::Signed);
    const bool fits =
        reading == Reading::Float || name.is_signed == (reading == Reading::Signed) || type == nullptr;
    if (fits)
      put("{}", name.text);
    else
      put("({}){}", type, name.text);
  }

  /// A term of any width, read as `reading` says.
  void value(Expr e, Reading reading, int depth) {
    const Term& term = pool_[e];
    const auto [a, b, c] = term.operands;
    if (too_long(depth)) return put("...");
    switch (term.op) {
      case Op::Const:
        return constant(term, reading);
      case Op::Input:
        return input(term, reading);
      case Op::ZExt:
        if (pool_[a].bits == 1) return parenthesised_condition(a, depth);
        return cast(reading, term.bits, a, Reading::Unsigned, depth);
      case Op::SExt:
        return cast(reading, term.bits, a, Reading::Signed, depth);
      case Op::Extract:
        return extract(term, reading, depth);
      case Op::Concat:
        put("((unsigned long)");
        value(a, Reading::Unsigned, depth + 1);
        put(" << {} | ", pool_[b].bits);
        value(b, Reading::Unsigned, depth + 1);
        return put(")");
      case Op::Select:
        put("(");
        condition(a, false, depth + 1);
        put(" ? ");
        value(b, reading, depth + 1);
        put(" : ");
        value(c, reading, depth + 1);
        return put(")");
      case Op::FNeg:
        return call("-", a, Reading::Float, depth);
      case Op::FAbs:
        return call(term.bits == 32 ? "fabsf" : "fabs", a, Reading::Float, depth);
      case Op::FSqrt:
        return call(term.bits == 32 ? "sqrtf" : "sqrt", a, Reading::Float, depth);
      case Op::FToF:
      case Op::SToF:
      case Op::UToF:
        return call(term.bits == 32 ? "(float)" : "(double)", a,
                    term.op == Op::FToF   ? Reading::Float
                    : term.op == Op::SToF ? Reading::Signed
                                          : Reading::Unsigned,
                    depth);
      case Op::FToS:
        return call(fmt::format("({})", integer_type(term.bits, true)), a, Reading::Float, depth);
      default:
        break;
    }
    if (is_comparison(term.op) || term.bits == 1) return parenthesised_condition(e, depth);
    arithmetic(term, reading, depth);
  }

  void parenthesised_condition(Expr e, int depth) {
    put("(");
    condition(e, false, depth + 1);
    put(")");
  }

  void call(const std::string& name, Expr a, Reading reading, int depth) {
    put("{}(", name);
    value(a, reading, depth + 1);
    put(")");
  }

  /// A wider type.  C widens to int by itself, and takes an int for signed.
  void cast(Reading reading, unsigned bits, Expr a, Reading inner, int depth) {
    if (bits > 32)
      put("({})", reading == Reading::Signed ? "long" : "unsigned long");
    else if (reading == Reading::Unsigned)
      put("(unsigned)");
    value(a, inner, depth + 1);
  }

  void extract(const Term& term, Reading reading, int depth) {
    const char* type = integer_type(term.bits, reading == Reading::Signed);
    if (type != nullptr)
      put("({})(", type);
    else
      put("(");
    value(term.operands[0], Reading::Unsigned, depth + 1);
    if (term.k != 0) put(" >> {}", term.k);
    if (type == nullptr) put(" & {}", (std::uint64_t{1} << term.bits) - 1);
    put(")");
  }

  void arithmetic(const Term& term, Reading reading, int depth) {
    const auto [a, b, c] = term.operands;
    const char* const text = arithmetic_of(term.op);
    const bool is_float = term.op >= Op::FAdd;
    Reading inner = is_float ? Reading::Float : reading;
    if (term.op == Op::UDiv || term.op == Op::URem || term.op == Op::LShr) inner = Reading::Unsigned;
    if (term.op == Op::SDiv || term.op == Op::SRem || term.op == Op::AShr) inner = Reading::Signed;
    // Narrow types are widened to int before C computes with them; the result has to be cut again.
    const char* const narrow =
        !is_float && term.bits < 32 ? integer_type(term.bits, inner == Reading::Signed) : nullptr;
    const char* const reread =
        !is_float && inner != reading ? integer_type(term.bits, reading == Reading::Signed) : nullptr;
    if (reread != nullptr)
      put("({})", reread);
    else if (narrow != nullptr)
      put("({})", narrow);
    put("(");
    value(a, inner, depth + 1);
    const Term& right = pool_[b];
    if (term.op == Op::Add && right.op == Op::Const && inner == Reading::Signed &&
        sign_extend(right.k, right.bits) < 0 && sign_extend(right.k, right.bits) > -1'000'000'000) {
      put(" - {}", -sign_extend(right.k, right.bits));
    } else {
      put(" {} ", text == nullptr ? "?" : text);
      value(b, inner, depth + 1);
    }
    put(")");
  }

  const Pool& pool_;
  const std::vector<CName>& names_;
  const std::size_t longest_;
  std::string out_;
};

}  // namespace

std::string to_c(const Pool& pool, Expr e, const std::vector<CName>& names, std::size_t longest) {
  return Writer(pool, names, longest).text(e);
}

}  // namespace espalier::expr
