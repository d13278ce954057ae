// A loop that ends when another file's function says so.
// RUN: unit=drain
// EXPECT: branch 4/4
int available(void);

int drain(void) {
  int total = 0;
  while (available() > 0) {
    total++;
    if (total == 3) return -1;
  }
  return total;
}
