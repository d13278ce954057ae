/* A sorted table of at most six that numbers are put into and taken out of. */
struct table {
  int count;
  int values[6];
};

int insert(struct table *table, int value, int removing) {
  if (table == 0) return -3;
  if (table->count < 0 || table->count > 6) return -3;
  for (int i = 1; i < table->count; i++)
    if (table->values[i] < table->values[i - 1]) return -3;
  int at = 0;
  while (at < table->count && table->values[at] < value) at++;
  const int there = at < table->count && table->values[at] == value;
  if (removing) {
    if (!there) return -2;
    for (int i = at; i + 1 < table->count; i++) table->values[i] = table->values[i + 1];
    table->count--;
    return at;
  }
  if (there) return at;
  if (table->count == 6) return -1;
  for (int i = table->count; i > at; i--) table->values[i] = table->values[i - 1];
  table->values[at] = value;
  table->count++;
  return at;
}
