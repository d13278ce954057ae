/* Is it a magic square of order 3: 1 to 9, all different, and all rows, columns and diagonals of one sum? */
#include "word.h"

#define N 3

word square3(const word s[N * N]) {
  word sum = 0, row, column, falling = 0, rising = 0;
  int i, j;
  for (i = 0; i < N * N; i++)
    if (s[i] < 1 || s[i] > N * N) return 6;
  for (i = 0; i < N; i++) sum = (word)(sum + s[i]);
  for (i = 0; i < N; i++) {
    row = column = 0;
    for (j = 0; j < N; j++) {
      row = (word)(row + s[N * i + j]);
      column = (word)(column + s[N * j + i]);
    }
    if (row != sum) return 1;
    if (column != sum) return 2;
  }
  for (i = 0; i < N; i++) {
    falling = (word)(falling + s[N * i + i]);
    rising = (word)(rising + s[N * i + N - 1 - i]);
  }
  if (falling != sum) return 3;
  if (rising != sum) return 4;
  for (i = 0; i < N * N; i++)
    for (j = 0; j < i; j++)
      if (s[i] == s[j]) return 5;
  return 0;
}
