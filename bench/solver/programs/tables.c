/* Two table look-ups after each other, as scanners do. */
static const unsigned char kind[128] = {
    [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['0'] = 2, ['1'] = 2, ['2'] = 2, ['3'] = 2, ['4'] = 2, ['5'] = 2, ['6'] = 2,
    ['7'] = 2, ['8'] = 2,  ['9'] = 2,  ['a'] = 4, ['b'] = 4, ['c'] = 4, ['_'] = 4, ['+'] = 8, ['-'] = 8, ['*'] = 8};
static const unsigned char next[4][16] = {
    {3, 0, 1, 3, 2, 3, 3, 3, 3}, {3, 0, 1, 3, 3, 3, 3, 3, 0}, {3, 0, 2, 3, 2, 3, 3, 3, 0}, {3, 3, 3, 3, 3, 3, 3, 3, 3}};

int tables(const unsigned char s[6]) {
  unsigned state = 0;
  for (int i = 0; i < 6; i++) {
    if (s[i] >= 128) return -1;
    state = next[state][kind[s[i]]];
    if (state == 3) return i;
  }
  return state == 1 ? 10 : state == 2 ? 11 : 12;
}
