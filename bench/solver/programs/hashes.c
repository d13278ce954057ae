unsigned crc(const unsigned char s[6]) {
  unsigned c = ~0u;
  int hits = 0;
  for (int i = 0; i < 6; i++) {
    c ^= s[i];
    for (int k = 0; k < 8; k++) c = (c >> 1) ^ (0xedb88320u & -(c & 1));
    if ((c & 0xff) == 0x5a) hits++;
  }
  c = ~c;
  if (c == 0x3610a686u) return 100;
  return c < 0x1000u ? 200 : hits;
}

int chain(const unsigned char s[6]) {
  unsigned h = 5381;
  int hits = 0;
  for (int i = 0; i < 6; i++) {
    h = (h ^ (h >> 7)) * 33 + s[i];
    if ((h & 0xff) == 77) hits++;
  }
  if (h % 1000 == 123) return 100;
  return (h & 0xfff) == 0xabc ? 200 : hits;
}
