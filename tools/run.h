#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/explore.h"
#include "search_options.h"

namespace espalier::tools {

/// What `run` can be told.
struct RunOptions : SearchOptions {
  std::string program;
  std::string out = "espalier-out";
  std::string seeds;
  bool from_main = false;
  std::uint32_t stdin_bytes = 0, bytes = 0;
  std::vector<std::uint32_t> arguments;          ///< longest of each symbolic argument
  std::vector<std::string> files, environment;   ///< NAME:BYTES
};

/// A finished `run`, for the printers.
struct Ran {
  program::Explored explored;
  std::filesystem::path out;
  std::string name;
};

void print_run(const Ran& ran);
void print_run_json(const Ran& ran, const RunOptions& options);

}  // namespace espalier::tools
