#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solve/solver.h"

namespace espalier::bench {

/// A function whose exploration asks the queries of one stream.
struct Family {
  const char* name;
  const char* file;
  const char* function;
  bool floats = false;
};

/// Explores the function and records every query.
void record_stream(const Family& family, const std::filesystem::path& file, std::uint64_t runs);

/// What became of the queries of a stream.
struct Replayed {
  std::size_t queries = 0;  ///< asked
  std::uint64_t sat = 0, unsat = 0, unknown = 0;
  double seconds = 0;          ///< processor time of all of them
  double sat_seconds = 0;      ///< of those with a solution
  double unsat_slowest = 0;    ///< the longest proof
  double overtime = 0;         ///< wall clock beyond the budget, as a share of it, at worst
  struct Slow {
    std::size_t query;
    double wall;
    std::string answer;
  };
  std::vector<Slow> slowest{};  ///< a few, the slowest first
  solve::Statistics layers{};
};

enum class Asked { Stack, PlainZ3 };

/// Asks every `stride`-th query of a recorded file.
Replayed replay_stream(const std::filesystem::path& file, Asked whom, std::size_t stride = 1);

}  // namespace espalier::bench
