// A function pointer that is not checked is a finding.
// RUN: unit=call
// EXPECT: branch 2/2
// EXPECT: finding segmentation fault
int call(void (*action)(int), int n) {
  if (n > 3) n = 3;
  action(n);
  return n;
}
