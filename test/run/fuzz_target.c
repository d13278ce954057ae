// A target of fuzzers, as it is.
// RUN: --bytes 4 --exhaustive --fail-on-findings
// EXPECT: finding .*out of bounds at .*fuzz_target.c:10
// EXPECT: exit code 1
// EXPECT: corpus crashes/id:000000
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'F' && data[1] == 'U' && data[2] == 'Z') return data[3] == 'Z';
  return 0;
}
