/* A state machine: a lift door that must never close on a person. */

enum state { CLOSED, OPENING, OPEN, CLOSING };
enum event { BUTTON, LIMIT_SWITCH, TIMER, LIGHT_BARRIER };

enum state next_state(enum state state, enum event event, unsigned seconds_open) {
  switch (state) {
    case CLOSED:
      return event == BUTTON ? OPENING : CLOSED;
    case OPENING:
      return event == LIMIT_SWITCH ? OPEN : OPENING;
    case OPEN:
      if (event == TIMER && seconds_open >= 4)
        return CLOSING;
      return OPEN;
    case CLOSING:
      if (event == BUTTON || event == LIGHT_BARRIER)
        return OPENING;
      return event == LIMIT_SWITCH ? CLOSED : CLOSING;
  }
  return CLOSED;
}
