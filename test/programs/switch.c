// Each label is a goal, also where control falls through; an absent default is one too.
// RUN: unit=f
// EXPECT: branch 9/9
int f(int state, unsigned char event) {
  int next = 0;
  switch (state) {
    case -1:
      next = 1;
    case 0:
      next += 2;
      break;
    case 1000:
    case 1001:
      next = 4;
      break;
    default:
      next = 5;
  }
  switch (event) {
    case 'a':
      next++;
      break;
    case 'b':
    case 255:
      next--;
  }
  return next;
}
