#include "program/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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

/// Only names that we give: the directory may hold a user's own files.
void remove_old(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with("id:")) fs::remove_all(entry.path(), error);
}

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

void write_input(const Explored& explored, const search::Candidate& run, const fs::path& path) {
  const auto& sources = explored.layout.sources;
  if (sources.empty() || !run.outputs.empty()) {
    write_file(sources.empty() ? path : path / "answers", answers_of(run));
    if (sources.empty()) return;
  } else if (sources.size() == 1) {
    return write_file(path, bytes_of(sources[0], run.input));
  }
  for (const esp_source& source : sources)
    if (source.kind != ESP_SOURCE_ENVIRONMENT || (run.input[source.absent] & 1) == 0)
      write_file(path / file_name(source), bytes_of(source, run.input));
}

}  // namespace

std::vector<std::string> read_seeds(const fs::path& directory) {
  std::error_code error;
  const fs::path queue = directory / "queue";
  const fs::path& from = fs::is_directory(queue, error) ? queue : directory;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(from, error))
    if (std::error_code unreadable;
        entry.is_regular_file(unreadable) && !entry.path().filename().string().starts_with('.'))
      files.push_back(entry.path());
  if (error)
    throw UserError(ExitCode::Usage, fmt::format("--seeds: {}: {}; give a directory of files", from.string(),
                                                 error.message()));
  std::ranges::sort(files);
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

std::vector<fs::path> write_corpus(const Explored& explored, const fs::path& directory) {
  for (const char* folder : {"queue", "crashes", "hangs"}) {
    make_writable_directory(directory / folder);
    remove_old(directory / folder);
  }
  std::vector<fs::path> files;
  std::map<std::string, unsigned> count;
  for (const suite::Test& test : explored.tests) {
    const search::Candidate& run = test.run;
    const std::string folder = folder_of(run);
    const std::string signal = run.status == ESP_CRASH ? fmt::format(",sig:{:02}", run.detail) : "";
    const fs::path path =
        directory / folder / fmt::format("id:{:06}{},run:{}", count[folder]++, signal, run.run);
    write_input(explored, run, path);
    files.push_back(path);
  }
  return files;
}

}  // namespace espalier::program
