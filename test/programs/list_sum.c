// A list is null, or objects that each lead to the next: the branch needs three of them.
// RUN: unit=f
// EXPECT: branch 6/6
struct node {
  int value;
  struct node *next;
};
int f(const struct node *list) {
  int sum = 0;
  for (int i = 0; list && i < 3; i++, list = list->next) sum += list->value;
  return list ? 1 : sum;
}
