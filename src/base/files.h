#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace espalier {

Result<std::string> read_file(const std::filesystem::path& path);

/// Writes to a temporary name and renames, so that readers never see half a file.
/// Creates missing directories.  Throws UserError(Usage) naming the path when it cannot.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Creates the directory (and parents); UserError(Usage) when it cannot be written to.
void make_writable_directory(const std::filesystem::path& path);

/// A directory under `preferred`, if that can be written to, or else under TMPDIR, that is removed with its
/// content at the end of its life; if the process is killed, by the next one that makes such a directory
/// there.
class ScratchDirectory {
 public:
  explicit ScratchDirectory(const std::filesystem::path& preferred = {});
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace espalier
