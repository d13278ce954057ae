/* Multiplication of two matrices of doubles. */
enum { N = 48 };
static double a[N][N], b[N][N], c[N][N];

unsigned kernel(unsigned rounds) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = i + j, b[i][j] = i - j;
  for (unsigned r = 0; r < rounds; r++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
        c[i][j] = sum, b[j][i] += c[i][j] * 1e-9;
      }
  return (unsigned)(long)c[N / 2][N / 3];
}
