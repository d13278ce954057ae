// Packed and aligned structures keep their layout in tests.
// RUN: unit=f
// EXPECT: branch 4/4
struct __attribute__((packed)) header {
  char kind;
  int size;
  short check;
};
struct __attribute__((aligned(32))) block {
  struct header head;
  long data __attribute__((aligned(16)));
};
int f(struct header *h, struct block b) {
  if (!h) return 0;
  h->size += b.head.check;
  return h->size == 1000 ? 1 : 2;
}
