#include "solve/backends/words.h"

#include <algorithm>
#include <cassert>

namespace espalier::solve {

Word Words::constant(std::uint64_t value, unsigned bits) {
  Word word(bits);
  for (unsigned i = 0; i < bits; ++i) word[i] = never ^ (i < 64 && (value >> i & 1) != 0);
  return word;
}

Word Words::variable(unsigned bits) {
  Word word(bits);
  for (Signal& bit : word) bit = gates_.variable();
  return word;
}

Word Words::add(const Word& a, const Word& b, Signal carry) {
  assert(a.size() == b.size());
  Word sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = gates_.exclusive(gates_.exclusive(a[i], b[i]), carry);
    if (i + 1 < a.size()) carry = gates_.majority(a[i], b[i], carry);
  }
  return sum;
}

Word Words::negative(const Word& a) {
  return add(constant(0, static_cast<unsigned>(a.size())), negated_bits(a), always);
}

Word Words::negated_bits(const Word& a) {
  Word result = a;
  for (Signal& bit : result) bit = ~bit;
  return result;
}

Word Words::conjunction(const Word& a, const Word& b) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = gates_.conjunction(a[i], b[i]);
  return result;
}

Word Words::disjunction(const Word& a, const Word& b) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = gates_.disjunction(a[i], b[i]);
  return result;
}

Word Words::exclusive(const Word& a, const Word& b) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = gates_.exclusive(a[i], b[i]);
  return result;
}

Word Words::mux(Signal condition, const Word& a, const Word& b) {
  assert(a.size() == b.size());
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = gates_.mux(condition, a[i], b[i]);
  return result;
}

// A balanced tree: its depth is what a conflict has to walk through.
Signal Words::all(std::span<const Signal> bits) {
  if (bits.empty()) return always;
  if (bits.size() == 1) return bits[0];
  const std::size_t half = bits.size() / 2;
  return gates_.conjunction(all(bits.first(half)), all(bits.subspan(half)));
}

Signal Words::any(std::span<const Signal> bits) {
  if (bits.empty()) return never;
  if (bits.size() == 1) return bits[0];
  const std::size_t half = bits.size() / 2;
  return gates_.disjunction(any(bits.first(half)), any(bits.subspan(half)));
}

Signal Words::equal(const Word& a, const Word& b) {
  assert(a.size() == b.size());
  Word same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) same[i] = ~gates_.exclusive(a[i], b[i]);
  return all(same);
}

// The last borrow of a - b.
Signal Words::less_unsigned(const Word& a, const Word& b) {
  assert(a.size() == b.size());
  Signal borrow = never;
  for (std::size_t i = 0; i < a.size(); ++i) borrow = gates_.majority(~a[i], b[i], borrow);
  return borrow;
}

Signal Words::less_signed(Word a, Word b) {
  a.back() = ~a.back();
  b.back() = ~b.back();
  return less_unsigned(a, b);
}

namespace {

// The number of low bits that are not copies of the sign; the word is their sign extension
// from one bit more.
std::size_t bits_below_sign(const Word& a) {
  std::size_t n = a.size() - 1;
  while (n > 0 && a[n - 1] == a.back()) --n;
  return n;
}

std::size_t rows(const Word& a) {
  const std::size_t low = bits_below_sign(a);
  std::size_t n = a.back() == never ? 0 : 1;
  for (std::size_t i = 0; i < low; ++i) n += a[i] != never;
  return n;
}

bool is_constant_word(const Word& a) { return std::all_of(a.begin(), a.end(), is_constant); }

Word shifted_left(const Word& a, std::size_t by) {
  Word result(a.size(), never);
  for (std::size_t i = by; i < a.size(); ++i) result[i] = a[i - by];
  return result;
}

}  // namespace

// a^2 = sum of a_i 4^i + sum over i < j of a_i a_j 2^(i+j+1): half the products of a multiplier.
Word Words::square(const Word& a) {
  const std::size_t n = a.size();
  Word sum(n, never);
  for (std::size_t i = 0; 2 * i < n; ++i) {
    Word row(n, never);
    row[2 * i] = a[i];
    for (std::size_t j = i + 1; i + j + 1 < n; ++j) row[i + j + 1] = gates_.conjunction(a[i], a[j]);
    sum = add(sum, row);
  }
  return sum;
}

// Rows of partial products, added one after the other.  The operand with fewer rows leads.  With a
// sign-extended leader, a = low - sign * 2^k, the copies of the sign need one row together.  A
// constant leader is recoded into digits -1, 0, 1 without neighbours, at most half of them not zero.
Word Words::multiply(const Word& a, const Word& b) {
  if (a == b) {
    const std::size_t low = bits_below_sign(a);
    if (low + 1 == a.size() || a.back() == never) return square(a);
    const Signal sign = a.back();  // the square of |a|
    return square(mux(sign, negative(a), a));
  }
  if (is_constant_word(b) && !is_constant_word(a)) return multiply(b, a);
  Word sum(a.size(), never);
  if (is_constant_word(a)) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] != always) continue;
      std::size_t end = i;
      while (end < a.size() && a[end] == always) ++end;
      if (end - i < 3) {
        for (; i < end; ++i) sum = add(sum, shifted_left(b, i));
      } else {  // a run of ones from i to end - 1 is 2^end - 2^i
        if (end < a.size()) sum = add(sum, shifted_left(b, end));
        sum = subtract(sum, shifted_left(b, i));
        i = end;
      }
    }
    return sum;
  }
  if (rows(b) < rows(a)) return multiply(b, a);
  const std::size_t low = bits_below_sign(a);
  const auto row = [&](std::size_t i) {
    Word product = shifted_left(b, i);
    for (Signal& bit : product) bit = gates_.conjunction(bit, a[i]);
    return product;
  };
  for (std::size_t i = 0; i < low; ++i)
    if (a[i] != never) sum = add(sum, row(i));
  if (a.back() == never) return sum;
  return low + 1 == a.size() ? add(sum, row(low)) : subtract(sum, row(low));
}

// Long division, highest bit first.  The remainder stays below the divisor, so it needs no more
// bits than the divisor has (and one to compare).  With divisor 0 every comparison succeeds: the
// quotient is all ones and the remainder the dividend, as we define it.
Words::Division Words::divide_unsigned(const Word& a, const Word& b) {
  const std::size_t n = a.size();
  std::size_t significant = n;
  while (significant > 1 && b[significant - 1] == never) --significant;
  const bool may_be_zero = std::none_of(b.begin(), b.end(), [](Signal s) { return s == always; });
  const std::size_t kept = may_be_zero ? n : significant;
  Word divisor(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(kept));
  divisor.push_back(never);
  Division result{Word(n, never), Word(kept, never)};
  for (std::size_t i = n; i-- > 0;) {
    Word next{a[i]};
    next.insert(next.end(), result.remainder.begin(), result.remainder.end());
    const Signal fits = ~less_unsigned(next, divisor);
    result.quotient[i] = fits;
    const Word rest = mux(fits, subtract(next, divisor), next);
    result.remainder.assign(rest.begin(), rest.end() - 1);
  }
  result.remainder.resize(n, never);
  return result;
}

// C's division: on absolute values, the quotient negative if the signs differ, the remainder
// with the sign of the dividend.
Words::Division Words::divide_signed(const Word& a, const Word& b) {
  const Signal a_sign = a.back();
  const Signal b_sign = b.back();
  const Division whole = divide_unsigned(mux(a_sign, negative(a), a), mux(b_sign, negative(b), b));
  return {mux(gates_.exclusive(a_sign, b_sign), negative(whole.quotient), whole.quotient),
          mux(a_sign, negative(whole.remainder), whole.remainder)};
}

// One stage for each bit of the amount that can matter; the bits above decide all at once.
Word Words::shift(Shift kind, const Word& a, std::span<const Signal> amount) {
  const std::size_t n = a.size();
  const Signal fill = kind == Shift::RightSigned ? a.back() : never;
  Word result = a;
  std::size_t stage = 0;
  for (; stage < amount.size() && (std::size_t{1} << stage) < n; ++stage) {
    const std::size_t by = std::size_t{1} << stage;
    Word moved(n, fill);
    for (std::size_t i = 0; i < n; ++i) {
      if (kind == Shift::Left && i >= by) moved[i] = result[i - by];
      if (kind != Shift::Left && i + by < n) moved[i] = result[i + by];
    }
    result = mux(amount[stage], moved, result);
  }
  if (stage < amount.size()) result = mux(any(amount.subspan(stage)), Word(n, fill), result);
  return result;
}

}  // namespace espalier::solve
