#include "kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/process.h"
#include "frontend/toolchain.h"

namespace espalier::bench {

std::filesystem::path bench_file(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = self.parent_path().parent_path() / "lib" / "espalier" / "bench";
  const fs::path folder = fs::exists(installed, error) ? installed : fs::path(ESPALIER_SOURCE_DIR) / "bench";
  return (folder / name).lexically_normal();
}

Kernel::Kernel(const std::filesystem::path& file, const std::string& function,
               const std::vector<std::string>& flags)
    : source(frontend::parse_source(file, flags)) {
  auto unit = frontend::plan_unit(source, *source.find(function), {});
  if (!unit) throw std::runtime_error(unit.error());
  units.push_back(std::move(*unit));
  const auto harness = scratch.path() / "harness.c";
  binary = scratch.path() / "subject";
  write_file(harness, frontend::harness_text(source, units));
  frontend::build_subject(
      frontend::find_toolchain(),
      {.harness = harness, .output = binary, .flags = source.flags, .dump_ir = false, .instrument = true});
  execute::Limits limits;
  limits.steps = std::uint64_t{1} << 40;
  limits.wall_clock = std::chrono::minutes(1);
  subject = std::make_unique<execute::Subject>(binary, limits);
}

double Kernel::seconds(const Input& input, esp_mode mode, int repetitions) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < repetitions; i++) {
    const auto start = subject->cpu_time();
    const auto run = subject->run(0, input, mode);
    if (run.status != ESP_OK)
      throw std::runtime_error(fmt::format("kernel ended with status {}", static_cast<int>(run.status)));
    least = std::min(least, std::chrono::duration<double>(subject->cpu_time() - start).count());
  }
  return least;
}

double native_seconds(const std::filesystem::path& file, const std::string& function, unsigned argument,
                      int repetitions) {
  const ScratchDirectory scratch;
  const auto program = scratch.path() / "native.c";
  write_file(program, fmt::format(R"(#include "{}"
#include <stdio.h>
#include <time.h>
int main(void) {{
  double least = 1e9;
  for (int i = 0; i < {}; i++) {{
    volatile unsigned argument = {};
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    volatile unsigned result = {}(argument);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    (void)result;
    double t = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
    if (t < least) least = t;
  }}
  printf("%.9f", least);
}}
)",
                                  file.string(), repetitions, argument, function));
  const auto binary = (scratch.path() / "native").string();
  const auto built = run_command({.argv = {"clang-19", "-O2", "-w", program.string(), "-o", binary, "-lm"},
                                  .directory = {},
                                  .environment = {}});
  if (!built.ok()) throw std::runtime_error(built.err);
  return std::stod(run_command({.argv = {binary}, .directory = {}, .environment = {}}).out);
}

}  // namespace espalier::bench
