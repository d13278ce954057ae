#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/model.h"
#include "suite/suite.h"

namespace espalier::suite {

/// What the report shows of a unit beyond suite.json, as JSON text: control-flow graphs, execution tree, how
/// coverage grew, path conditions.  `branches`: goals of the branch criterion, whose texts name choices.
std::string picture_of(const model::Program& program, const std::vector<model::FunctionId>& functions,
                       const std::vector<coverage::Goal>& branches, const UnitSuite& unit);

/// report.json: the pictures of all units and the sources.
std::vector<std::filesystem::path> export_report(const Suite& suite, const std::filesystem::path& directory);

/// Puts suite.json and report.json of `directory` into the page and writes report.html there.
/// UserError(Usage) when there is no suite, or the installation has no page.
std::filesystem::path write_report(const std::filesystem::path& directory);

}  // namespace espalier::suite
