// A name that is not there.
// RUN: unit=g
// EXPECT: exit 2
// EXPECT: error no function 'g'
int f(int x) { return x; }
