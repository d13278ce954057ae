/* A lift: orders move it, open its door and count how it was used; an alarm has its own rules. */
enum lift { IDLE, UP, DOWN, OPEN, ALARM };

int state(const signed char orders[12]) {
  enum lift lift = IDLE;
  int level = 0, opened = 0, alarms = 0;
  for (int i = 0; i < 12; i++) {
    const int order = orders[i];
    switch (lift) {
      case IDLE:
        if (order > 10 && level < 4)
          lift = UP;
        else if (order < -10 && level > 0)
          lift = DOWN;
        else if (order == 7)
          lift = OPEN;
        else if (order == 9)
          lift = ALARM;
        break;
      case UP:
        if (++level == 4 || order == 0) lift = IDLE;
        break;
      case DOWN:
        if (--level == 0 || order == 0) lift = IDLE;
        break;
      case OPEN:
        opened++;
        if (order != 7) lift = IDLE;
        if (opened > 6) return 1;
        break;
      default:
        alarms++;
        if (order == 99) lift = IDLE;
        if (alarms == 3) return 2;
    }
  }
  if (level == 4 && opened == 2) return 3;
  if (level == 2 && alarms == 1) return 4;
  return 0;
}
