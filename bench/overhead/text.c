/* Byte-wise scanning with many branches: counts words, lines and numbers. */
static char text[4096];

unsigned kernel(unsigned rounds) {
  for (unsigned i = 0; i < sizeof text; i++) text[i] = "lorem 42 ipsum\n dolor,7;sit\tamet 1999 "[i % 39];
  unsigned words = 0, lines = 0, numbers = 0;
  for (unsigned r = 0; r < rounds; r++) {
    int in_word = 0, in_number = 0;
    for (unsigned i = 0; i < sizeof text; i++) {
      char c = text[i];
      if (c == '\n') lines++;
      int digit = c >= '0' && c <= '9';
      int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (letter && !in_word) words++;
      if (digit && !in_number) numbers++;
      in_word = letter;
      in_number = digit;
    }
  }
  return words * 1000003u + lines * 1009u + numbers;
}
