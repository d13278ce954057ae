#pragma once

#include "frontend/clang.h"
#include "frontend/types.h"

namespace espalier::frontend {

/// Fills SourceFile::references, declared (every function without a body here) and globals.
void read_references(CXTranslationUnit unit, SourceFile& source, TypeTable& types);

/// Asks the C library and the linker, with the file's flags: functions that are defined somewhere leave
/// SourceFile::declared unless `stubbed`, and such variables leave SourceFile::globals.
void drop_defined_elsewhere(SourceFile& source, const std::set<std::string>& stubbed);

}  // namespace espalier::frontend
