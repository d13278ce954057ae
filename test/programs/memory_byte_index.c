// A part of a large object at an index that its type or a mask bounds: only the cells it can choose count.
// RUN: unit=classify
// EXPECT: branch 7/10
// EXPECT: infeasible line 17 true
// EXPECT: infeasible line 19 true
// EXPECT: infeasible line 21 true
struct scanner {
  int line;
  char names[600];
  unsigned char kind[256];
  int column[300];
};
static struct scanner scanner = {1, "", {['<'] = 3, [255] = 9}, {[16] = 5, [22] = 6, [23] = 7}};
int classify(unsigned char byte, unsigned int number) {
  if (scanner.kind[byte] == 9)
    return 1;
  if (scanner.kind[byte] == 7)
    return 2;
  if (scanner.column[number & 15] == 5)
    return 3;
  if (scanner.column[(number >> 28) + (byte & 7)] == 7)
    return 4;
  if (scanner.column[(number >> 28) + (byte & 7)] == 6)
    return 5;
  return 0;
}
