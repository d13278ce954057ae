// An audio disc player's driver: requests arrive, the drive below answers what it likes.
//
// In the manner of the drivers that searches are compared on: nested switches over request codes and device
// states, a loop over events, and lower layers whose answers are anybody's guess.

enum request { START, STOP, REMOVE, OPEN, CLOSE, CONTROL, TICK };
enum control {
  CHECK_MEDIA = 0x10,
  READ_CONTENTS = 0x14,
  PLAY = 0x18,
  PAUSE = 0x1c,
  RESUME = 0x20,
  SEEK = 0x24,
  HALT = 0x28,
  POSITION = 0x2c,
  VOLUME = 0x34,
  EJECT = 0x48,
  LOCK = 0x4c
};
enum answer { DONE = 0, BUSY = 1, NO_MEDIA = 2, CHANGED = 3, BROKEN = 4, PENDING = 5 };
enum result {
  SUCCESS = 0,
  NOT_STARTED = -1,
  NOT_OPEN = -2,
  BAD_REQUEST = -3,
  BAD_ARGUMENT = -4,
  NOT_READY = -5,
  DEVICE_FAILED = -6,
  LOCKED = -7,
  GONE = -8
};
enum phase { ADDED, STARTED, STOPPED, REMOVED };
enum motion { IDLE, PLAYING, PAUSED, SEEKING };

enum { EVENTS = 14, TRACKS = 12, FRAMES = 75 };

struct event {
  unsigned char request;
  unsigned char control;
  unsigned char answer;       /* of the drive */
  unsigned char first, last;  /* tracks, or minute and second */
  signed char value;
};

struct player {
  enum phase phase;
  enum motion motion;
  int opened, locked, removing;
  int media, contents_known, tracks;
  int track, frame, end_track;
  int left, right;
  int retries, failures, pending;
};

/* What the drive says decides; a busy one is asked again, twice at most. */
static int ask_drive(struct player *player, const struct event *event) {
  switch (event->answer) {
    case DONE:
      player->retries = 0;
      return SUCCESS;
    case BUSY:
      if (++player->retries > 2) {
        player->retries = 0;
        return DEVICE_FAILED;
      }
      return NOT_READY;
    case NO_MEDIA:
      player->media = 0;
      player->contents_known = 0;
      player->motion = IDLE;
      return NOT_READY;
    case CHANGED:
      player->contents_known = 0;
      player->media = 1;
      if (player->motion == PLAYING) player->motion = IDLE;
      return NOT_READY;
    case PENDING:
      player->pending++;
      return SUCCESS;
    case BROKEN:
      player->failures++;
      if (player->failures >= 3) player->phase = STOPPED;
      return DEVICE_FAILED;
    default:
      return BAD_REQUEST;
  }
}

static int read_contents(struct player *player, const struct event *event) {
  int result;
  if (!player->media) return NOT_READY;
  result = ask_drive(player, event);
  if (result != SUCCESS) return result;
  if (event->first < 1 || event->first > event->last) return BAD_ARGUMENT;
  player->tracks = event->last - event->first + 1;
  if (player->tracks > TRACKS) {
    player->tracks = TRACKS;
  }
  player->contents_known = 1;
  return SUCCESS;
}

static int play(struct player *player, const struct event *event) {
  int result;
  if (!player->contents_known) {
    return NOT_READY;
  }
  if (event->first == 0 || event->last < event->first) return BAD_ARGUMENT;
  if (event->last > player->tracks) return BAD_ARGUMENT;
  if (player->motion == SEEKING) return NOT_READY;
  result = ask_drive(player, event);
  if (result != SUCCESS) {
    if (result == DEVICE_FAILED && player->motion == PAUSED) player->motion = IDLE;
    return result;
  }
  player->track = event->first;
  player->end_track = event->last;
  player->frame = 0;
  player->motion = PLAYING;
  return SUCCESS;
}

static int pause(struct player *player, const struct event *event) {
  int result;
  switch (player->motion) {
    case PLAYING:
      result = ask_drive(player, event);
      if (result == SUCCESS) player->motion = PAUSED;
      return result;
    case PAUSED:
      return SUCCESS;
    case SEEKING:
      return NOT_READY;
    default:
      return BAD_REQUEST;
  }
}

static int resume(struct player *player, const struct event *event) {
  int result;
  if (player->motion != PAUSED) return BAD_REQUEST;
  result = ask_drive(player, event);
  if (result == SUCCESS && player->media) {
    player->motion = PLAYING;
  }
  return result;
}

static int seek(struct player *player, const struct event *event) {
  int result;
  if (!player->contents_known) return NOT_READY;
  if (event->last >= 60 || event->first > 79) return BAD_ARGUMENT;
  if (event->value < 0 || event->value >= FRAMES) return BAD_ARGUMENT;
  result = ask_drive(player, event);
  if (result != SUCCESS) return result;
  player->frame = (event->first * 60 + event->last) * FRAMES + event->value;
  if (event->answer == PENDING)
    player->motion = SEEKING;
  else if (player->motion == PLAYING)
    player->motion = PAUSED;
  return SUCCESS;
}

static int set_volume(struct player *player, const struct event *event) {
  int wanted = event->value;
  if (wanted < -100 || wanted > 100) return BAD_ARGUMENT;
  if (event->first == 0 || event->first > 3) return BAD_ARGUMENT;
  if (event->first & 1) player->left += wanted;
  if (event->first & 2) player->right += wanted;
  if (player->left < 0) player->left = 0;
  if (player->right < 0) player->right = 0;
  if (player->left > 255) player->left = 255;
  if (player->right > 255) player->right = 255;
  return ask_drive(player, event);
}

static int eject(struct player *player, const struct event *event) {
  int result;
  if (player->locked) return LOCKED;
  if (player->motion == PLAYING || player->motion == SEEKING) return NOT_READY;
  result = ask_drive(player, event);
  if (result != SUCCESS) return result;
  if (player->media) {
    player->media = 0;
    player->contents_known = 0;
  } else {
    player->media = 1;
  }
  return SUCCESS;
}

static int control(struct player *player, const struct event *event) {
  if (player->removing) return GONE;
  if (player->opened == 0) return NOT_OPEN;
  switch (event->control) {
    case CHECK_MEDIA:
      if (ask_drive(player, event) == SUCCESS) player->media = 1;
      return player->media ? SUCCESS : NOT_READY;
    case READ_CONTENTS:
      return read_contents(player, event);
    case PLAY:
      return play(player, event);
    case PAUSE:
      return pause(player, event);
    case RESUME:
      return resume(player, event);
    case SEEK:
      return seek(player, event);
    case HALT:
      if (player->motion == IDLE) return SUCCESS;
      if (ask_drive(player, event) != SUCCESS) return DEVICE_FAILED;
      player->motion = IDLE;
      return SUCCESS;
    case POSITION:
      if (player->motion == PLAYING) return player->track;
      return player->motion == PAUSED ? player->frame / FRAMES : NOT_READY;
    case VOLUME:
      return set_volume(player, event);
    case EJECT:
      return eject(player, event);
    case LOCK:
      if (event->value > 1 || event->value < 0) return BAD_ARGUMENT;
      player->locked = event->value;
      return SUCCESS;
    default:
      return BAD_REQUEST;
  }
}

/* A second goes by. */
static void tick(struct player *player, const struct event *event) {
  if (player->pending > 0 && event->answer == DONE) {
    player->pending--;
    if (player->motion == SEEKING) player->motion = PAUSED;
  }
  if (player->motion != PLAYING) return;
  player->frame += FRAMES;
  if (event->value > 0) {
    player->track++;
    player->frame = 0;
    if (player->track > player->end_track) {
      player->track = 0;
      player->motion = IDLE;
    }
  }
}

static int serve(struct player *player, const struct event *event) {
  switch (event->request) {
    case START:
      if (player->phase == REMOVED) return GONE;
      if (player->phase == STARTED) return BAD_REQUEST;
      if (ask_drive(player, event) != SUCCESS) return DEVICE_FAILED;
      player->phase = STARTED;
      player->failures = 0;
      return SUCCESS;
    case STOP:
      if (player->phase != STARTED) return NOT_STARTED;
      if (player->opened > 0 && player->motion != IDLE) return NOT_READY;
      player->phase = STOPPED;
      return SUCCESS;
    case REMOVE:
      if (player->opened > 0) {
        player->removing = 1;
        return NOT_READY;
      }
      player->phase = REMOVED;
      return SUCCESS;
    case OPEN:
      if (player->phase != STARTED) return NOT_STARTED;
      if (player->removing) return GONE;
      player->opened++;
      return SUCCESS;
    case CLOSE:
      if (player->opened == 0) return NOT_OPEN;
      if (--player->opened == 0) {
        player->locked = 0;
        if (player->removing) player->phase = REMOVED;
      }
      return SUCCESS;
    case CONTROL:
      if (player->phase != STARTED) return NOT_STARTED;
      return control(player, event);
    case TICK:
      tick(player, event);
      return SUCCESS;
    default:
      return BAD_REQUEST;
  }
}

struct session {
  struct event events[EVENTS];
};

/* Returns the sum of all results. */
int player(struct session session) {
  struct player device = {.left = 128, .right = 128};
  int sum = 0;
  for (int i = 0; i < EVENTS && device.phase != REMOVED; i++) sum += serve(&device, &session.events[i]);
  if (device.phase == REMOVED && device.pending > 0) return GONE;
  return sum;
}
