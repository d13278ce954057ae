// A cast that changes nothing stands between the condition and its `!`.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 7 true
int f(int a) {
  long always = a || 1;
  if ((int)!(always)) return 1;
  return (unsigned)!(_Bool)!(a) ? 2 : 3;
}
