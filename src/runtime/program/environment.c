/* getenv, and whoever looks at all of the environment: a symbolic variable may be missing. */
#include <stdlib.h>

#include "input.h"

/* Answered by the runtime. */
char *esp_real_getenv(const char *name);
int esp_absent_variable(const char *name, uint32_t *absent); /* the bit that says it is not set; 0: no such source */
int esp_absent_variable_at(uint32_t index, uint32_t *absent); /* the same of the index-th variable; 0: no more */

char *MODEL(getenv)(const char *name) {
  for (const char *p = name; esp_pin((byte)*p);) p++;
  uint32_t absent;
  if (!esp_absent_variable(name, &absent)) return esp_real_getenv(name);
  /* The program may have set it or taken it away meanwhile, so that both sides ask the environment. */
  if (espalier_bool(absent)) return esp_real_getenv(name);
  return esp_real_getenv(name);
}
char *MODEL(secure_getenv)(const char *name) { return MODEL(getenv)(name); }

/* pass: before a function that reads `environ`, or main's third argument. */
void MODEL(__esp_ask_environment)(void) {
  uint32_t absent;
  for (uint32_t i = 0; esp_absent_variable_at(i, &absent); i++)
    if (espalier_bool(absent)) continue;
}
