#pragma once

#include <CLI/CLI.hpp>

#include "generate_options.h"

namespace espalier::tools {

/// What --strategy evolve can be told.
void add_evolve_options(CLI::App& app, GenerateOptions& options);
/// After parsing: reads the names.  UserError(Usage) when they are unknown, or are of no use.
void settle_evolve(GenerateOptions& options);

}  // namespace espalier::tools
