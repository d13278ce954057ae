// How much slower instrumented code is than native -O2 when nothing is symbolic.
#include <fmt/format.h>

#include "../experiment.h"
#include "../kernel.h"

namespace espalier::bench {
namespace {

struct Row {
  const char* name;
  unsigned rounds;
  double limit;
};

void run(const Settings&) {
  print_header("overhead: processor time of the instrumented build, concrete inputs, relative to native -O2");
  for (const Row& row : {Row{"crc", 2000, 2}, Row{"heapsort", 60, 2}, Row{"matrix", 150, 5},
                         Row{"calls", 800, 5}, Row{"text", 1500, 5}}) {
    const auto file = bench_file(fmt::format("overhead/{}.c", row.name));
    Kernel kernel(file, "kernel");
    Input input;
    input.set(0, row.rounds);
    const double native = native_seconds(file, "kernel", row.rounds, 5);
    const double ratio = kernel.seconds(input, ESP_MODE_CONCRETE, 5) / native;
    print_figure(row.name, ratio, "x native", fmt::format("at most {}", row.limit), ratio <= row.limit);
  }
}

const Experiment experiment{"overhead", "instrumented against native code, nothing symbolic", run};

}  // namespace
}  // namespace espalier::bench
