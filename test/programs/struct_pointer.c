// A struct behind a pointer; the unit writes through it.
// RUN: unit=f
// EXPECT: branch 8/8
struct account { long balance; _Bool frozen; };
int f(struct account *a, long amount) {
  if (!a)
    return -1;
  if (a->frozen)
    return -2;
  if (amount <= 0 ||
      a->balance < amount)
    return -3;
  a->balance -= amount;
  return 0;
}
