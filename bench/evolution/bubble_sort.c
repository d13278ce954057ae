/* Sorts, and says how many rounds it took. */
int bubble_sort(int a[5]) {
  int rounds = 0;
  for (int swapped = 1; swapped; rounds++) {
    swapped = 0;
    for (int i = 1; i < 5 - rounds; i++)
      if (a[i - 1] > a[i]) {
        const int t = a[i];
        a[i] = a[i - 1];
        a[i - 1] = t;
        swapped = 1;
      }
  }
  if (rounds == 1) return 0;
  return rounds;
}
