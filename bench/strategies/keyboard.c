// A filter between a keyboard's port and the class above it: bytes come in, some go on, some are changed.
//
// In the manner of the drivers that searches are compared on (see player.c).

enum request { CREATE, CLOSE, CONNECT, DISCONNECT, BYTE, SET_LIGHTS, GET_RATE, PLUG, POWER };
enum phase { ADDED, STARTED, STOPPED, SURPRISED, REMOVED };
enum power { WORKING, STANDBY, ASLEEP };
enum prefix { NONE, EXTENDED, PAUSE_1, PAUSE_2 };
enum waiting { NOTHING, ACKNOWLEDGE, LIGHTS, SELF_TEST };
enum result {
  SUCCESS = 0,
  DROPPED = 1,
  PASSED = 2,
  CHANGED = 3,
  SENT = 4,
  IN_USE = -1,
  NOT_CONNECTED = -2,
  NOT_STARTED = -3,
  INVALID = -4,
  OVERRUN = -5,
  UNSUPPORTED = -6,
  RESENT = -7
};

enum { EVENTS = 16, BUFFER = 4 };
enum { SHIFT = 1, CONTROL = 2, ALT = 4, CAPS = 8, NUM = 16, SCROLL = 32 };

struct event {
  unsigned char request;
  unsigned char data;
};

struct keyboard {
  enum phase phase;
  enum power power;
  enum prefix prefix;
  enum waiting waiting;
  int opened, connected;
  int modifiers, lights, wanted_lights;
  unsigned char buffer[BUFFER];
  int filled, lost, resends;
  int macro, swapped, attention;
};

static int forward(struct keyboard *keyboard, unsigned char code) {
  if (keyboard->opened == 0) return DROPPED;
  if (keyboard->filled == BUFFER) {
    keyboard->lost++;
    return OVERRUN;
  }
  keyboard->buffer[keyboard->filled++] = code;
  return PASSED;
}

static int modifier_of(unsigned char key, enum prefix prefix) {
  switch (key) {
    case 0x2a:
    case 0x36:
      return prefix == EXTENDED ? 0 : SHIFT;
    case 0x1d:
      return CONTROL;
    case 0x38:
      return ALT;
    default:
      return 0;
  }
}

static void toggle(struct keyboard *keyboard, int light) {
  keyboard->modifiers ^= light;
  keyboard->wanted_lights = keyboard->modifiers & (CAPS | NUM | SCROLL);
  if (keyboard->wanted_lights != keyboard->lights && keyboard->waiting == NOTHING)
    keyboard->waiting = ACKNOWLEDGE;
}

/* A key went down. */
static int pressed(struct keyboard *keyboard, unsigned char key, enum prefix prefix) {
  int modifier = modifier_of(key, prefix);
  if (modifier != 0) {
    keyboard->modifiers |= modifier;
    return forward(keyboard, key);
  }
  switch (key) {
    case 0x3a:
      if (keyboard->swapped) { /* caps lock is control */
        keyboard->modifiers |= CONTROL;
        return CHANGED;
      }
      toggle(keyboard, CAPS);
      return forward(keyboard, key);
    case 0x45:
      if (keyboard->modifiers & CONTROL) return forward(keyboard, 0x46);
      toggle(keyboard, NUM);
      return forward(keyboard, key);
    case 0x46:
      toggle(keyboard, SCROLL);
      return forward(keyboard, key);
    case 0x53:
      if ((keyboard->modifiers & (CONTROL | ALT)) == (CONTROL | ALT)) {
        keyboard->attention++;
        if (keyboard->attention == 2) keyboard->filled = 0;
        return CHANGED;
      }
      return forward(keyboard, key);
    case 0x58:
      if (keyboard->modifiers & SHIFT) {
        keyboard->swapped = !keyboard->swapped;
        return CHANGED;
      }
      if (prefix == EXTENDED) return DROPPED;
      return forward(keyboard, key);
    default:
      break;
  }
  if (keyboard->macro > 0) {
    keyboard->macro--;
    if (key >= 0x10 && key <= 0x19) return forward(keyboard, (unsigned char)(key - 0x0e));
    if (key >= 0x1e && key <= 0x26) return forward(keyboard, (unsigned char)(key + 0x40));
    keyboard->macro = 0;
    return DROPPED;
  }
  if (key == 0x3b && keyboard->modifiers == (SHIFT | ALT)) {
    keyboard->macro = 2;
    return CHANGED;
  }
  return forward(keyboard, key);
}

static int released(struct keyboard *keyboard, unsigned char key, enum prefix prefix) {
  int modifier = modifier_of(key, prefix);
  if (modifier != 0) {
    if ((keyboard->modifiers & modifier) == 0) return DROPPED;
    keyboard->modifiers &= ~modifier;
  } else if (key == 0x3a && keyboard->swapped) {
    keyboard->modifiers &= ~CONTROL;
    return CHANGED;
  }
  return forward(keyboard, (unsigned char)(key | 0x80));
}

/* What the keyboard answers to a command. */
static int answered(struct keyboard *keyboard, unsigned char byte) {
  if (byte == 0xfe) {
    if (++keyboard->resends > 2) {
      keyboard->waiting = NOTHING;
      keyboard->resends = 0;
      return INVALID;
    }
    return RESENT;
  }
  switch (keyboard->waiting) {
    case ACKNOWLEDGE:
      if (byte != 0xfa) return INVALID;
      keyboard->waiting = LIGHTS;
      return SENT;
    case LIGHTS:
      if (byte != 0xfa) {
        keyboard->waiting = NOTHING;
        return INVALID;
      }
      keyboard->lights = keyboard->wanted_lights;
      keyboard->waiting = NOTHING;
      return SUCCESS;
    case SELF_TEST:
      keyboard->waiting = NOTHING;
      if (byte == 0xaa) return SUCCESS;
      keyboard->phase = STOPPED;
      return INVALID;
    default:
      return UNSUPPORTED;
  }
}

static int is_answer(unsigned char byte) { return byte == 0xfa || byte == 0xfe || byte == 0xaa; }

static int take_byte(struct keyboard *keyboard, unsigned char byte) {
  enum prefix prefix = keyboard->prefix;
  if (keyboard->phase != STARTED) return NOT_STARTED;
  if (keyboard->power == ASLEEP) {
    if (byte == 0x5e || (byte == 0x63 && prefix == EXTENDED)) keyboard->power = STANDBY;
    return DROPPED;
  }
  if (keyboard->power == STANDBY) keyboard->power = WORKING;
  if (keyboard->waiting != NOTHING && (is_answer(byte) || keyboard->waiting == SELF_TEST))
    return answered(keyboard, byte);
  if (!keyboard->connected) return NOT_CONNECTED;
  keyboard->prefix = NONE;
  switch (prefix) {
    case PAUSE_1:
      keyboard->prefix = PAUSE_2;
      return byte == 0x1d || byte == 0x9d ? PASSED : INVALID;
    case PAUSE_2:
      if (byte == 0x45) return forward(keyboard, 0x46);
      return byte == 0xc5 ? PASSED : INVALID;
    default:
      break;
  }
  switch (byte) {
    case 0x00:
    case 0xff:
      keyboard->lost++;
      return OVERRUN;
    case 0xe0:
      keyboard->prefix = EXTENDED;
      return PASSED;
    case 0xe1:
      keyboard->prefix = PAUSE_1;
      return PASSED;
    default:
      if (byte & 0x80) return released(keyboard, byte & 0x7f, prefix);
      return pressed(keyboard, byte, prefix);
  }
}

static int plug(struct keyboard *keyboard, unsigned char code) {
  switch (code) {
    case 0:
      if (keyboard->phase != ADDED && keyboard->phase != STOPPED) return INVALID;
      keyboard->phase = STARTED;
      keyboard->waiting = SELF_TEST;
      return SUCCESS;
    case 1:
      if (keyboard->phase != STARTED) return NOT_STARTED;
      if (keyboard->filled > 0 && keyboard->opened > 0) return IN_USE;
      keyboard->phase = STOPPED;
      return SUCCESS;
    case 2:
      if (keyboard->phase == STARTED || keyboard->phase == STOPPED) keyboard->phase = SURPRISED;
      return SUCCESS;
    case 3:
      if (keyboard->opened > 0 && keyboard->phase != SURPRISED) return IN_USE;
      keyboard->phase = REMOVED;
      return SUCCESS;
    default:
      return UNSUPPORTED;
  }
}

static int set_power(struct keyboard *keyboard, unsigned char state) {
  if (state > ASLEEP) return INVALID;
  if (keyboard->phase != STARTED) return SUCCESS;
  if (state == ASLEEP && keyboard->waiting != NOTHING) return IN_USE;
  if (keyboard->power == ASLEEP && state == WORKING) keyboard->waiting = SELF_TEST;
  keyboard->power = (enum power)state;
  return SUCCESS;
}

static int serve(struct keyboard *keyboard, const struct event *event) {
  switch (event->request) {
    case CREATE:
      if (!keyboard->connected) return NOT_CONNECTED;
      if (keyboard->opened == 2) return IN_USE;
      keyboard->opened++;
      return SUCCESS;
    case CLOSE:
      if (keyboard->opened == 0) return INVALID;
      keyboard->opened--;
      if (keyboard->opened == 0) keyboard->filled = 0;
      return SUCCESS;
    case CONNECT:
      if (keyboard->connected) return IN_USE;
      keyboard->connected = 1;
      return SUCCESS;
    case DISCONNECT:
      if (!keyboard->connected) return NOT_CONNECTED;
      if (keyboard->opened > 0) return IN_USE;
      keyboard->connected = 0;
      return SUCCESS;
    case BYTE:
      return take_byte(keyboard, event->data);
    case SET_LIGHTS:
      if (keyboard->phase != STARTED) return NOT_STARTED;
      if (event->data & ~(CAPS | NUM | SCROLL)) return INVALID;
      if (keyboard->waiting != NOTHING) return IN_USE;
      keyboard->wanted_lights = event->data;
      if (keyboard->wanted_lights != keyboard->lights) keyboard->waiting = ACKNOWLEDGE;
      return SUCCESS;
    case GET_RATE:
      return keyboard->lost > 1 ? OVERRUN : SUCCESS;
    case PLUG:
      return plug(keyboard, event->data);
    case POWER:
      return set_power(keyboard, event->data);
    default:
      return UNSUPPORTED;
  }
}

struct session {
  struct event events[EVENTS];
};

/* Returns how many bytes wait for the class above. */
int keyboard(struct session session) {
  struct keyboard device = {0};
  int refused = 0;
  for (int i = 0; i < EVENTS && device.phase != REMOVED; i++)
    if (serve(&device, &session.events[i]) < 0) refused++;
  if (device.attention > 1 && device.lights == (CAPS | NUM)) return -1;
  return refused > 3 ? refused : device.filled;
}
