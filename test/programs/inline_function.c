// A C99 inline function has no body to link with, unless the tests ask for it.
// RUN: unit=f
// EXPECT: branch 2/2
inline int f(int x) { return x > 2 ? 1 : 0; }
