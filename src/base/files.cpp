#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
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

namespace {

constexpr std::string_view scratch_prefix = ".espalier-scratch-";
constexpr std::string_view scratch_pattern = "XXXXXX";  // of mkdtemp

/// Nobody else calls a directory so.
bool is_scratch(const std::string& name) {
  return name.starts_with(scratch_prefix) && name.size() == scratch_prefix.size() + scratch_pattern.size();
}

/// A lock of whoever uses the directory, which the system takes back even from a process that is killed; -1:
/// not to be had.
int lock_directory(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  close(fd);
  return -1;
}

/// What processes of ours that were killed left behind.  A directory of the last minute may be one that is
/// being made, and not locked yet.
void remove_abandoned(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    struct stat status;
    const fs::path& path = entry->path();
    if (!is_scratch(path.filename().string()) || lstat(path.c_str(), &status) != 0 ||
        status.st_uid != geteuid() || status.st_mtime > std::time(nullptr) - 60)
      continue;
    const int lock = lock_directory(path);
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
    close(lock);
  }
}

}  // namespace

ScratchDirectory::ScratchDirectory(const fs::path& preferred) {
  std::error_code error;
  const bool usable = !preferred.empty() && access(preferred.c_str(), W_OK | X_OK) == 0;
  fs::path parent = usable ? preferred : fs::temp_directory_path(error);
  if (error) parent = "/tmp";
  remove_abandoned(parent);
  std::string name = (parent / fmt::format("{}{}", scratch_prefix, scratch_pattern)).string();
  if (mkdtemp(name.data()) == nullptr)
    throw UserError{ExitCode::Usage,
                    fmt::format("{}: no temporary directory can be made ({}); set TMPDIR to a writable one",
                                name, std::strerror(errno))};
  path_ = name;
  lock_ = lock_directory(path_);
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace espalier
