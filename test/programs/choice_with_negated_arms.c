// A choice is a condition of its own if its arms are tested as they stand; its own condition always is one.
// RUN: unit=f exhaustive
// EXPECT: branch 16/16
int f(_Bool a, _Bool b, _Bool c) {
  int n = 0;
  if (a) b = 0;
  if (a ? 3 : !3) n = 1;
  if (!(a ? !b : b || c) || c) n += 2;
  if (!(b ? c : a)) n += 4;
  return n;
}
