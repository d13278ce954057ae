#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "program/sources.h"
#include "search/campaign.h"

namespace espalier::program {

/// The files of a directory, in the order of their names; of one with a `queue`, as AFL++ and we leave it,
/// those of the queue, and the findings after them. UserError(Usage) when it cannot be read.
std::vector<std::string> read_seeds(const std::filesystem::path& directory);

/// Inputs in the layout of AFL++: queue/id:000000,... for runs that brought something new, crashes/ and
/// hangs/ for findings.  One symbolic source: a file holds its bytes.  Several: a directory with one file for
/// each.  None, but questions (__VERIFIER_nondet_*): the answers, one number a line.
///
/// Each is there as soon as it was added, whole or not at all, so that nothing is lost whatever happens next.
/// It takes the place of one of the same name.
class Corpus {
 public:
  /// Makes the folders.  UserError(Usage) when they cannot be written to.
  Corpus(std::filesystem::path directory, std::vector<esp_source> sources);

  /// What cannot be written does not end a search: see problem().
  void add(const search::Candidate& run);
  /// Removes what an earlier search left.  Files with names of other forms are the user's own, and stay.
  void remove_earlier();
  /// What was added, in that order.
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const { return files_; }
  /// The first thing that went wrong; empty: nothing.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void put(const search::Candidate& run, const std::filesystem::path& path) const;
  void write(const search::Candidate& run, const std::filesystem::path& path) const;

  std::filesystem::path directory_;
  std::vector<esp_source> sources_;
  std::map<std::string, unsigned> count_;  // by folder
  std::vector<std::filesystem::path> files_;
  std::string problem_;
};

}  // namespace espalier::program
