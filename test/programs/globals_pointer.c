// A global pointer is null or points to an object of its own.
// RUN: unit=front globals
// EXPECT: branch 4/4
struct item {
  int weight;
  struct item *next;
};
static struct item *queue;

int front(void) {
  if (!queue) return -1;
  if (queue->weight > 50) return 2;
  return 1;
}
