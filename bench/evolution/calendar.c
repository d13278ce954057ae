/* The number of a day within its year, 0 for a date that does not exist. */
int calendar(int day, int month, int year) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1583 || month < 1 || month > 12 || day < 1) return 0;
  const int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2 && leap) {
    if (day > 29) return 0;
  } else if (day > days[month - 1]) {
    return 0;
  }
  int number = day;
  for (int m = 1; m < month; m++) number += days[m - 1];
  if (leap && month > 2) number++;
  return number;
}
