#include "solve/propose.h"

#include <algorithm>
#include <cmath>

#include "expr/semantics.h"

namespace espalier::solve {

using expr::mask_of;
using expr::Op;
using expr::sign_extend;

const std::vector<Assignment>& Proposer::propose(Tape::Position condition, Chooser& chooser) {
  assignments_.clear();
  goals_.assign(1, {condition, {1, 1}});
  // A way down visits each step at most a few times; the bound is against shared choices.
  for (std::size_t left = 64 + 4 * tape_.steps().size(); !goals_.empty() && left > 0; --left) {
    const Goal goal = goals_.back();
    goals_.pop_back();
    if (goal.wanted.fits(values_[goal.step]) && !assignments_.empty()) continue;
    if (!pursue(goal, chooser)) {
      assignments_.clear();
      break;
    }
  }
  return assignments_;
}

bool Proposer::want(Tape::Position step, Wanted wanted) {
  const std::uint64_t ones = mask_of(tape_[step].bits);
  wanted = {wanted.value & ones, wanted.care & ones};
  if (tape_.is_fixed(step)) return wanted.fits(values_[step]);
  goals_.push_back({step, wanted});
  return true;
}

bool Proposer::pursue(Goal goal, Chooser& chooser) {
  const Tape::Step& step = tape_[goal.step];
  if (goal.wanted.fits(values_[goal.step])) return true;
  if (tape_.is_fixed(goal.step)) return false;
  switch (step.op) {
    case Op::Input: {
      const std::size_t variable = tape_.variable_at(goal.step);
      const std::uint64_t kept = values_.variable(variable) & ~goal.wanted.care;
      assignments_.push_back({variable, kept | (goal.wanted.value & goal.wanted.care)});
      return true;
    }
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      return pursue_comparison(goal, chooser);
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
    case Op::FUno:
      return pursue_float_comparison(goal, chooser);
    case Op::Select:
      return pursue_choice(goal, chooser);
    case Op::And:
    case Op::Or:
      if (step.bits == 1) return pursue_logic(goal, chooser);
      return pursue_operator(goal, chooser);
    default:
      return pursue_operator(goal, chooser);
  }
}

bool Proposer::pursue_operator(Goal goal, Chooser& chooser) {
  const Tape::Step& step = tape_[goal.step];
  const std::uint64_t a = values_[step.a], b = values_[step.b];
  const Wanted& wanted = goal.wanted;
  if (step.op == Op::Concat)
    return want(step.a, {wanted.value >> step.b_bits, wanted.care >> step.b_bits}) && want(step.b, wanted);
  const std::uint64_t present = values_[goal.step];
  const Wanted completed{(present & ~wanted.care) | (wanted.value & wanted.care), wanted.care};
  const auto by = [&](Side side) {
    const Tape::Position operand = side == Side::A ? step.a : step.b;
    if (operand == 0 || tape_.is_fixed(operand)) return false;
    const auto value = inverse(step, side, completed, a, b);
    return value && want(operand, *value);
  };
  if (step.b == 0 || tape_.is_fixed(step.b)) return by(Side::A);
  if (tape_.is_fixed(step.a)) return by(Side::B);
  const bool a_first = chooser.pick(2) == 0;
  return by(a_first ? Side::A : Side::B) || by(a_first ? Side::B : Side::A);
}

// x && y true needs both, false one of them; x || y the other way round.
bool Proposer::pursue_logic(Goal goal, Chooser& chooser) {
  const Tape::Step& step = tape_[goal.step];
  const std::uint64_t truth = goal.wanted.value;
  const bool both = (step.op == Op::And) == (truth == 1);
  if (both) return want(step.a, truth) && want(step.b, truth);
  const bool a_first = !tape_.is_fixed(step.a) && (tape_.is_fixed(step.b) || chooser.pick(2) == 0);
  return want(a_first ? step.a : step.b, truth);
}

bool Proposer::side_gets(Tape::Position side, std::initializer_list<std::uint64_t> values, Chooser& chooser) {
  const std::size_t chosen = values.size() == 1 ? 0 : chooser.pick(values.size());
  return want(side, values.begin()[chosen]);
}

// The nearest values first: what makes the comparison just true.
bool Proposer::pursue_comparison(Goal goal, Chooser& chooser) {
  const Tape::Step& step = tape_[goal.step];
  const unsigned bits = step.a_bits;
  const std::uint64_t ones = mask_of(bits);
  const std::uint64_t a = values_[step.a], b = values_[step.b];
  const bool change_a = !tape_.is_fixed(step.a) && (tape_.is_fixed(step.b) || chooser.pick(2) == 0);
  const Tape::Position side = change_a ? step.a : step.b;
  const std::uint64_t other = change_a ? b : a;
  const bool truth = goal.wanted.value != 0;
  if (pursue_table(goal, side, chooser)) return true;
  if (step.op == Op::Eq || step.op == Op::Ne) {
    if ((step.op == Op::Eq) == truth) return want(side, other);
    // Another value: a step up, down, or far away.
    return side_gets(side, {(other + 1) & ones, (other - 1) & ones, other ^ (ones >> 1), 0}, chooser);
  }
  const bool is_signed = step.op == Op::Slt || step.op == Op::Sle;
  const std::uint64_t least = is_signed ? (ones >> 1) + 1 : 0;
  const std::uint64_t most = is_signed ? ones >> 1 : ones;
  // a < b, a <= b, or their negations b <= a, b < a.
  const bool strict = (step.op == Op::Ult || step.op == Op::Slt) == truth;
  const bool must_be_less = change_a == truth;
  if (must_be_less) {
    if (strict && other == least) return false;
    const std::uint64_t nearest = strict ? (other - 1) & ones : other;
    return side_gets(side, {nearest, is_signed && sign_extend(nearest, bits) > 0 ? 0 : nearest, least},
                     chooser);
  }
  if (strict && other == most) return false;
  const std::uint64_t nearest = strict ? (other + 1) & ones : other;
  return side_gets(side, {nearest, is_signed && sign_extend(nearest, bits) < 0 ? 0 : nearest, most}, chooser);
}

bool Proposer::pursue_float_comparison(Goal goal, Chooser& chooser) {
  const Tape::Step& step = tape_[goal.step];
  const unsigned bits = step.a_bits;
  const std::uint64_t a = values_[step.a], b = values_[step.b];
  const bool change_a = !tape_.is_fixed(step.a) && (tape_.is_fixed(step.b) || chooser.pick(2) == 0);
  const Tape::Position side = change_a ? step.a : step.b;
  const std::uint64_t other = change_a ? b : a;
  if (pursue_table(goal, side, chooser)) return true;
  const double o = as_number(other, bits);
  const std::uint64_t nan = as_pattern(std::nan(""), bits);
  const bool truth = goal.wanted.value != 0;
  if (step.op == Op::FUno)
    return truth ? want(side, nan) : side_gets(side, {0, as_pattern(1, bits)}, chooser);
  if (std::isnan(o)) return truth ? want(side, as_pattern(1, bits)) : want(side, other);
  if (step.op == Op::FEq) {
    if (truth) return want(side, other);
    return side_gets(
        side, {as_pattern(o + 1, bits), as_pattern(-o, bits), next_pattern(other, bits, true), nan}, chooser);
  }
  const bool strict = (step.op == Op::FLt) == truth;
  const bool must_be_less = change_a == truth;
  const double whole = must_be_less ? std::ceil(o) - 1 : std::floor(o) + 1;  // nice to read
  const std::uint64_t nearest = next_pattern(other, bits, !must_be_less);
  const double far = must_be_less ? (o > 0 ? -o : 2 * o - 1) : (o < 0 ? -o : 2 * o + 1);
  return side_gets(side,
                   {strict ? as_pattern(whole, bits) : other, nearest, as_pattern(far, bits),
                    as_pattern(must_be_less ? -1e30 : 1e30, bits)},
                   chooser);
}

}  // namespace espalier::solve
