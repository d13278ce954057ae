// A lock that opens after three letters in a row.  Context-guided search tries each branch once before any again: three
// flips, where depth-first search tries the later positions of each letter as well.
// RUN: unit=lock strategy=cgs context-max=3
// EXPECT: branch 12/12
// EXPECT: iterations == 4
int lock(const unsigned char key[16]) {
  int state = 0;
  for (int i = 0; i < 16; i++) {
    if (state == 0) {
      if (key[i] == 'k') state = 1;
    } else if (state == 1) {
      state = key[i] == 'e' ? 2 : 0;
    } else {
      if (key[i] == 'y') return 1;
      state = 0;
    }
  }
  return 0;
}
