// A variable that another file defines is an input too with --globals.
// RUN: unit=over globals
// EXPECT: branch 2/2
extern unsigned short threshold;

int over(unsigned short value) {
  if (value > threshold) return 1;
  return 0;
}
