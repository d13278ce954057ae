#include "paths/space.h"

#include <algorithm>
#include <cassert>

namespace espalier::paths {
namespace {

void subtract(Limb* from, std::size_t width, const Limb* number, std::size_t number_width) {
  mpn_sub(from, from, static_cast<mp_size_t>(width), number, static_cast<mp_size_t>(number_width));
}

/// rank -= number, unless it is less.  Counts of control-flow graphs have a few limbs: one or two are
/// subtracted before it is known whether they should be.
inline bool take_off(Limb* rank, std::size_t width, const Limb* number, std::size_t number_width) {
  if (width == 1) {
    Limb rest;
    if (__builtin_sub_overflow(rank[0], number[0], &rest)) return false;
    rank[0] = rest;
    return true;
  }
  if (width == 2) {
    using Wide = unsigned __int128;
    const Wide from = Wide{rank[1]} << 64 | rank[0];
    const Wide what = Wide{number_width == 2 ? number[1] : 0} << 64 | number[0];
    const Wide rest = from - what;
    if (from < what) return false;
    rank[0] = static_cast<Limb>(rest);
    rank[1] = static_cast<Limb>(rest >> 64);
    return true;
  }
  if (less(rank, width, number, number_width)) return false;
  subtract(rank, width, number, number_width);
  return true;
}

void divide(Limb* number, std::size_t width, Limb by) {
  if (by != 1) mpn_divrem_1(number, 0, number, static_cast<mp_size_t>(width), by);
}

}  // namespace

/// The ranks behind an edge, when `left` steps are left before it.
struct PathSpace::Share {
  const Limb* number;
  std::size_t width;
};

PathSpace::Share PathSpace::share(EdgeId slot, std::uint32_t left, Limbs& room) const {
  const Graph& graph = course_.core.graph;
  const std::uint32_t after = left - graph.length(slot);
  const Limb* count = counts_.at(graph.to(slot), after);
  std::size_t width = counts_.width(after);
  if (graph.weight(slot) == 1) return {count, width};
  room.resize(width + 1);
  room[width] = mpn_mul_1(room.data(), count, static_cast<mp_size_t>(width), graph.weight(slot));
  if (room[width] != 0) ++width;
  return {room.data(), width};
}

Path PathSpace::draw(Rng& rng) const {
  Limbs rank(width());
  draw_below(size_limbs(), rng, rank);
  return path(std::move(rank));
}

// With l steps left at v, the ranks below f(v, l) are shared out among the edges of v in their
// order.  Find the edge whose share holds the rank, and go on there with the place within
// that share.  The last edge needs no look at its share: the rank must lie in it.
//
// Behind an edge of weight w every path has w times as many ranks as it has further on, all together:
// dividing by w gives the place there.
Path PathSpace::path(Limbs rank) const {
  const Graph& graph = course_.core.graph;
  const bool weighted = graph.weighted();
  Limbs room;
  Course::Speller path(course_);
  Vertex v = course_.core.start;
  std::uint32_t left = course_.length;
  while (!course_.finished(v, left)) {
    const std::size_t width = counts_.width(left);
    EdgeId slot = graph.first_out(v);
    for (const EdgeId last = graph.end_out(v) - 1; slot != last; ++slot) {
      if (graph.length(slot) > left) continue;
      const std::uint32_t after = left - graph.length(slot);
      const Share behind =
          weighted ? share(slot, left, room) : Share{counts_.at(graph.to(slot), after), counts_.width(after)};
      if (!take_off(rank.data(), width, behind.number, behind.width)) break;
    }
    if (weighted) divide(rank.data(), width, graph.weight(slot));
    path.add(slot);
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  return path.finish();
}

std::size_t PathSpace::common_prefix(Limbs lower, Limbs higher) const {
  const Graph& graph = course_.core.graph;
  Limbs room;
  Vertex v = course_.core.start;
  std::uint32_t left = course_.length;
  while (left > 0) {
    const std::size_t rank_width = counts_.width(left);
    EdgeId slot = graph.first_out(v);
    for (;; ++slot) {
      assert(slot != graph.end_out(v) && "ranks lie below the size of the space");
      if (graph.length(slot) > left) continue;
      const auto [number, width] = share(slot, left, room);
      if (less(lower.data(), rank_width, number, width)) {
        if (!less(higher.data(), rank_width, number, width)) return course_.length - left;
        break;
      }
      subtract(lower.data(), rank_width, number, width);
      subtract(higher.data(), rank_width, number, width);
    }
    divide(lower.data(), rank_width, graph.weight(slot));
    divide(higher.data(), rank_width, graph.weight(slot));
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  return course_.length;
}

std::optional<RankInterval> PathSpace::starting_with(std::span<const EdgeId> prefix) const {
  if (std::ranges::find(prefix, Course::kRest) != prefix.end()) return std::nullopt;
  return follow(prefix);
}

std::optional<RankInterval> PathSpace::only(std::span<const EdgeId> path) const {
  if (path.size() > course_.length || std::ranges::find(path, Course::kRest) != path.end())
    return std::nullopt;
  Path whole(path.begin(), path.end());
  whole.resize(course_.length, Course::kRest);
  return follow(whole);
}

// The inverse of path(): what lies before the prefix adds up to its first rank, each part times the weights
// of the edges before it.  A prefix may stop within a chain; it then means the same paths as the whole chain.
std::optional<RankInterval> PathSpace::follow(std::span<const EdgeId> prefix) const {
  if (prefix.size() > course_.length) return std::nullopt;
  const Graph& graph = course_.core.graph;
  Limbs room;
  Count first = 0;
  Count weight = 1;
  Vertex v = course_.core.start;
  std::uint32_t left = course_.length;
  while (!prefix.empty()) {
    std::size_t matched = 0;
    EdgeId slot = graph.first_out(v);
    for (; slot != graph.end_out(v); ++slot) {
      if (graph.length(slot) > left) continue;
      matched = course_.match(slot, prefix);
      if (matched > 0) break;
      const auto [number, width] = share(slot, left, room);
      mpz_t before;  // a view
      mpz_roinit_n(before, number, static_cast<mp_size_t>(width));
      if (graph.weighted())
        mpz_addmul(first.get_mpz_t(), weight.get_mpz_t(), before);
      else
        mpz_add(first.get_mpz_t(), first.get_mpz_t(), before);
    }
    if (matched == 0) return std::nullopt;
    if (graph.weighted()) mpz_mul_ui(weight.get_mpz_t(), weight.get_mpz_t(), graph.weight(slot));
    prefix = prefix.subspan(matched);
    left -= graph.length(slot);
    v = graph.to(slot);
  }
  const Count size = weight * counts_.count(v, left);
  if (size == 0) return std::nullopt;
  return RankInterval{.first = to_limbs(first, width()), .size = to_limbs(size, width())};
}

Census census(const Graph& graph, const Question& question) {
  const Course course(graph, question);
  const Graph& core = course.core.graph;
  std::uint32_t longest = 1;
  for (EdgeId slot = 0; slot < core.edges(); ++slot) longest = std::max(longest, core.length(slot));

  Counts counts(core, course.core.end);
  std::size_t limbs = core.vertices();
  for (std::uint32_t l = 1; l <= course.length; ++l) {
    counts.add_row(core);
    limbs += core.vertices() * counts.width(l);
    if (l >= longest) counts.forget_row(l - longest);
  }
  return {.size = counts.count(course.core.start, course.length), .table_bytes = limbs * sizeof(Limb)};
}

}  // namespace espalier::paths
