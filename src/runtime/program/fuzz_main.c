/* main for a target of fuzzers, which has none: linked when LLVMFuzzerTestOneInput is there instead.  By hand, it
 * runs the files that are its arguments. */
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Answered by the runtime. */
int esp_asks_nobody(void);
byte *esp_read_file(const char *name, size_t *size);
byte *esp_target_bytes(esp_reading *r); /* an object that holds exactly the bytes of this run; 0: none are wanted */

int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  int failed = 0;
  if (esp_asks_nobody()) {
    for (int i = 1; i < argc; i++) {
      size_t size = 0;
      byte *data = esp_read_file(argv[i], &size);
      if (data) LLVMFuzzerTestOneInput(data, size);
      failed |= !data;
    }
    return failed;
  }
  esp_reading r;
  byte *data = esp_target_bytes(&r);
  if (!data) return 0;
  LLVMFuzzerTestOneInput(data, esp_bytes_from(&r, 0, r.size)); /* a read past the end depends on where the end is */
  return 0;
}
