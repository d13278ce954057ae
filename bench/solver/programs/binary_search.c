int binary_search(int a[16], int key) {
  for (int i = 0; i + 1 < 16; i++)
    if (a[i] > a[i + 1]) return -2;
  int low = 0, high = 15;
  while (low <= high) {
    const int middle = (low + high) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
