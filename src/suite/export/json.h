#pragma once

#include <nlohmann/json.hpp>

#include "suite/suite.h"

namespace espalier::suite {

/// Kind, place, test, who confirms it and the call stack, for every file and command that tells of findings.
nlohmann::ordered_json finding_json(const UnitSuite& unit, const Finding& finding);

}  // namespace espalier::suite
