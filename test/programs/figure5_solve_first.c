// Figure 5 of the look-ahead paper: a chain of conditions beside a chain of statements.  The way through
// all statements leaves at the first condition, which solve-first tries first and depth-first search last.
// RUN: unit=ladder criterion=statement strategy=solve-first prune=look-ahead
// EXPECT: statement 15/15
// EXPECT: paths == 2
// EXPECT: iterations == 2
int ladder(const int x[6]) {
  int sum = 0;
  if (x[0] != 0) goto d0;
  if (x[1] != 0) goto d1;
  if (x[2] != 0) goto d2;
  if (x[3] != 0) goto d3;
  if (x[4] != 0) goto d4;
  if (x[5] != 0) goto d5;
  return sum;
d0:
  sum += 1;
d1:
  sum += 2;
d2:
  sum += 4;
d3:
  sum += 8;
d4:
  sum += 16;
d5:
  sum += 32;
  return sum;
}
