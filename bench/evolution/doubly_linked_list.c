/* A doubly linked list in a pool of eight nodes, told what to do by a little program. */
struct node {
  int value, next, before, used;
};
static struct node nodes[8];
static int first, last, length;

static int take(int value) {
  for (int i = 1; i < 8; i++)
    if (!nodes[i].used) {
      nodes[i].used = 1;
      nodes[i].value = value;
      nodes[i].next = nodes[i].before = 0;
      return i;
    }
  return 0;
}

static int push_front(int value) {
  const int n = take(value);
  if (n == 0) return -1;
  nodes[n].next = first;
  if (first != 0)
    nodes[first].before = n;
  else
    last = n;
  first = n;
  length++;
  return n;
}

static int push_back(int value) {
  const int n = take(value);
  if (n == 0) return -1;
  nodes[n].before = last;
  if (last != 0)
    nodes[last].next = n;
  else
    first = n;
  last = n;
  length++;
  return n;
}

static int find(int value) {
  for (int n = first; n != 0; n = nodes[n].next)
    if (nodes[n].value == value) return n;
  return 0;
}

static int drop(int n) {
  if (n == 0) return -2;
  const int before = nodes[n].before, next = nodes[n].next;
  if (before != 0)
    nodes[before].next = next;
  else
    first = next;
  if (next != 0)
    nodes[next].before = before;
  else
    last = before;
  nodes[n].used = 0;
  length--;
  return n;
}

static int insert_sorted(int value) {
  int n = first;
  while (n != 0 && nodes[n].value < value) n = nodes[n].next;
  if (n == 0) return push_back(value);
  if (nodes[n].before == 0) return push_front(value);
  const int made = take(value);
  if (made == 0) return -1;
  nodes[made].next = n;
  nodes[made].before = nodes[n].before;
  nodes[nodes[n].before].next = made;
  nodes[n].before = made;
  length++;
  return made;
}

static void reverse(void) {
  int n = first;
  while (n != 0) {
    const int next = nodes[n].next;
    nodes[n].next = nodes[n].before;
    nodes[n].before = next;
    n = next;
  }
  n = first;
  first = last;
  last = n;
}

int doubly_linked_list(const unsigned char orders[8], const signed char values[8]) {
  int result = 0;
  for (int i = 0; i < 8; i++) {
    switch (orders[i]) {
      case 1:
        result = push_front(values[i]);
        break;
      case 2:
        result = push_back(values[i]);
        break;
      case 3:
        result = find(values[i]);
        if (result == 0) return 1;
        break;
      case 4:
        result = drop(find(values[i]));
        if (result == -2) return 2;
        break;
      case 5:
        result = insert_sorted(values[i]);
        break;
      case 6:
        reverse();
        break;
      default:
        if (length > 5) return 3;
        return 0;
    }
    if (result == -1) return 4;
  }
  if (length == 7 && nodes[first].value == 42) return 5;
  return length;
}
