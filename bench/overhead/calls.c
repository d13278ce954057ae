/* Many small calls: naive Fibonacci. */
static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

unsigned kernel(unsigned rounds) {
  unsigned sum = 0;
  for (unsigned r = 0; r < rounds; r++) sum += fib(16 + (r & 3));
  return sum;
}
