// The end of a list is null, and not to look there is a mistake.
// RUN: unit=second
// EXPECT: branch 2/2
// EXPECT: finding null dereference
struct node {
  int value;
  struct node *next;
};
int second(struct node *list) {
  if (list->next->value > 3) return 1;
  return 0;
}
