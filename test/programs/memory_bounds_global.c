// The same with a global, written.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding out of bounds line 8
static short counts[10];
int f(int kind) {
  if (kind >= 0 && kind <= 10)
    counts[kind]++;
  return kind;
}
