// Trees grow to the left and to the right.
// RUN: unit=f max-objects=3
// EXPECT: branch 6/6
struct tree {
  int key;
  struct tree *left, *right;
};
int f(const struct tree *root) {
  if (!root || !root->left) return 0;
  return root->left->right ? 2 : 1;
}
