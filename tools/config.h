#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

#include "generate_options.h"

namespace espalier::tools {

/// The nearest .espalier.toml in the directory of `file` or above it; empty when there is none.
std::filesystem::path find_config(const std::filesystem::path& file);

/// Applies a .espalier.toml: [generate] gives options that the command line did not, and
/// [function.F.parameter.P] what is known of a parameter.  UserError(Usage) `file:line: what; what to do`.
void apply_config(const std::filesystem::path& config, CLI::App& app, GenerateOptions& options);

/// Every hint of the configuration names a parameter, if its function is in this file.  UserError(Usage)
/// otherwise.
void check_hints(const GenerateOptions& options, const frontend::SourceFile& source);

}  // namespace espalier::tools
