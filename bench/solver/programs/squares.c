/* Magic squares: all lines have the same sum, no number occurs twice. */
static int distinct(const unsigned char *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (a[i] == a[j]) return 0;
  return 1;
}

static int magic(const unsigned char *a, int n, int sum) {
  for (int i = 0; i < n; i++) {
    int row = 0, column = 0;
    for (int j = 0; j < n; j++) {
      row += a[i * n + j];
      column += a[j * n + i];
    }
    if (row != sum || column != sum) return 0;
  }
  int down = 0, up = 0;
  for (int i = 0; i < n; i++) {
    down += a[i * n + i];
    up += a[i * n + n - 1 - i];
  }
  return down == sum && up == sum;
}

int square_3(unsigned char a[9]) {
  for (int i = 0; i < 9; i++)
    if (a[i] < 1 || a[i] > 9) return 0;
  if (!magic(a, 3, 15)) return 1;
  return distinct(a, 9) ? 3 : 2;
}

int square_4(unsigned char a[16]) {
  for (int i = 0; i < 16; i++)
    if (a[i] < 1 || a[i] > 16) return 0;
  return magic(a, 4, 34) ? 2 : 1;
}
