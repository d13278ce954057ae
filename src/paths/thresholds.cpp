#include "paths/thresholds.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

// With l steps left at v, let c_j be the sum of the counts behind the first j edges of v, and f = f(v, l).
// A real number x, uniform in [0, 1), chooses the first edge with x < c_j / f.  Of x we draw the first
// `bits` digits, an integer u, and compare it with t_j, which is 2^bits c_j / f rounded down, or off by one:
//
//   u < t_j - 1:  x < c_j / f for sure         u > t_j + 1:  x > c_j / f for sure
//
// Else the rest of x decides.  Write x = (u + w / f) / 2^bits with w uniform in [0, f).  Then x < c_j / f
// means w < 2^bits c_j - u f, an integer, so it suffices to draw w among the integers below f.
//
// t_j may be off by one because it comes from doubles, made of the leading limbs.  With d edges their
// quotient is right to (d + 4) 2^-52 or so, hence 2^32 c_j / f to far less than 1, and rounding that
// down can miss by one at most.

namespace espalier::paths {
namespace {

/// The number without its lowest limbs, as if they were behind the point.
double leading(const Limb* number, std::size_t width, std::size_t skipped_limbs) {
  double value = 0;
  for (std::size_t i = width; i > skipped_limbs; --i)
    value = value * 0x1p64 + static_cast<double>(number[i - 1]);
  return value;
}

}  // namespace

ThresholdDrawer::ThresholdDrawer(const Graph& graph, const Question& question, unsigned bits)
    : course_(graph, question), bits_(bits) {
  assert(bits >= 1 && bits <= 32 && "thresholds are kept in 32 bits");
  const Graph& core = course_.core.graph;
  assert(!core.weighted() && "thresholds are made of plain counts");
  for (Vertex v = 0; v < core.vertices(); ++v) {
    first_.push_back(static_cast<std::uint32_t>(row_size_));
    if (core.out_degree(v) > 0) row_size_ += core.out_degree(v) - 1;
    for (const EdgeId slot : core.out(v)) longest_edge_ = std::max(longest_edge_, core.length(slot));
  }
  thresholds_.resize(row_size_ * course_.length);

  Counts counts(core, course_.core.end);
  for (std::uint32_t l = 1; l <= course_.length; ++l) {
    counts.add_row(core);
    set_row(counts, l);
    forget_old_rows(counts, l);
  }
  size_ = counts.count(course_.core.start, course_.length);
}

/// Row l + 1 looks back as far as the longest edge.
void ThresholdDrawer::forget_old_rows(Counts& counts, std::uint32_t l) const {
  if (l >= longest_edge_) counts.forget_row(l - longest_edge_);
}

Counts ThresholdDrawer::counts_up_to(std::uint32_t length) const {
  Counts counts(course_.core.graph, course_.core.end);
  for (std::uint32_t l = 1; l <= length; ++l) {
    counts.add_row(course_.core.graph);
    if (l < length) forget_old_rows(counts, l);
  }
  return counts;
}

void ThresholdDrawer::set_row(const Counts& counts, std::uint32_t l) {
  const Graph& core = course_.core.graph;
  const double scale = std::ldexp(1.0, static_cast<int>(bits_));
  const double highest = scale - 1;
  std::uint32_t* threshold = thresholds_.data() + (l - 1) * row_size_;
  for (Vertex v = 0; v < core.vertices(); ++v) {
    if (core.out_degree(v) < 2) continue;
    // The leading two limbs hold 65 bits or more: all that a double can take.
    const Limb* total = counts.at(v, l);
    std::size_t used = counts.width(l);
    while (used > 1 && total[used - 1] == 0) --used;
    const std::size_t skipped = used > 2 ? used - 2 : 0;
    const double whole = leading(total, used, skipped);
    double sum = 0;
    for (EdgeId slot = core.first_out(v); slot + 1 < core.end_out(v); ++slot, ++threshold) {
      if (core.length(slot) <= l) {
        const std::uint32_t after = l - core.length(slot);
        const std::size_t width = std::min(counts.width(after), used);
        if (width > skipped) sum += leading(counts.at(core.to(slot), after), width, skipped);
      }
      *threshold = whole > 0 ? static_cast<std::uint32_t>(std::min(highest, scale * (sum / whole))) : 0;
    }
  }
}

EdgeId ThresholdDrawer::choose(Vertex v, std::uint32_t left, Rng& rng) const {
  const Graph& core = course_.core.graph;
  EdgeId slot = core.first_out(v);
  const EdgeId last = core.end_out(v) - 1;
  if (slot == last) return slot;
  const auto digits = static_cast<std::uint32_t>(rng.next() >> (64 - bits_));
  for (const std::uint32_t* threshold = thresholds_at(v, left); slot != last; ++slot, ++threshold) {
    const auto above = static_cast<std::int64_t>(digits) - *threshold;
    if (above < -1) break;
    if (above <= 1) return decide_exactly(v, left, digits, rng);
  }
  return slot;
}

std::optional<Path> ThresholdDrawer::draw(Rng& rng) const {
  if (size_ == 0) return std::nullopt;
  const Graph& core = course_.core.graph;
  Path path;
  path.reserve(course_.length);
  Vertex v = course_.core.start;
  for (std::uint32_t left = course_.length; !course_.finished(v, left);) {
    const EdgeId slot = choose(v, left, rng);
    course_.append(slot, path);
    left -= core.length(slot);
    v = core.to(slot);
  }
  return path;
}

// A step reads the vertex, then its edges and thresholds, then how the chosen edge is spelled.  Each round
// takes all walks through one step, and asks for what the next part of it reads before the others have their
// turn.
std::vector<Path> ThresholdDrawer::draw_many(std::size_t count, Rng& rng) const {
  constexpr std::size_t at_a_time = 32;
  constexpr EdgeId none = Course::kRest;
  struct Walk {
    Path* path;
    Vertex v;
    std::uint32_t left;
    EdgeId slot;  ///< chosen, not yet spelled
  };
  const Graph& core = course_.core.graph;
  std::vector<Path> paths(size_ == 0 ? 0 : count);
  std::vector<Walk> walks;
  std::size_t started = 0;
  while (started < paths.size() || !walks.empty()) {
    for (; walks.size() < at_a_time && started < paths.size(); ++started) {
      paths[started].reserve(course_.length);
      walks.push_back({&paths[started], course_.core.start, course_.length, none});
    }
    for (Walk& walk : walks) {
      if (walk.slot != none) course_.append(walk.slot, *walk.path);
      if (course_.finished(walk.v, walk.left)) continue;
      core.fetch_edge(core.first_out(walk.v));
      __builtin_prefetch(thresholds_at(walk.v, walk.left));
    }
    std::erase_if(walks, [&](const Walk& walk) { return course_.finished(walk.v, walk.left); });
    for (Walk& walk : walks) {
      walk.slot = choose(walk.v, walk.left, rng);
      walk.left -= core.length(walk.slot);
      walk.v = core.to(walk.slot);
      core.fetch_vertex(walk.v);
      __builtin_prefetch(first_.data() + walk.v);
      __builtin_prefetch(course_.core.origin.data() + walk.slot);
    }
    for (const Walk& walk : walks) __builtin_prefetch(course_.steps.data() + course_.core.origin[walk.slot]);
  }
  return paths;
}

EdgeId ThresholdDrawer::decide_exactly(Vertex v, std::uint32_t left, std::uint32_t digits, Rng& rng) const {
  const Graph& core = course_.core.graph;
  const Counts counts = counts_up_to(left);
  const std::span<const Limb> total(counts.at(v, left), counts.width(left));
  Limbs rest(total.size());
  draw_below(total, rng, rest);
  const Count place = to_count(rest) + to_count(total) * digits;
  Count sum = 0;
  EdgeId slot = core.first_out(v);
  for (;; ++slot) {
    assert(slot != core.end_out(v) && "the place lies below the sum of all");
    if (core.length(slot) > left) continue;
    sum += counts.count(core.to(slot), left - core.length(slot));
    if (place < (sum << bits_)) return slot;
  }
}

}  // namespace espalier::paths
