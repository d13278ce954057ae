#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/explore.h"

namespace espalier::program {

/// The files of a directory (or of its `queue`, as AFL++ leaves it), in the order of their names.
/// UserError(Usage) when it cannot be read.
std::vector<std::string> read_seeds(const std::filesystem::path& directory);

/// Writes the inputs in the layout of AFL++: queue/id:000000,... for runs that brought something new,
/// crashes/ and hangs/ for findings.  One symbolic source: a file holds its bytes.  Several: a directory with
/// one file for each.  None, but questions (__VERIFIER_nondet_*): the answers, one number a line.  What an
/// earlier run left in these directories is removed. Returns the file of each test, by its position in
/// Explored::tests.
std::vector<std::filesystem::path> write_corpus(const Explored& explored,
                                                const std::filesystem::path& directory);

}  // namespace espalier::program
