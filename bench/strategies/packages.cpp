// Source packages, by the machine's own apt with a configuration of our own: the same archives and keys, but
// source packages, and lists in a directory of ours.
#include "packages.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "base/files.h"
#include "base/process.h"

namespace espalier::bench {
namespace {
namespace fs = std::filesystem;

/// The first line that names an error, or else the first one.
std::string reason_in(const std::string& text) {
  const auto error = text.find("E: ");
  const auto from = error == std::string::npos ? 0 : error + 3;
  return text.substr(from, text.find('\n', from) - from);
}

void run(std::vector<std::string> argv, const fs::path& directory) {
  const std::string what = argv.front();
  const CommandOutcome outcome = run_command({.argv = std::move(argv), .directory = directory.string()});
  if (outcome.ok()) return;
  throw std::runtime_error(outcome.started ? fmt::format("{}: {}", what, reason_in(outcome.err))
                                           : fmt::format("{} is not there", what));
}

/// Copies what apt reads on this machine.
void write_entries(const fs::path& directory) {
  fs::create_directories(directory);
  const auto copy = [&](const fs::path& file) {
    if (const auto text = read_file(file)) write_file(directory / file.filename(), source_entries(*text));
  };
  std::error_code none;
  copy("/etc/apt/sources.list");
  for (const auto& file : fs::directory_iterator("/etc/apt/sources.list.d", none)) copy(file.path());
}

std::vector<std::string> apt_get(const fs::path& home) {
  std::vector<std::string> argv{"apt-get", "-q"};
  const auto set = [&](const std::string& name, const std::string& value) {
    argv.insert(argv.end(), {"-o", name + "=" + value});
  };
  set("Dir::Etc::sourcelist", "/dev/null");
  set("Dir::Etc::sourceparts", (home / "sources").string());
  set("Dir::State::lists", (home / "lists").string());
  set("Dir::Cache", (home / "cache").string());
  set("APT::Sandbox::User", "");  // it could not write here
  set("Acquire::Retries", "1");
  set("Acquire::http::Timeout", "15");
  set("Acquire::https::Timeout", "15");
  return argv;
}

fs::path archive_in(const fs::path& directory) {
  std::error_code none;
  for (const auto& file : fs::directory_iterator(directory, none)) {
    const std::string name = file.path().filename().string();
    if (name.find(".tar.") != std::string::npos && !name.ends_with(".asc")) return file.path();
  }
  return {};
}

bool has_lists(const fs::path& directory) {
  std::error_code none;
  return std::ranges::any_of(fs::directory_iterator(directory, none), [](const fs::directory_entry& file) {
    return file.path().filename().string().find("_Sources") != std::string::npos;
  });
}

void download(const std::string& package, const fs::path& home, const fs::path& directory) {
  if (!has_lists(home / "lists")) {
    write_entries(home / "sources");
    fs::create_directories(home / "lists" / "partial");
    fs::create_directories(home / "cache");
    std::vector<std::string> update = apt_get(home);
    update.emplace_back("update");
    // An archive of somebody else may have no sources: what matters is whether the package is found.
    run_command({.argv = std::move(update)});
    if (!has_lists(home / "lists"))
      throw std::runtime_error("apt-get found no lists of source packages; is there a network?");
  }
  std::vector<std::string> source = apt_get(home);
  source.insert(source.end(), {"source", "--download-only", "--only-source", "--tar-only", package});
  fs::create_directories(directory);
  try {
    run(std::move(source), directory);
  } catch (const std::runtime_error&) {
    std::error_code none;
    fs::remove_all(home, none);  // lists may be old, or were never fetched: next time anew
    throw;
  }
}

}  // namespace

std::string source_entries(const std::string& entries) {
  std::istringstream lines(entries);
  std::string line, result;
  while (std::getline(lines, line)) {
    if (line.starts_with("deb ") || line.starts_with("deb\t")) line.insert(3, "-src");
    if (line.starts_with("Types:")) line = "Types: deb-src";
    result += line + "\n";
  }
  return result;
}

fs::path fetch_source(const std::string& package, const fs::path& cache) {
  const fs::path home = fs::absolute(cache), directory = home / package;
  const fs::path source = directory / "source";
  if (fs::exists(source)) return source;
  if (archive_in(directory).empty()) download(package, home / "apt", directory);
  const fs::path archive = archive_in(directory);
  if (archive.empty()) throw std::runtime_error("apt-get left no archive");
  const fs::path unpacked = directory / "unpacked";
  fs::remove_all(unpacked);
  fs::create_directories(unpacked);
  run({"tar", "-xf", archive.string(), "--strip-components=1", "-C", unpacked.string()}, directory);
  fs::rename(unpacked, source);  // whole, or not there
  return source;
}

}  // namespace espalier::bench
