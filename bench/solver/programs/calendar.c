static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int calendar(int year, int month, int day) {
  static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1583 || year > 9999 || month < 1 || month > 12 || day < 1) return -1;
  int length = 31;
  for (int m = 0; m < 12; m++)
    if (m == month - 1) length = lengths[m];
  if (month == 2 && leap(year)) length++;
  if (day > length) return -2;
  const int shift = (14 - month) / 12;
  const int y = year - shift, m = month + 12 * shift - 2;
  const int weekday = (day + y + y / 4 - y / 100 + y / 400 + 31 * m / 12) % 7;
  if (weekday == 5 && day == 13) return 13;
  return weekday == 0 ? 0 : 1;
}
