// One view of a union shows the bytes of the other.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding null dereference
union word {
  unsigned value;
  unsigned char bytes[4];
};
int f(union word *w) {
  w->value++;
  return w->bytes[3] == 0x12 ? 1 : 0;
}
