// A lock with a keypad: three keys, of which two must be right in a row, and a handle.
struct keys {
  unsigned char key[3];
  unsigned char force;
};

int lock(struct keys given) {
  int right = 0;
  for (int i = 0; i < 3; i++) {
    if (given.key[i] == 7)
      right++;
    else if (given.key[i] < 10)
      right = 0;
    else
      return -1;
  }
  if (right >= 2) return given.force > 99 ? 2 : 1;
  return 0;
}
