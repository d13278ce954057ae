// Reversal in place: the pointers inside the objects are results, too.
// RUN: unit=reverse
// EXPECT: branch 6/6
struct node {
  int value;
  struct node *next;
};
struct node *reverse(struct node *list) {
  struct node *done = 0;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done && done->next ? done : 0;
}
