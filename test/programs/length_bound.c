// What the guess excludes is infeasible within its bound only; negative lengths are tried.
// RUN: unit=f
// EXPECT: branch 9/10
// EXPECT: infeasible line 7 true
int f(const char *buf, int buf_len) {
  if (!buf || buf_len < 0) return -1;
  if (buf_len > 100) return 1;
  return buf_len && buf[buf_len - 1] == '\n' ? 2 : 3;
}
