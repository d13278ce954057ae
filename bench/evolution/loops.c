/* Counts letters, numbers and the longest run of blanks in a short text; some texts are special. */
int loops(const char text[10]) {
  int letters = 0, numbers = 0, blanks = 0, longest = 0, in_number = 0;
  for (int i = 0; i < 10 && text[i] != 0; i++) {
    const char c = text[i];
    if (c == ' ') {
      blanks++;
      if (blanks > longest) longest = blanks;
    } else {
      blanks = 0;
    }
    if (c >= '0' && c <= '9') {
      if (!in_number) numbers++;
      in_number = 1;
    } else {
      in_number = 0;
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) letters++;
    }
  }
  if (numbers == 3) return 1;
  if (longest >= 4) return 2;
  if (letters == 10) return 3;
  if (letters == 2 && numbers == 2) return 4;
  return 0;
}
