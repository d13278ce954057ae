#include "base/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

namespace espalier {
namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return Error{path.string() + ": is a directory"};
  errno = 0;
  std::ifstream file{path, std::ios::binary};
  if (!file) return Error{path.string() + ": " + std::strerror(errno != 0 ? errno : EIO)};
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  if (file.bad()) return Error{path.string() + ": cannot be read"};
  return text;
}

void write_file(const fs::path& path, std::string_view text) {
  const auto refuse = [&](const std::string& why) {
    throw UserError{
        ExitCode::Usage,
        fmt::format("{}: cannot be written ({}); choose another place or free this one", path.string(), why)};
  };
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) refuse(error.message());

  // The process number keeps writers of different processes apart, the count those of one process.
  static std::atomic<unsigned> count{0};
  const fs::path temporary = fmt::format("{}.{}.{}.tmp", path.string(), getpid(), count++);
  errno = 0;
  std::ofstream file{temporary, std::ios::binary};
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) {
    const int reason = errno;
    fs::remove(temporary, error);
    refuse(std::strerror(reason != 0 ? reason : EIO));
  }
  fs::rename(temporary, path, error);
  if (error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    refuse(error.message());
  }
}

void make_writable_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (!error && access(path.c_str(), W_OK | X_OK) != 0) error = {errno, std::generic_category()};
  if (error)
    throw UserError{ExitCode::Usage,
                    fmt::format("{}: not a directory that can be written to ({}); choose another with --out",
                                path.string(), error.message())};
}

ScratchDirectory::ScratchDirectory(const fs::path& preferred) {
  std::error_code error;
  const bool usable = !preferred.empty() && access(preferred.c_str(), W_OK | X_OK) == 0;
  const fs::path parent = usable ? preferred : fs::temp_directory_path(error);
  std::string name = ((error ? fs::path{"/tmp"} : parent) / "espalier-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw UserError{ExitCode::Usage,
                    fmt::format("{}: no temporary directory can be made ({}); set TMPDIR to a writable one",
                                name, std::strerror(errno))};
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace espalier
