/* Arrays and loops: the middle one of five numbers, by insertion sort. */

static void sort(int *numbers, int count) {
  for (int i = 1; i < count; i++) {
    int moved = numbers[i];
    int j = i;
    while (j > 0 && numbers[j - 1] > moved) {
      numbers[j] = numbers[j - 1];
      j--;
    }
    numbers[j] = moved;
  }
}

int median(int numbers[5]) {
  sort(numbers, 5);
  return numbers[2];
}
