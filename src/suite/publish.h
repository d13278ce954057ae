#pragma once

#include <filesystem>
#include <vector>

namespace espalier::suite {

/// What happened to the files of a suite on their way to the user.  Paths are below the output directory.
struct Published {
  std::vector<std::filesystem::path> edited;  ///< the user's now: the new text is beside it, as <name>.new
  std::vector<std::filesystem::path> left;  ///< no longer generated, but edited: left alone
};

/// Copies every file below `staging` to the same place below `out`, where earlier runs may have left theirs.
/// out/manifest.json tells what they wrote: a file that differs from that was edited and is never
/// overwritten.  Files that are no longer generated are removed.
Published publish(const std::filesystem::path& staging, const std::filesystem::path& out);

}  // namespace espalier::suite
