// The pass answers these in an instrumented program.
#include "models.h"

namespace espalier::test {
int everything_symbolic = 0;
}

extern "C" {
int esp_symbolic(std::uint64_t) { return espalier::test::everything_symbolic; }
std::uint64_t esp_pin(std::uint64_t value) { return value; }
void esp_touch(const void*) {}
}
