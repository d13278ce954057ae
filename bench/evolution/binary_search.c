/* Where a key is in a sorted table, -1 when it is not there, -2 when the table is not sorted. */
int binary_search(int key, const int table[8], int count) {
  if (count < 0 || count > 8) return -2;
  for (int i = 1; i < count; i++)
    if (table[i - 1] > table[i]) return -2;
  int low = 0, high = count - 1;
  while (low <= high) {
    const int middle = low + (high - low) / 2;
    if (table[middle] == key) {
      if (middle == 0) return 100;
      if (middle == count - 1) return 200;
      return middle;
    }
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
