#pragma once

#include <cstdint>
#include <string>

namespace espalier::bench {

/// How large a made-up program is to be.
struct SyntheticShape {
  unsigned lines = 300;
  unsigned branches = 0;  ///< roughly so many conditional lines; 0: one in five lines
  unsigned depth = 4;     ///< conditions within each other, in one function
  unsigned inputs = 0;    ///< integers; 0: as suits the size
  std::uint64_t seed = 1;
};

/// C text of a program whose entry is `int synthetic(struct inputs)`.  The same shape gives the same text.
std::string synthetic_program(SyntheticShape shape);

}  // namespace espalier::bench
