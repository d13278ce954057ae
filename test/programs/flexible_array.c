// An array at the end of a structure, with memory behind it.
// RUN: unit=f
// EXPECT: branch 4/4
struct text {
  int size;
  char data[];
};
int f(struct text *t) {
  if (!t) return 0;
  t->size = 2;
  return t->data[1] == 'x' ? 1 : 2;
}
