#include "program/corpus.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/result.h"

namespace espalier::program {
namespace {
namespace fs = std::filesystem;

bool hangs(esp_status status) { return status == ESP_STEPS || status == ESP_TIMEOUT; }

/// Where the input of a run belongs.
const char* folder_of(const search::Candidate& run) {
  if (run.status == ESP_OK || run.status == ESP_EXIT) return "queue";
  return hangs(run.status) ? "hangs" : "crashes";
}

/// Not what a user put there, or AFL++: README.txt.
bool is_input(const std::string& name) { return name.starts_with("id:"); }

constexpr const char* folders[] = {"queue", "crashes", "hangs"};

std::string answers_of(const search::Candidate& run) {
  std::string text;
  for (const esp_output& answer : run.outputs) {
    const unsigned shift = 64 - answer.bits;
    const bool is_bool = answer.bits == 1;
    text += fmt::format("{}\n", is_bool ? static_cast<std::int64_t>(answer.value)
                                        : static_cast<std::int64_t>(answer.value << shift) >> shift);
  }
  return text;
}

std::string file_name(const esp_source& source) {
  std::string name = describe(source);
  std::ranges::replace(name, ' ', '.');
  return name;
}

}  // namespace

std::vector<std::string> read_seeds(const fs::path& directory) {
  std::error_code error;
  std::vector<fs::path> files;
  const auto take = [&](const fs::path& from, const auto& wanted) {
    const std::size_t before = files.size();
    for (const auto& entry : fs::directory_iterator(from, error))
      if (std::error_code unreadable;
          entry.is_regular_file(unreadable) && wanted(entry.path().filename().string()))
        files.push_back(entry.path());
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  };
  const auto is_plain = [](const std::string& name) { return !name.starts_with('.'); };
  const fs::path queue = directory / "queue";
  const bool is_corpus = fs::is_directory(queue, error);
  const fs::path& from = is_corpus ? queue : directory;
  take(from, is_plain);
  if (error)
    throw UserError(ExitCode::Usage, fmt::format("--seeds: {}: {}; give a directory of files", from.string(),
                                                 error.message()));
  if (is_corpus)
    for (const char* folder : {"crashes", "hangs"}) take(directory / folder, is_input);
  std::vector<std::string> seeds;
  for (const fs::path& file : files)
    if (auto bytes = read_file(file)) seeds.push_back(std::move(*bytes));
  if (seeds.empty())
    throw UserError(
        ExitCode::Usage,
        fmt::format("--seeds: {}: no files; give a directory of files, or one with a queue of AFL++ such as "
                    "out/default, or leave the option out to start from zeros",
                    from.string()));
  return seeds;
}

Corpus::Corpus(fs::path directory, std::vector<esp_source> sources)
    : directory_(std::move(directory)), sources_(std::move(sources)) {
  for (const char* folder : folders) make_writable_directory(directory_ / folder);
}

void Corpus::add(const search::Candidate& run) {
  const std::string folder = folder_of(run);
  const std::string signal = run.status == ESP_CRASH ? fmt::format(",sig:{:02}", run.detail) : "";
  files_.push_back(directory_ / folder / fmt::format("id:{:06}{},run:{}", count_[folder]++, signal, run.run));
  try {
    put(run, files_.back());
  } catch (const UserError& error) {
    if (problem_.empty()) problem_ = error.what();
  }
}

// Written beside its place and moved there.  An earlier search may have left an input of another form under
// this name, which cannot be replaced at once.
void Corpus::put(const search::Candidate& run, const fs::path& path) const {
  const fs::path beside = path.parent_path() / fmt::format(".input.{}", getpid());
  std::error_code error;
  fs::remove_all(beside, error);
  write(run, beside);
  fs::rename(beside, path, error);
  if (!error) return;
  fs::remove_all(path, error);
  fs::rename(beside, path, error);
  if (error)
    throw UserError(ExitCode::Usage,
                    fmt::format("{}: cannot be written ({}); choose another place with --out", path.string(),
                                error.message()));
}

void Corpus::write(const search::Candidate& run, const fs::path& path) const {
  if (sources_.empty()) return write_file(path, answers_of(run));
  const bool may_be_absent = sources_[0].kind == ESP_SOURCE_ENVIRONMENT;  // no file's bytes say so
  if (sources_.size() == 1 && run.outputs.empty() && !may_be_absent)
    return write_file(path, bytes_of(sources_[0], run.input));
  make_writable_directory(path);  // there may be nothing to be put into it
  if (!run.outputs.empty()) write_file(path / "answers", answers_of(run));
  for (const esp_source& source : sources_)
    if (!is_absent(source, run.input)) write_file(path / file_name(source), bytes_of(source, run.input));
}

void Corpus::remove_earlier() {
  std::error_code error;
  std::vector<fs::path> earlier;
  for (const char* folder : folders)
    for (const auto& entry : fs::directory_iterator(directory_ / folder, error))
      if (is_input(entry.path().filename().string()) && !std::ranges::count(files_, entry.path()))
        earlier.push_back(entry.path());
  for (const fs::path& path : earlier) fs::remove_all(path, error);
}

}  // namespace espalier::program
