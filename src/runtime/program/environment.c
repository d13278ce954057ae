/* getenv: a symbolic variable may be missing. */
#include <stdlib.h>

#include "input.h"

/* Answered by the runtime. */
char *esp_real_getenv(const char *name);
int esp_absent_variable(const char *name, uint32_t *absent); /* the bit that says it is not set; 0: no such source */

char *MODEL(getenv)(const char *name) {
  for (const char *p = name; esp_pin((byte)*p);) p++;
  uint32_t absent;
  if (esp_absent_variable(name, &absent) && espalier_bool(absent)) return 0;
  return esp_real_getenv(name);
}
char *MODEL(secure_getenv)(const char *name) { return MODEL(getenv)(name); }
