#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/files.h"
#include "execute/subject.h"
#include "frontend/source.h"
#include "frontend/unit.h"
#include "model/model.h"

namespace espalier::bench {

/// A C function of this folder, built with the instrumentation and running.
struct Kernel {
  Kernel(const std::filesystem::path& file, const std::string& function,
         const std::vector<std::string>& flags = {});
  ScratchDirectory scratch;
  frontend::SourceFile source;
  std::vector<frontend::Unit> units;
  std::filesystem::path binary;
  std::unique_ptr<execute::Subject> subject;

  /// Least processor time of several runs, in seconds; the subject's alone.
  double seconds(const Input& input, esp_mode mode, int repetitions);
};

/// The same function compiled natively with -O2 and called with `argument`: least processor time in seconds.
double native_seconds(const std::filesystem::path& file, const std::string& function, unsigned argument,
                      int repetitions);

/// A file of this folder: as it was installed, or else in the source tree.
std::filesystem::path bench_file(const std::string& name);

}  // namespace espalier::bench
