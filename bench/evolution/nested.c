/* Conditions in conditions: each needs all around it. */
int nested(int a, int b, int c, int d) {
  if (a > 1000) {
    if (b == a + 17) {
      if (c > b && c < b + 100) {
        if ((c & 7) == 5) {
          if (d == c - a) {
            if (d > 60) return 6;
            return 5;
          }
          return 4;
        }
        return 3;
      }
      return 2;
    }
    return 1;
  }
  return 0;
}
