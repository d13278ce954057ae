#include "paths/drawer.h"

#include <algorithm>

namespace espalier::paths {

Limbs Drawer::alive_limbs() const {
  Limbs alive(space_.width());
  mpn_sub_n(alive.data(), space_.size_limbs().data(), eliminated_.total(),
            static_cast<mp_size_t>(alive.size()));
  return alive;
}

std::optional<RankSet::Outside> Drawer::draw_rank(Rng& rng) const {
  const Limbs alive = alive_limbs();
  if (is_zero(alive)) return std::nullopt;
  Limbs place(alive.size());
  draw_below(alive, rng, place);
  return eliminated_.outside(place.data());
}

std::optional<Drawn> Drawer::draw(Rng& rng) const {
  std::optional<RankSet::Outside> place = draw_rank(rng);
  if (!place) return std::nullopt;
  return at(std::move(*place));
}

std::optional<Drawn> Drawer::take(Rng& rng) {
  std::optional<RankSet::Outside> place = draw_rank(rng);
  if (!place) return std::nullopt;
  if (space_.weighted()) {  // a path has several ranks
    Drawn drawn = at(std::move(*place));
    eliminate_path(drawn.path);
    return drawn;
  }
  Limbs next(place->rank.size());
  mpn_add_1(next.data(), place->rank.data(), static_cast<mp_size_t>(next.size()), 1);
  eliminated_.add(place->rank.data(), next.data());
  return at(std::move(*place));
}

std::optional<Drawn> Drawer::remaining(const Count& place) const {
  if (place < 0 || place >= alive()) return std::nullopt;
  return at(eliminated_.outside(to_limbs(place, space_.width()).data()));
}

// In lexicographic order nobody shares more with a path than its neighbours.  So of all that is
// eliminated, only the last rank before and the first rank behind need a look.
Drawn Drawer::at(RankSet::Outside place) const {
  std::size_t known = 0;
  if (place.before) known = space_.common_prefix(std::move(*place.before), place.rank);
  if (place.after) known = std::max(known, space_.common_prefix(place.rank, std::move(*place.after)));
  return {.path = space_.path(std::move(place.rank)), .known = known};
}

Count Drawer::eliminate(const std::optional<RankInterval>& interval) {
  if (!interval) return 0;
  const Count before = to_count({eliminated_.total(), space_.width()});
  Limbs last(space_.width());
  mpn_add_n(last.data(), interval->first.data(), interval->size.data(), static_cast<mp_size_t>(last.size()));
  eliminated_.add(interval->first.data(), last.data());
  return to_count({eliminated_.total(), space_.width()}) - before;
}

}  // namespace espalier::paths
