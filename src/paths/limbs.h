#pragma once

#include <gmp.h>
#include <gmpxx.h>

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.h"

namespace espalier::paths {

/// A number of paths, exact: two self-loops already give 2^n of them.
using Count = mpz_class;

/// Inside, numbers are runs of limbs of a width known from elsewhere, least significant first:
/// a table of millions of counts cannot afford an allocation for each.
using Limb = mp_limb_t;
using Limbs = std::vector<Limb>;
static_assert(sizeof(Limb) == 8 && GMP_NAIL_BITS == 0, "random limbs are made of 64-bit words");

Count to_count(std::span<const Limb> number);

/// `value` in exactly `width` limbs; it must fit.
Limbs to_limbs(const Count& value, std::size_t width);

bool is_zero(std::span<const Limb> number);

/// Compares numbers of different widths.
inline bool less(const Limb* a, std::size_t a_width, const Limb* b, std::size_t b_width) {
  while (a_width > b_width)
    if (a[--a_width] != 0) return false;
  while (b_width > a_width)
    if (b[--b_width] != 0) return true;
  while (a_width-- > 0)
    if (a[a_width] != b[a_width]) return a[a_width] < b[a_width];
  return false;
}

/// Exactly uniform in [0, bound), bound > 0, written to `out`, which has the width of `bound`.
void draw_below(std::span<const Limb> bound, Rng& rng, std::span<Limb> out);

}  // namespace espalier::paths
