// A tag says which member of the union is there.
// RUN: unit=f
// EXPECT: branch 7/7
struct value {
  int kind;
  union {
    int number;
    float fraction;
  } as;
};
int f(struct value v) {
  switch (v.kind) {
    case 0: return v.as.number == 77 ? 1 : 2;
    case 1: return v.as.fraction > 2.5f ? 3 : 4;
  }
  return 5;
}
