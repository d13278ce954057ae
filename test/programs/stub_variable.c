// Variables that another file defines are zero.
// RUN: unit=scaled
// EXPECT: branch 3/4
// EXPECT: infeasible line 9 true
extern int scale;
extern const char names[];

int scaled(int a) {
  if (scale > 0) return a * scale;
  if (a > 0) return names[0];
  return 1;
}
