// A pointer that starts at a symbolic offset and walks.
// RUN: unit=f
// EXPECT: branch 6/6
int f(unsigned char start) {
  static const char text[] = "ab;cd;ef";
  if (start > 8)
    return -1;
  const char *p = text + start;
  while (*p && *p != ';')
    p++;
  return (int)(p - text);
}
