// Functions without a body that take any number of arguments, or return nothing.
// RUN: unit=checked
// EXPECT: branch 4/4
int log_message(const char *format, ...);
void led(int on);
typedef double (*unused)(void);
double temperature(void);

int checked(int a) {
  led(1);
  if (a > 3) {
    if (log_message("%d\n", a) < 0) return 1;
  }
  return temperature() > 36.5;
}
