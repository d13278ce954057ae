// A function that another file defines: its answers are inputs, and the tests script them.
// RUN: unit=alarm_level
// EXPECT: branch 6/6
int read_sensor(int channel);

int alarm_level(int limit) {
  int first = read_sensor(1);
  int second = read_sensor(2);
  if (first > limit && second > limit) return 2;
  if (first - second > 100) return 1;
  return 0;
}
