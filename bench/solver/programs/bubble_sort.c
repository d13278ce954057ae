int bubble_sort(int a[8]) {
  int swaps = 0;
  for (int end = 8; end > 1; end--)
    for (int i = 0; i + 1 < end; i++)
      if (a[i] > a[i + 1]) {
        const int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
        swaps++;
      }
  return swaps;
}
