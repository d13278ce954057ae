#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace espalier::model {

using StretchId = std::uint32_t;
inline constexpr StretchId no_stretch = 0;  ///< of no sides

/// Stretches of a path where nothing was symbolic, each kept once: the sides that were taken, in order.
class Stretches {
 public:
  Stretches() : ends_{0} {}

  StretchId add(std::span<const EdgeId> sides) {
    if (sides.empty()) return no_stretch;
    std::uint64_t hash = sides.size();
    for (const EdgeId side : sides) hash = (hash ^ side) * 0x9e3779b97f4a7c15 ^ hash >> 29;
    const auto next = static_cast<StretchId>(ends_.size());
    for (;; ++hash) {
      const auto [found, fresh] = known_.try_emplace(hash, next);
      if (fresh) break;
      if (std::ranges::equal((*this)[found->second], sides)) return found->second;
    }
    sides_.insert(sides_.end(), sides.begin(), sides.end());
    ends_.push_back(static_cast<std::uint32_t>(sides_.size()));
    return next;
  }

  [[nodiscard]] std::span<const EdgeId> operator[](StretchId id) const {
    const std::uint32_t begin = id == no_stretch ? 0 : ends_[id - 1];
    return std::span(sides_).subspan(begin, ends_[id] - begin);
  }

 private:
  std::vector<EdgeId> sides_;
  std::vector<std::uint32_t> ends_;  // by StretchId: where its sides end
  std::unordered_map<std::uint64_t, StretchId>
      known_;  // by hash; of those that collide, by the next that is free
};

}  // namespace espalier::model
