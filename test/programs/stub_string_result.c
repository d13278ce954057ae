// A string that another file's function returns.
// RUN: unit=is_debug
// EXPECT: branch 6/6
const char *setting(const char *name);

int is_debug(void) {
  const char *value = setting("level");
  if (!value) return 0;
  if (value[0] == 'd' && value[1] == 'b') return 1;
  return 0;
}
