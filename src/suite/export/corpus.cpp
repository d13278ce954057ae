// A corpus for fuzzers: the input of each test as bytes, corpus/<unit>/<test>.
//
// Every variable in its order, little-endian, in as few bytes as hold its bits.  Variables that a run does
// not use are there too, so that a position means the same in every file.
#include "base/files.h"
#include "suite/suite.h"

namespace espalier::suite {

std::vector<std::filesystem::path> export_corpus(const Suite& suite, const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& unit : suite.units) {
    for (const auto& test : unit.tests) {
      std::string bytes;
      for (std::uint32_t i = 0; i < unit.unit->variables.size(); ++i)
        for (unsigned bit = 0; bit < unit.unit->variables[i].bits; bit += 8)
          bytes += static_cast<char>(test.run.input[i] >> bit);
      paths.push_back(directory / "corpus" / unit.unit->name / test.name);
      write_file(paths.back(), bytes);
    }
  }
  return paths;
}

}  // namespace espalier::suite
