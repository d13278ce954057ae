#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/sources.h"

namespace espalier::bench {

/// A program of the distribution: how it is built from its source package, and what of its input is symbolic.
struct RealProgram {
  std::string name;
  std::string package;
  /// Commands, one after the other, in the directory of the build; {cc} is espalier-cc, {source} the package,
  /// {here} our folder.
  std::vector<std::vector<std::string>> build;
  std::string binary;  ///< in the directory of the build
  std::vector<std::string> arguments;  ///< see program::place_arguments
  std::vector<program::Source> sources;
};

const std::vector<RealProgram>& real_programs();

/// The instrumented program, fetched and built below `cache` unless an earlier call did.  Throws a
/// std::runtime_error of one line when that is not possible.
std::filesystem::path build_real_program(const RealProgram& program, const std::filesystem::path& cache);

}  // namespace espalier::bench
