// Terms as SMT-LIB 2 text.  Everything is a bit vector there, too; floating-point operators convert
// at their borders.
#include <fmt/format.h>

#include <bit>
#include <span>

#include "expr/semantics.h"
#include "solve/record.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Term;

std::string name(Expr e) { return fmt::format("t{}", e.id); }

std::string constant(std::uint64_t value, unsigned bits) { return fmt::format("(_ bv{} {})", value, bits); }

std::string format_of(unsigned bits) { return bits == 32 ? "8 24" : "11 53"; }

std::string number(const expr::Pool& pool, Expr e) {
  return fmt::format("((_ to_fp {}) {})", format_of(pool.bits(e)), name(e));
}

std::string truth(const std::string& condition) { return fmt::format("(ite {} #b1 #b0)", condition); }

class Writer {
 public:
  Writer(const expr::Pool& pool, Expr e) : pool_(pool), e_(e), term_(pool[e]) {}

  std::string definition() {
    if (term_.op == Op::Input)  // low bits of a variable, all of which have 64
      return define(fmt::format("((_ extract {} 0) x{})", term_.bits - 1, term_.k));
    if (term_.op >= Op::FAdd) return floating();
    return define(integer());
  }

 private:
  std::string define(const std::string& text) const {
    return fmt::format("(define-fun {} () (_ BitVec {}) {})\n", name(e_), term_.bits, text);
  }
  std::string a() const { return name(term_.operands[0]); }
  std::string b() const { return name(term_.operands[1]); }
  std::string apply(const char* op) const { return fmt::format("({} {} {})", op, a(), b()); }

  std::string shift(const char* op) const {
    return fmt::format("({} {} (bvurem {} {}))", op, a(), b(), constant(term_.bits, term_.bits));
  }

  std::string integer() const {
    switch (term_.op) {
      case Op::Const:
        return constant(term_.k, term_.bits);
      case Op::Add:
        return apply("bvadd");
      case Op::Sub:
        return apply("bvsub");
      case Op::Mul:
        return apply("bvmul");
      case Op::UDiv:
        return apply("bvudiv");
      case Op::SDiv:
        return apply("bvsdiv");
      case Op::URem:
        return apply("bvurem");
      case Op::SRem:
        return apply("bvsrem");
      case Op::And:
        return apply("bvand");
      case Op::Or:
        return apply("bvor");
      case Op::Xor:
        return apply("bvxor");
      case Op::Shl:
        return term_.bits == 1 ? a() : shift("bvshl");
      case Op::LShr:
        return term_.bits == 1 ? a() : shift("bvlshr");
      case Op::AShr:
        return term_.bits == 1 ? a() : shift("bvashr");
      case Op::Eq:
        return truth(apply("="));
      case Op::Ne:
        return truth(apply("distinct"));
      case Op::Ult:
        return truth(apply("bvult"));
      case Op::Ule:
        return truth(apply("bvule"));
      case Op::Slt:
        return truth(apply("bvslt"));
      case Op::Sle:
        return truth(apply("bvsle"));
      case Op::ZExt:
      case Op::SExt:
        return fmt::format("((_ {} {}) {})", term_.op == Op::ZExt ? "zero_extend" : "sign_extend",
                           term_.bits - pool_.bits(term_.operands[0]), a());
      case Op::Extract:
        return fmt::format("((_ extract {} {}) {})", term_.k + term_.bits - 1, term_.k, a());
      case Op::Concat:
        return apply("concat");
      case Op::Select:
        return fmt::format("(ite (= {} #b1) {} {})", a(), b(), name(term_.operands[2]));
      default:
        return constant(0, term_.bits);  // not reached: floating point is apart
    }
  }

  // The bits of a result cannot be had in SMT-LIB; they are a fresh constant that reads as the result.
  // Which NaN it is stays open.
  std::string result(const std::string& value) const {
    return fmt::format("(declare-const {0} (_ BitVec {1}))\n(assert (= ((_ to_fp {2}) {0}) {3}))\n", name(e_),
                       term_.bits, format_of(term_.bits), value);
  }

  std::string floating() const {
    const auto [ea, eb, unused] = term_.operands;
    const auto x = [&, e = ea] { return number(pool_, e); };
    const auto y = [&, e = eb] { return number(pool_, e); };
    const std::uint64_t sign = std::uint64_t{1} << (term_.bits - 1);
    switch (term_.op) {
      case Op::FAdd:
        return result(fmt::format("(fp.add RNE {} {})", x(), y()));
      case Op::FSub:
        return result(fmt::format("(fp.sub RNE {} {})", x(), y()));
      case Op::FMul:
        return result(fmt::format("(fp.mul RNE {} {})", x(), y()));
      case Op::FDiv:
        return result(fmt::format("(fp.div RNE {} {})", x(), y()));
      case Op::FSqrt:
        return result(fmt::format("(fp.sqrt RNE {})", x()));
      case Op::FNeg:
        return define(fmt::format("(bvxor {} {})", a(), constant(sign, term_.bits)));
      case Op::FAbs:
        return define(fmt::format("(bvand {} {})", a(), constant(sign - 1, term_.bits)));
      case Op::FEq:
        return define(truth(fmt::format("(fp.eq {} {})", x(), y())));
      case Op::FLt:
        return define(truth(fmt::format("(fp.lt {} {})", x(), y())));
      case Op::FLe:
        return define(truth(fmt::format("(fp.leq {} {})", x(), y())));
      case Op::FUno:
        return define(truth(fmt::format("(or (fp.isNaN {}) (fp.isNaN {}))", x(), y())));
      case Op::FToF:
        return result(fmt::format("((_ to_fp {}) RNE {})", format_of(term_.bits), x()));
      case Op::SToF:
        return result(fmt::format("((_ to_fp {}) RNE {})", format_of(term_.bits), a()));
      case Op::UToF:
        return result(fmt::format("((_ to_fp_unsigned {}) RNE {})", format_of(term_.bits), a()));
      default: {  // FToS: in range, or the smallest integer
        const unsigned from = pool_.bits(ea);
        const auto power = [&](bool negative) {
          const int exponent = static_cast<int>(term_.bits) - 1;
          const std::uint64_t pattern =
              from == 32 ? static_cast<std::uint64_t>(exponent + 127) << 23 | std::uint64_t{negative} << 31
                         : static_cast<std::uint64_t>(exponent + 1023) << 52 | std::uint64_t{negative} << 63;
          return fmt::format("((_ to_fp {}) {})", format_of(from), constant(pattern, from));
        };
        const std::string whole = fmt::format("(fp.roundToIntegral RTZ {})", x());
        return define(fmt::format("(ite (and (fp.leq {} {}) (fp.lt {} {})) ((_ fp.to_sbv {}) RTZ {}) {})",
                                  power(true), whole, whole, power(false), term_.bits, x(),
                                  constant(sign, term_.bits)));
      }
    }
  }

  const expr::Pool& pool_;
  Expr e_;
  const Term& term_;
};

}  // namespace

std::string smtlib_definitions(const expr::Pool& pool, Expr root, SmtlibWritten& done) {
  std::string text;
  std::vector<bool>& written = done.terms;
  if (written.size() < pool.size()) written.resize(pool.size(), false);
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    bool ready = true;
    for (const Expr operand : pool[e].operands)
      if (operand && !written[operand.id]) {
        stack.push_back(operand);
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    if (written[e.id]) continue;
    written[e.id] = true;
    if (pool[e].op == Op::Input) {
      const auto variable = static_cast<std::size_t>(pool[e].k);
      if (variable >= done.variables.size()) done.variables.resize(variable + 1, false);
      if (!done.variables[variable]) text += fmt::format("(declare-const x{} (_ BitVec 64))\n", variable);
      done.variables[variable] = true;
    }
    text += Writer(pool, e).definition();
  }
  return text;
}

std::string to_smtlib(const expr::Pool& pool, std::span<const Expr> constraints) {
  std::string text = "(set-logic QF_BVFP)\n";
  SmtlibWritten written;
  for (const Expr constraint : constraints) text += smtlib_definitions(pool, constraint, written);
  for (const Expr constraint : constraints) text += fmt::format("(assert (= {} #b1))\n", name(constraint));
  return text + "(check-sat)\n";
}

}  // namespace espalier::solve
