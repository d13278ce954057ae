// What a function without a body writes through a pointer is an input, too.
// RUN: unit=fetch
// EXPECT: branch 4/4
struct reading {
  int value;
  unsigned char quality;
};
int get_reading(int id, struct reading *reading);

int fetch(int id) {
  struct reading r = {0, 0};
  if (get_reading(id, &r) != 0) return -1;
  if (r.quality > 200) return r.value;
  return 0;
}
