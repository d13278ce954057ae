#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace espalier::evolve {

/// Names a target for as long as it is searched for.
using TargetId = std::uint32_t;

/// For each target the inputs that came nearest to it, whoever was searched for when they were found.
class Archive {
 public:
  struct Entry {
    double fitness;
    std::vector<std::uint64_t> values;
  };

  /// True when no input came nearer before.
  bool offer(TargetId target, double fitness, std::span<const std::uint64_t> values);
  void forget(TargetId target) { entries_.erase(target); }
  /// The nearest first.
  [[nodiscard]] std::span<const Entry> of(TargetId target) const;
  /// What an input must be below to be kept.
  [[nodiscard]] double bar(TargetId target) const;

 private:
  static constexpr std::size_t kept = 8;
  std::map<TargetId, std::vector<Entry>> entries_;
};

}  // namespace espalier::evolve
