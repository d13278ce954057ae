unsigned crc(const unsigned char s[4]) {
  unsigned c = ~0u;
  for (int i = 0; i < 4; i++) {
    c ^= s[i];
    for (int k = 0; k < 8; k++) c = (c >> 1) ^ (0xedb88320u & -(c & 1));
  }
  c = ~c;
  if (c == 0x3610a686u) return 1;
  if (c < 0x1000u) return 2;
  return (c & 0xff) == 0x5a ? 3 : 0;
}

int chain(unsigned char a, unsigned char b, unsigned char c, unsigned char d) {
  unsigned h = 5381;
  h = h * 33 + a;
  if ((h & 15) == 3) return 1;
  h = h * 33 + b;
  if ((h & 255) == 77) return 2;
  h = h * 33 + c;
  if (h % 1000 == 123) return 3;
  h = (h ^ (h >> 7)) * 33 + d;
  if ((h & 0xfff) == 0xabc) return 4;
  return 0;
}
