/* The subject of a unit: serves its driver, and nothing else. */
#include <stdio.h>
#include <stdlib.h>

#include "state.h"

int main(void) {
  const char *fd = getenv(ESP_ENV_FD);
  if (!fd) {
    fputs("this is an instrumented program; it is run by espalier\n", stderr);
    return 2;
  }
  esp_shadow_map();
  esp_attach(atoi(fd));
  esp_serve();
}
