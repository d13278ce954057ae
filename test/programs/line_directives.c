// #line directives do not hide goals.
// RUN: unit=token
// EXPECT: branch 3/4
// EXPECT: infeasible line 9 true
#line 100 "scanner.l"
int token(int c) {
  if (c > 5) {
#line 200
    if (c == 2) return 1;
  }
  return 0;
}
