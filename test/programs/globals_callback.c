// A global function pointer is null or a stub whose results are inputs.
// RUN: unit=notify globals
// EXPECT: branch 4/4
static int (*handler)(int code, char *answer);

int notify(int code) {
  char answer = 0;
  if (!handler) return -1;
  if (handler(code, &answer) == 5 + answer) return 1;
  return 0;
}
