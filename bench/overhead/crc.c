/* A table-driven CRC-32 over a buffer. */
static unsigned table[256];
static unsigned char buffer[4096];

unsigned kernel(unsigned rounds) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  for (unsigned i = 0; i < sizeof buffer; i++) buffer[i] = (unsigned char)(i * 31 + 7);
  unsigned crc = ~0u;
  for (unsigned r = 0; r < rounds; r++)
    for (unsigned i = 0; i < sizeof buffer; i++) crc = table[(crc ^ buffer[i]) & 0xff] ^ (crc >> 8);
  return ~crc;
}
