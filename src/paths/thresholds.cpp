#include "paths/thresholds.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

// With l steps left at v, let c_j be the sum of the counts behind the first j edges of v, and f = f(v, l).
// A real number x, uniform in [0, 1), chooses the first edge with x < c_j / f.  Of x we draw the first
// `bits` digits, an integer u, and compare it with t_j, which is 2^bits c_j / f rounded down, or off by one:
//
//   u < t_j - 1:  x < c_j / f for sure         u > t_j + 1:  x > c_j / f for sure
//
// Else the rest of x decides.  Write x = (u + w / f) / 2^bits with w uniform in [0, f).  Then x < c_j / f
// means w < 2^bits c_j - u f, an integer, so it suffices to draw w among the integers below f.
//
// t_j may be off by one because it comes from numbers with a point, of p bits.  Counts are sums of positive
// terms, so that each addition on the way adds 2^-p to the relative error at most: with n steps and d edges
// at a vertex the quotient is right to 2 (n d + 1) 2^-p, hence 2^32 c_j / f to less than 1/2 if n d is below
// 2^(p - 34), and rounding that down can miss by one at most.  Doubles have 53 bits and reach 2^1023; long
// doubles 64 bits and 2^16383; where counts are larger still, the leading limbs of exact ones are taken.

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
  if (!from_numbers_with_a_point<double>() && !from_numbers_with_a_point<long double>()) from_exact_counts();
}

void ThresholdDrawer::from_exact_counts() {
  const Graph& core = course_.core.graph;
  Counts counts(core, course_.core.end);
  for (std::uint32_t l = 1; l <= course_.length; ++l) {
    counts.add_row(core);
    set_row(counts, l);
    forget_old_rows(counts, l);
  }
  empty_ = counts.count(course_.core.start, course_.length) == 0;
}

template <class Number>
bool ThresholdDrawer::from_numbers_with_a_point() {
  constexpr int digits = std::numeric_limits<Number>::digits;
  const Number largest = std::ldexp(Number{1}, std::numeric_limits<Number>::max_exponent - 64);
  const Graph& core = course_.core.graph;
  EdgeId most_edges = 0;  // that leave a vertex
  for (Vertex v = 0; v < core.vertices(); ++v) most_edges = std::max(most_edges, core.out_degree(v));
  if (std::uint64_t{course_.length} * most_edges >= std::uint64_t{1} << (digits - 34)) return false;
  // The last rows, in turns.
  std::vector<std::vector<Number>> rows(longest_edge_ + std::size_t{1}, std::vector<Number>(core.vertices()));
  rows[0][course_.core.end] = 1;
  const Number scale = std::ldexp(Number{1}, static_cast<int>(bits_));
  const Number highest = scale - 1;
  std::vector<Number> sums(most_edges);
  std::vector<const Number*> before(longest_edge_ + std::size_t{1});  // by how many steps
  std::uint32_t* threshold = thresholds_.data();
  for (std::uint32_t l = 1; l <= course_.length; ++l) {
    for (std::uint32_t back = 0; back <= std::min(l, longest_edge_); ++back)
      before[back] = rows[(l - back) % rows.size()].data();
    Number* const row = rows[l % rows.size()].data();
    Number most = 0;
    for (Vertex v = 0; v < core.vertices(); ++v) {
      const auto behind = [&](EdgeId slot) {
        return core.length(slot) <= l ? before[core.length(slot)][core.to(slot)] : Number{0};
      };
      EdgeId slot = core.first_out(v);
      const EdgeId end = core.end_out(v);
      if (slot == end) {
        row[v] = 0;
        continue;
      }
      Number sum = behind(slot);
      std::uint32_t* const first = threshold;
      for (++slot; slot != end; ++slot) {
        sums[static_cast<std::size_t>(threshold++ - first)] = sum;
        sum += behind(slot);
      }
      row[v] = sum;
      most = std::max(most, sum);
      for (std::uint32_t* t = first; t != threshold; ++t)
        *t = sum > 0 ? static_cast<std::uint32_t>(
                           std::min(highest, scale * (sums[static_cast<std::size_t>(t - first)] / sum)))
                     : 0;
    }
    if (most > largest) return false;
  }
  empty_ = rows[course_.length % rows.size()][course_.core.start] == 0;
  return true;
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
  if (slot + 1 == last) {  // one or the other: no jump, which nothing could predict
    const auto above = static_cast<std::int64_t>(digits) - *thresholds_at(v, left);
    if (above + 1 <= 2 && above + 1 >= 0) [[unlikely]]
      return decide_exactly(v, left, digits, rng);
    return slot + static_cast<EdgeId>(above > 0);
  }
  for (const std::uint32_t* threshold = thresholds_at(v, left); slot != last; ++slot, ++threshold) {
    const auto above = static_cast<std::int64_t>(digits) - *threshold;
    if (above < -1) break;
    if (above <= 1) return decide_exactly(v, left, digits, rng);
  }
  return slot;
}

std::optional<Path> ThresholdDrawer::draw(Rng& rng) const {
  if (empty_) return std::nullopt;
  const Graph& core = course_.core.graph;
  Course::Speller path(course_);
  Vertex v = course_.core.start;
  for (std::uint32_t left = course_.length; !course_.finished(v, left);) {
    const EdgeId slot = choose(v, left, rng);
    path.add(slot);
    left -= core.length(slot);
    v = core.to(slot);
  }
  return path.finish();
}

// A step reads the vertex, then its edges and thresholds, then how the chosen edge is spelled.  Each round
// takes all walks through one step, and asks for what the next part of it reads before the others have their
// turn.
std::vector<Path> ThresholdDrawer::draw_many(std::size_t count, Rng& rng) const {
  constexpr std::size_t at_a_time = 32;
  constexpr EdgeId none = Course::kRest;
  struct Walk {
    Course::Speller path;
    std::size_t number;
    Vertex v;
    std::uint32_t left;
    EdgeId slot;  ///< chosen, not yet spelled
  };
  const Graph& core = course_.core.graph;
  std::vector<Path> paths(empty_ ? 0 : count);
  constexpr std::size_t cached = std::size_t{1} << 20;
  if (bytes() < cached) {
    for (Path& path : paths) path = *draw(rng);
    return paths;
  }
  std::vector<Walk> walks;
  std::size_t started = 0;
  while (started < paths.size() || !walks.empty()) {
    for (; walks.size() < at_a_time && started < paths.size(); ++started)
      walks.push_back({Course::Speller(course_), started, course_.core.start, course_.length, none});
    for (std::size_t i = 0; i < walks.size();) {
      Walk& walk = walks[i];
      if (walk.slot != none) walk.path.add(walk.slot);
      if (course_.finished(walk.v, walk.left)) {
        paths[walk.number] = walk.path.finish();
        walk = std::move(walks.back());
        walks.pop_back();
        continue;
      }
      core.fetch_edge(core.first_out(walk.v));
      __builtin_prefetch(thresholds_at(walk.v, walk.left));
      ++i;
    }
    for (Walk& walk : walks) {
      walk.slot = choose(walk.v, walk.left, rng);
      walk.left -= core.length(walk.slot);
      walk.v = core.to(walk.slot);
      core.fetch_vertex(walk.v);
      __builtin_prefetch(first_.data() + walk.v);
      course_.fetch_place(walk.slot);
    }
    for (const Walk& walk : walks) course_.fetch_spelling(walk.slot);
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
