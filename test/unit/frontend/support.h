#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "frontend/source.h"

namespace espalier::frontend {

/// A C file in a scratch directory, parsed.
struct Parsed {
  ScratchDirectory scratch;
  std::filesystem::path path;
  SourceFile source;

  explicit Parsed(const std::string& text, const std::vector<std::string>& flags = {})
      : path(scratch.path() / "unit.c") {
    write_file(path, text);
    source = parse_source(path, flags);
  }

  [[nodiscard]] const SourceFunction& function(const std::string& name) const {
    const SourceFunction* found = source.find(name);
    if (found == nullptr) throw std::runtime_error("no function " + name);
    return *found;
  }
  [[nodiscard]] const Type& parameter_type(const std::string& function_name, std::size_t index) const {
    return source.type(function(function_name).parameters.at(index).type);
  }
};

/// Runs a command that must succeed.
inline std::string must_run(const std::vector<std::string>& argv, const std::filesystem::path& directory) {
  const auto outcome = run_command({.argv = argv, .directory = directory.string()});
  EXPECT_TRUE(outcome.ok()) << argv.front() << " ended with " << outcome.exit_code << "\n"
                            << outcome.err << outcome.out;
  return outcome.out;
}

}  // namespace espalier::frontend
