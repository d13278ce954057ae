// A member of nothing.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding null dereference line 7
struct node { int value; struct node *next; };
int f(struct node *n) {
  if (n->value > 3)
    return 1;
  return 0;
}
