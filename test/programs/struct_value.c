// A struct by value, with an array and another struct inside.
// RUN: unit=f
// EXPECT: branch 6/6
struct point { short x, y; };
struct shape { struct point at; unsigned char colours[2]; };
int f(struct shape s) {
  if (s.at.x > s.at.y)
    return 1;
  if (s.colours[1] == 200)
    return 2;
  if (s.at.x + s.at.y == 77)
    return 3;
  return 0;
}
