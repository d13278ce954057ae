#include "property/programs/judge.h"

#include <sstream>

#include "base/files.h"
#include "base/process.h"

namespace espalier::property {

Result<std::vector<Judgement>> judge(const Source& source, const std::filesystem::path& directory) {
  const auto file = directory / "recording.c";
  const auto binary = directory / "recording";
  write_file(file, source.recording);
  const auto compiled = run_command(
      {.argv = {"gcc", "-std=gnu11", "-O0", "-fwrapv", "-w",
                "-I" ESPALIER_SOURCE_DIR "/test/property/programs", "-o", binary.string(), file.string()},
       .directory = directory.string(),
       .environment = {}});
  if (!compiled.ok()) return Error{"the recording program does not compile: " + compiled.err};
  const auto ran =
      run_command({.argv = {binary.string()}, .directory = directory.string(), .environment = {}});
  if (!ran.ok()) return Error{"the recording program failed: " + ran.err};

  std::vector<Judgement> judgements;
  std::istringstream lines(ran.out);
  for (std::string word; lines >> word;) {
    if (word == "unit") {
      std::string name;
      lines >> name >> judgements.emplace_back().paths;
    } else {
      Mark mark;
      unsigned side = 0;
      lines >> mark.line >> side;
      mark.side = static_cast<Side>(side);
      judgements.back().reachable.insert(mark);
    }
  }
  if (judgements.size() != source.marks.size())
    return Error{"the recording program did not report every unit"};
  return judgements;
}

}  // namespace espalier::property
