#include "base/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>

namespace espalier {
namespace {
namespace fs = std::filesystem;

TEST(Files, AreReadBackAsWritten) {
  const ScratchDirectory scratch;
  const fs::path path = scratch.path() / "a" / "b" / "file";
  const std::string text{"one\0two\n", 8};
  write_file(path, text);
  EXPECT_EQ(*read_file(path), text);
  write_file(path, "");
  EXPECT_EQ(*read_file(path), "");
  EXPECT_EQ(std::distance(fs::directory_iterator{path.parent_path()}, {}), 1) << "no temporary file is left";
}

TEST(Files, ThatAreMissingOrDirectoriesAreErrorsNamingThem) {
  const ScratchDirectory scratch;
  const auto missing = read_file(scratch.path() / "none");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error(), (scratch.path() / "none").string() + ": No such file or directory");
  EXPECT_FALSE(read_file(scratch.path()).ok());
}

TEST(Files, ThatCannotBeWrittenAreTheUsersError) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "file", "x");
  try {
    write_file(scratch.path() / "file" / "below", "x");
    FAIL() << "a file served as a directory";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::Usage);
    EXPECT_NE(std::string{error.what()}.find((scratch.path() / "file" / "below").string()),
              std::string::npos);
  }
  EXPECT_THROW(make_writable_directory(scratch.path() / "file"), UserError);
}

TEST(Files, DirectoriesWithoutWritePermissionAreTheUsersError) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const ScratchDirectory scratch;
  fs::create_directory(scratch.path() / "closed");
  fs::permissions(scratch.path() / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THROW(make_writable_directory(scratch.path() / "closed"), UserError);
  EXPECT_THROW(make_writable_directory(scratch.path() / "closed" / "below"), UserError);
}

TEST(Files, ScratchDirectoriesOfKilledProcessesVanishAndThoseInUseStay) {
  const ScratchDirectory parent;
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  const auto make = [&](const char* name) {
    const std::filesystem::path path = parent.path() / name;
    write_file(path / "inner" / "file", "x");
    std::filesystem::last_write_time(path, long_ago);
    return path;
  };
  const auto abandoned = make(".espalier-scratch-abcdef"), foreign = make("espalier.backup"),
             named = make(".espalier-scratch-of-mine");
  const ScratchDirectory in_use(parent.path());
  std::filesystem::last_write_time(in_use.path(), long_ago);
  EXPECT_FALSE(exists(abandoned));
  const ScratchDirectory next(parent.path());
  EXPECT_TRUE(exists(in_use.path()));
  EXPECT_TRUE(exists(foreign));
  EXPECT_TRUE(exists(named));
}

TEST(Files, ScratchDirectoriesVanishWithTheirContent) {
  fs::path path;
  {
    const ScratchDirectory scratch, other;
    path = scratch.path();
    EXPECT_NE(path, other.path());
    make_writable_directory(path / "x" / "y");
    write_file(path / "x" / "y" / "z", "text");
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace espalier
