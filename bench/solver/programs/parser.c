/* number { (+|-) number } in 16 bytes. */
int parser(char s[16]) {
  int i = 0, sum = 0, sign = 1;
  for (;;) {
    while (i < 16 && s[i] == ' ') i++;
    if (i == 16 || s[i] < '0' || s[i] > '9') return -1;
    int value = 0;
    while (i < 16 && s[i] >= '0' && s[i] <= '9') value = value * 10 + (s[i++] - '0');
    sum += sign * value;
    if (i == 16 || s[i] == 0) break;
    if (s[i] == '+')
      sign = 1;
    else if (s[i] == '-')
      sign = -1;
    else
      return -2;
    i++;
  }
  if (sum == 42) return 2;
  return sum > 1000 ? 1 : 0;
}
