#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "frontend/unit.h"
#include "search_options.h"

namespace espalier::tools {

/// What `generate` can be told.
struct GenerateOptions : SearchOptions {
  std::string target;
  std::string build_dir;
  std::string out = "espalier-out";
  std::string criterion = "branch";
  std::string contracts;
  std::string algorithm = "both", fitness = "distance";  ///< of evolution, as typed
  std::vector<std::string> stubs;
  std::vector<std::string> formats{"gtest"};  ///< names of suite::formats()
  std::vector<std::string> hint_places;  ///< file:line of each of harness.hints
  frontend::HarnessOptions harness;
  std::vector<std::string> lengths, types;  ///< as given, "p=n"
  bool length_given = false;  ///< --length with a bare number
  bool whole = false;
  bool unit = false;  ///< not whole; to say so
  bool keep_all = false;
  bool no_verify = false;
  bool update = false;
  bool no_sanitize = false;
  bool check_undefined = false;
  bool dump_ir = false;
  double fail_under = 0;
};

/// The table of options: name, place, help.
void add_options(CLI::App& app, GenerateOptions& options);

/// After parsing: reads durations, and checks what CLI11 cannot.  UserError(Usage) otherwise.
void settle(GenerateOptions& options);

}  // namespace espalier::tools
