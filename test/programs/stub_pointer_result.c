// A function without a body that returns a pointer: null, or a new object with free content.
// RUN: unit=lookup
// EXPECT: branch 8/8
struct entry {
  int key;
  const char *name;
};
struct entry *find_entry(int key);

int lookup(int key) {
  struct entry *e = find_entry(key);
  if (!e) return -1;
  if (e->key != key) return 0;
  if (e->name && e->name[0] == 'x') return 2;
  return 1;
}
