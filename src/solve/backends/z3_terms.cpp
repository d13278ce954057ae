#include "solve/backends/z3_terms.h"

#include <bit>

#include "expr/semantics.h"

namespace espalier::solve {

using expr::Expr;
using expr::Op;
using expr::Term;

Z3Terms::Z3Terms(z3::context& context, const expr::Pool& pool)
    : context_(context),
      pool_(pool),
      nearest_(z3::to_expr(context, Z3_mk_fpa_rne(context))),
      to_zero_(z3::to_expr(context, Z3_mk_fpa_rtz(context))) {}

z3::expr Z3Terms::condition(Expr e) {
  translate(e);
  return truth(e);
}

void Z3Terms::read_model(const z3::model& model, Input& input) const {
  for (unsigned i = 0; i < model.num_consts(); ++i) {
    const z3::func_decl constant = model.get_const_decl(i);
    if (constant.name().kind() != Z3_INT_SYMBOL) continue;
    std::uint64_t value = 0;
    if (model.get_const_interp(constant).is_numeral_u64(value))
      input.set(static_cast<std::uint32_t>(constant.name().to_int()), value);
  }
}

// Operands first, with a stack of our own: a sum over a long loop is a deep term.
void Z3Terms::translate(Expr root) {
  if (forms_.size() < pool_.size()) forms_.resize(pool_.size());
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    bool ready = true;
    for (const Expr operand : pool_[e].operands) {
      if (!operand || forms_[operand.id].known()) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    if (!forms_[e.id].known()) translate_one(e);
  }
}

void Z3Terms::translate_one(Expr e) {
  const Term& term = pool_[e];
  bool has_floats = term.op >= Op::FAdd;
  for (const Expr operand : term.operands) has_floats = has_floats || forms_[operand.id].has_floats;
  forms_[e.id].has_floats = has_floats;
  if (term.bits == 1) {
    translate_one_bit(e);
  } else if (term.op >= Op::FAdd) {
    translate_float(e);
  } else {
    translate_integer(e);
  }
}

z3::expr Z3Terms::keep_bits(Expr e, const z3::expr& form) {
  kept_.push_back(form);
  forms_[e.id].bits = form;
  return form;
}
z3::expr Z3Terms::keep_truth(Expr e, const z3::expr& form) {
  kept_.push_back(form);
  forms_[e.id].truth = form;
  return form;
}
z3::expr Z3Terms::keep_number(Expr e, const z3::expr& form) {
  kept_.push_back(form);
  forms_[e.id].number = form;
  return form;
}

z3::expr Z3Terms::bits(Expr e) {
  if (forms_[e.id].bits != nullptr) return wrap(forms_[e.id].bits);
  if (forms_[e.id].number != nullptr) return keep_bits(e, bits_of_number(e));
  return keep_bits(e, z3::ite(truth(e), context_.bv_val(1, 1), context_.bv_val(0, 1)));
}

z3::expr Z3Terms::truth(Expr e) {
  if (forms_[e.id].truth != nullptr) return wrap(forms_[e.id].truth);
  return keep_truth(e, bits(e) == context_.bv_val(1, 1));
}

z3::expr Z3Terms::number(Expr e) {
  if (forms_[e.id].number != nullptr) return wrap(forms_[e.id].number);
  const z3::expr pattern = bits(e);
  return keep_number(e, wrap(Z3_mk_fpa_to_fp_bv(context_, pattern, float_sort(pool_.bits(e)))));
}

void Z3Terms::translate_one_bit(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, c] = term.operands;
  const bool one_bit_operands = pool_.bits(a) == 1;
  switch (term.op) {
    case Op::Const:
      keep_truth(e, context_.bool_val(term.k != 0));
      return;
    case Op::And:
      keep_truth(e, truth(a) && truth(b));
      return;
    case Op::Or:
      keep_truth(e, truth(a) || truth(b));
      return;
    case Op::Xor:
      if (pool_.is_constant(b)) {
        keep_truth(e, pool_[b].k != 0 ? !truth(a) : truth(a));
      } else {
        keep_truth(e, truth(a) != truth(b));
      }
      return;
    case Op::Select:
      keep_truth(e, z3::ite(truth(a), truth(b), truth(c)));
      return;
    case Op::Eq:
      keep_truth(e, one_bit_operands ? truth(a) == truth(b) : bits(a) == bits(b));
      return;
    case Op::Ne:
      keep_truth(e, one_bit_operands ? truth(a) != truth(b) : bits(a) != bits(b));
      return;
    case Op::Ult:
      keep_truth(e, z3::ult(bits(a), bits(b)));
      return;
    case Op::Ule:
      keep_truth(e, z3::ule(bits(a), bits(b)));
      return;
    case Op::Slt:
      keep_truth(e, z3::slt(bits(a), bits(b)));
      return;
    case Op::Sle:
      keep_truth(e, z3::sle(bits(a), bits(b)));
      return;
    case Op::FEq:
      keep_truth(e, wrap(Z3_mk_fpa_eq(context_, number(a), number(b))));
      return;
    case Op::FLt:
      keep_truth(e, wrap(Z3_mk_fpa_lt(context_, number(a), number(b))));
      return;
    case Op::FLe:
      keep_truth(e, wrap(Z3_mk_fpa_leq(context_, number(a), number(b))));
      return;
    case Op::FUno: {
      const z3::expr first = wrap(Z3_mk_fpa_is_nan(context_, number(a)));
      keep_truth(e, a == b ? first : first || wrap(Z3_mk_fpa_is_nan(context_, number(b))));
      return;
    }
    default:
      translate_integer(e);
      return;
  }
}

// Our shifts take the amount modulo the width; Z3's give 0 (or the sign) from the width on.
z3::expr Z3Terms::shift(const Term& term) {
  const auto [a, b, unused] = term.operands;
  const unsigned width = term.bits;
  if (width == 1) return bits(a);
  z3::expr amount = bits(b);
  if (pool_.is_constant(b)) {
    amount = context_.bv_val(static_cast<std::uint64_t>(pool_[b].k % width), width);
  } else if (std::has_single_bit(width)) {
    amount = amount & context_.bv_val(width - 1, width);
  } else {
    amount = z3::urem(amount, context_.bv_val(width, width));
  }
  if (term.op == Op::Shl) return z3::shl(bits(a), amount);
  return term.op == Op::LShr ? z3::lshr(bits(a), amount) : z3::ashr(bits(a), amount);
}

void Z3Terms::translate_integer(Expr e) {
  const Term& term = pool_[e];
  const auto [a, b, c] = term.operands;
  const unsigned width = term.bits;
  switch (term.op) {
    case Op::Const:
      keep_bits(e, context_.bv_val(static_cast<std::uint64_t>(term.k), width));
      return;
    case Op::Input: {
      const auto variable = static_cast<std::uint32_t>(term.k);
      if (variable >= variables_.size()) variables_.resize(variable + 1, nullptr);
      if (variables_[variable] == nullptr) {
        variables_[variable] = keep_bits(
            e, context_.constant(context_.int_symbol(static_cast<int>(variable)), context_.bv_sort(width)));
        return;
      }
      // The same variable once more with another width: its low bits.
      const z3::expr whole = wrap(variables_[variable]);
      if (whole.get_sort().bv_size() < width) throw z3::exception("an input variable has two widths");
      keep_bits(e, whole.extract(width - 1, 0));
      return;
    }
    case Op::Add:
      keep_bits(e, bits(a) + bits(b));
      return;
    case Op::Sub:
      keep_bits(e, bits(a) - bits(b));
      return;
    case Op::Mul:
      keep_bits(e, bits(a) * bits(b));
      return;
    case Op::UDiv:
      keep_bits(e, z3::udiv(bits(a), bits(b)));
      return;
    case Op::SDiv:
      keep_bits(e, bits(a) / bits(b));
      return;
    case Op::URem:
      keep_bits(e, z3::urem(bits(a), bits(b)));
      return;
    case Op::SRem:
      keep_bits(e, z3::srem(bits(a), bits(b)));
      return;
    case Op::And:
      keep_bits(e, bits(a) & bits(b));
      return;
    case Op::Or:
      keep_bits(e, bits(a) | bits(b));
      return;
    case Op::Xor:
      keep_bits(e, bits(a) ^ bits(b));
      return;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      keep_bits(e, shift(term));
      return;
    case Op::ZExt:
    case Op::SExt:
      if (pool_.bits(a) == 1 && width > 1) {
        const std::uint64_t one = term.op == Op::ZExt ? 1 : expr::mask_of(width);
        keep_bits(e, z3::ite(truth(a), context_.bv_val(one, width), context_.bv_val(0, width)));
      } else {
        const unsigned added = width - pool_.bits(a);
        keep_bits(e, term.op == Op::ZExt ? z3::zext(bits(a), added) : z3::sext(bits(a), added));
      }
      return;
    case Op::Extract: {
      const auto low = static_cast<unsigned>(term.k);
      keep_bits(e, bits(a).extract(low + width - 1, low));
      return;
    }
    case Op::Concat:
      keep_bits(e, z3::concat(bits(a), bits(b)));
      return;
    case Op::Select:
      // A choice between floating-point results stays a number: leaving that form is dear.
      if (forms_[b.id].number != nullptr || forms_[c.id].number != nullptr) {
        keep_number(e, z3::ite(truth(a), number(b), number(c)));
      } else {
        keep_bits(e, z3::ite(truth(a), bits(b), bits(c)));
      }
      return;
    default:
      translate_float(e);
      return;
  }
}

}  // namespace espalier::solve
