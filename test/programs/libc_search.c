// strchr, strrchr, strstr, strspn, strcspn, strpbrk, memchr: positions are exact.
// RUN: unit=look
// EXPECT: branch 16/16
#include <string.h>

int look(const char text[6]) {
  if (memchr(text, 0, 6) == 0) return -1;
  const char *dot = strchr(text, '.');
  if (dot && dot == text + 2) return 1;
  if (strstr(text, "xy") == text + 1) return 2;
  if (strspn(text, "0123456789") == 3) return 3;
  if (strcspn(text, ",;") == 4) return 4;
  const char *last = strrchr(text, '/');
  if (last && strpbrk(text, "/") != last) return 5;
  return 0;
}
