/* A struct parameter: is this a date of the Gregorian calendar? */

struct date {
  int year;
  unsigned char month;
  unsigned char day;
};

static int is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of(int month, int year) {
  switch (month) {
    case 2:
      return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

int is_valid(const struct date *date) {
  if (!date)
    return 0;
  if (date->year < 1583) /* the calendar was introduced in October 1582 */
    return 0;
  if (date->month < 1 || date->month > 12)
    return 0;
  return date->day >= 1 && date->day <= days_of(date->month, date->year);
}
