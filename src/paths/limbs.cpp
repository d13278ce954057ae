#include "paths/limbs.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace espalier::paths {

Count to_count(std::span<const Limb> number) {
  Count value;
  mpz_import(value.get_mpz_t(), number.size(), -1, sizeof(Limb), 0, 0, number.data());
  return value;
}

Limbs to_limbs(const Count& value, std::size_t width) {
  assert(mpz_size(value.get_mpz_t()) <= width && "the number must fit the width");
  Limbs number(width, 0);
  std::copy_n(mpz_limbs_read(value.get_mpz_t()), mpz_size(value.get_mpz_t()), number.begin());
  return number;
}

bool is_zero(std::span<const Limb> number) {
  return std::all_of(number.begin(), number.end(), [](Limb limb) { return limb == 0; });
}

// Rejection: draw as many bits as the bound has until the number lies below it.  At least half
// of the numbers do, so two rounds are expected at most.  A round that is lost at the highest
// limb is given up there.
void draw_below(std::span<const Limb> bound, Rng& rng, std::span<Limb> out) {
  std::size_t used = bound.size();
  while (used > 0 && bound[used - 1] == 0) out[--used] = 0;
  assert(used > 0 && "nothing lies below 0");
  const int unused_bits = std::countl_zero(bound[used - 1]);
  for (;;) {
    out[used - 1] = rng.next() >> unused_bits;
    if (out[used - 1] > bound[used - 1]) continue;
    for (std::size_t i = used - 1; i-- > 0;) out[i] = rng.next();
    if (less(out.data(), used, bound.data(), used)) return;
  }
}

}  // namespace espalier::paths
