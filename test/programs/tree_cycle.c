// A tree that contains itself: the recursion does not end.
// RUN: unit=depth max-objects=2
// EXPECT: branch 4/4
// EXPECT: finding stack overflow
struct tree {
  struct tree *left, *right;
};
int depth(const struct tree *t) {
  if (!t) return 0;
  int l = depth(t->left), r = depth(t->right);
  return 1 + (l > r ? l : r);
}
