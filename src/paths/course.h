#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "paths/graph.h"
#include "paths/reduce.h"

namespace espalier::paths {

/// Edges by their place in the list that the user's graph was made from.
using Path = std::vector<EdgeId>;

enum class Bound { Exactly, AtMost };

/// Which paths are meant.
struct Question {
  Vertex start;
  Vertex end;
  std::uint32_t length;
  Bound bound = Bound::Exactly;
  /// What a missing step counts for when shorter paths are meant too.  Only of interest with weights: when
  /// all were multiplied by ten, to make them whole, this must be ten.
  std::uint64_t rest_weight = 1;
};

/// The graph with a vertex of rest, if shorter paths are meant too, ...
Reduced with_bound(const Graph& graph, const Question& question);
/// ... and how long all paths are then.
std::uint32_t length_with_bound(const Question& question);

/// The reduced graph that counting and drawing walk on, and how its edges are spelled in the user's.
struct Course {
  /// The edges of `graph` must have length 1.
  Course(const Graph& graph, const Question& question);

  /// Nothing but rest is left of a path that stands here.
  [[nodiscard]] bool finished(Vertex v, std::uint32_t left) const {
    return left == 0 || (has_rest && v == core.end);
  }

  /// Writes a path down.
  class Speller {
   public:
    explicit Speller(const Course& course) : course_(&course), path_(course.length + kSlack) {}
    /// The user's edges of an edge of `core`.
    void add(EdgeId slot) {
      // Most have one to four: copied at once, whatever lies behind them.
      const EdgeId* from = course_->spelling_.data() + course_->spelled_from_[slot];
      const EdgeId* const end = course_->spelling_.data() + course_->spelled_from_[slot + 1];
      EdgeId* to = path_.data() + size_;
      size_ += static_cast<std::size_t>(end - from);
      for (; from < end; from += kSlack, to += kSlack) std::memcpy(to, from, kSlack * sizeof(EdgeId));
    }
    Path finish() {
      path_.resize(size_);
      return std::move(path_);
    }

   private:
    const Course* course_;
    Path path_;
    std::size_t size_ = 0;
  };

  /// How many of `edges` agree with the edge of `core`: all of either, or it is not theirs and it is 0.
  [[nodiscard]] std::size_t match(EdgeId slot, std::span<const EdgeId> edges) const;

  /// The name of the edges to and on the vertex of rest, which users never see.
  static constexpr EdgeId kRest = std::numeric_limits<EdgeId>::max();

  /// What a speller will read is fetched now.
  void fetch_spelling(EdgeId slot) const { __builtin_prefetch(spelling_.data() + spelled_from_[slot]); }
  void fetch_place(EdgeId slot) const { __builtin_prefetch(spelled_from_.data() + slot); }

  std::uint32_t length;  ///< with the step to the rest, if there is a rest
  bool has_rest;         ///< the end of `core` is a vertex of rest
  Reduced core;

 private:
  Course(const Question& question, const Reduced& extended, const Reduced& trimmed, EdgeId user_edges);
  Course(const Question& question, const Reduced& extended, EdgeId user_edges);

  static constexpr std::size_t kSlack = 4;

  // The user's edges of each edge of `core`, one after the other; those of rest are left out.  Behind the
  // last one there is something to copy.
  std::vector<EdgeId> spelling_;
  std::vector<std::uint32_t> spelled_from_;  // by slot, and one more
};

}  // namespace espalier::paths
