// With --globals, what the unit reads outside its parameters is chosen by the test.
// RUN: unit=tick globals
// EXPECT: branch 6/6
struct clock {
  int hours;
  unsigned char minutes;
};
static struct clock now = {23, 59};
int limits[2] = {10, 20};
static const int step = 1;

int tick(int limit) {
  if (now.minutes == 30) now.hours += step;
  if (now.hours == limits[1]) return limit;
  if (limits[0] == limit) limits[0] = 0;
  return 0;
}
