#pragma once

#include <filesystem>
#include <string>

namespace espalier::bench {

/// The source of a package of this machine's distribution, as its authors released it: fetched by apt to
/// below `cache`, or found there from an earlier call.  Nothing of the system is changed.  Throws a
/// std::runtime_error of one line when it cannot be had.
std::filesystem::path fetch_source(const std::string& package, const std::filesystem::path& cache);

/// Entries of apt's sources that name source packages where the given ones name binary packages, in either
/// of apt's two formats.
std::string source_entries(const std::string& entries);

}  // namespace espalier::bench
