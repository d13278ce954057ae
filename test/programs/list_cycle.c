// A list whose last object leads back into it has no end.
// RUN: unit=length steps=20000 exhaustive
// EXPECT: branch 2/2
// EXPECT: finding hang
struct node {
  struct node *next;
};
int length(const struct node *list) {
  int n = 0;
  while (list) {
    list = list->next;
    n++;
  }
  return n;
}
