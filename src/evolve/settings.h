#pragma once

#include <cstdint>

namespace espalier::evolve {

enum class Algorithm : std::uint8_t { Standard, Differential, Both };
enum class Fitness : std::uint8_t {
  Coverage,  ///< the number of decisions that an input covers, as published
  Distance,  ///< how near it comes to a target
};

struct Settings {
  Algorithm algorithm = Algorithm::Both;
  Fitness fitness = Fitness::Distance;
  std::uint32_t population = 1'000;
  std::uint64_t steps = 100'000;  ///< of one run; longer ones end there and are judged by what they did
};

}  // namespace espalier::evolve
