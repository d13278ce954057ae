// A driver of a drive with removable disks: a queue of transfers, a motor, and plugging in and out.
//
// In the manner of the drivers that searches are compared on (see player.c).

enum request { READ, WRITE, FORMAT, CONTROL, PLUG, POWER, INTERRUPT, TIMER };
enum plug { PLUG_START, QUERY_STOP, CANCEL_STOP, PLUG_STOP, QUERY_REMOVE, CANCEL_REMOVE, PLUG_REMOVE, SURPRISE };
enum control { GEOMETRY = 2, MEDIA_TYPES = 3, VERIFY = 5, SENSE = 8, PROTECTED = 9 };
enum phase { ADDED, WORKING, STOP_PENDING, STOPPED, REMOVE_PENDING, LOST, DELETED };
enum motor { OFF, SPINNING_UP, ON };
enum density { NO_DISK, DOUBLE_DENSITY, HIGH_DENSITY, EXTRA_DENSITY };
enum result {
  SUCCESS = 0,
  QUEUED = 1,
  INVALID = -1,
  NO_DEVICE = -2,
  QUEUE_FULL = -3,
  WRITE_PROTECTED = -4,
  NO_MEDIUM = -5,
  MEDIUM_CHANGED = -6,
  IO_ERROR = -7,
  NO_POWER = -8,
  UNSUPPORTED = -9
};

enum { EVENTS = 14, QUEUE = 3, RETRIES = 2 };

struct event {
  unsigned char request;
  unsigned char code;      /* of a plug or control request; status bits of an interrupt */
  unsigned short sector;
  unsigned char count;
};

struct transfer {
  unsigned char request;
  unsigned short sector;
  unsigned char count;
};

struct disk {
  enum phase phase, before;
  enum motor motor;
  enum density density;
  int power, protected, changed;
  struct transfer queue[QUEUE];
  int queued, active, retries;
  int cylinder, recalibrated;
  int idle, done, failed;
};

static int sectors_of(enum density density) {
  switch (density) {
    case DOUBLE_DENSITY:
      return 1440;
    case HIGH_DENSITY:
      return 2880;
    case EXTRA_DENSITY:
      return 5760;
    default:
      return 0;
  }
}

static int check_transfer(const struct disk *disk, const struct event *event) {
  int sectors = sectors_of(disk->density);
  if (sectors == 0) return NO_MEDIUM;
  if (disk->changed) return MEDIUM_CHANGED;
  if (event->count == 0) return INVALID;
  if (event->sector >= sectors) return INVALID;
  if (event->sector + event->count > sectors) return INVALID;
  if (event->request != READ && disk->protected) return WRITE_PROTECTED;
  return SUCCESS;
}

static void start_next(struct disk *disk) {
  int track;
  if (disk->active || disk->queued == 0) return;
  if (disk->motor == OFF) {
    disk->motor = SPINNING_UP;
    return;
  }
  if (disk->motor != ON) return;
  track = disk->queue[0].sector / 18;
  if (track != disk->cylinder) {
    if (!disk->recalibrated) {
      disk->cylinder = 0;
      disk->recalibrated = 1;
    } else {
      disk->cylinder = track;
    }
  }
  disk->active = 1;
  disk->idle = 0;
}

static int enqueue(struct disk *disk, const struct event *event) {
  int result;
  if (disk->phase == STOP_PENDING || disk->phase == STOPPED) {
    /* held back until the device works again */
    if (disk->queued == QUEUE) return QUEUE_FULL;
  } else if (disk->phase != WORKING && disk->phase != REMOVE_PENDING) {
    return NO_DEVICE;
  }
  if (!disk->power) return NO_POWER;
  result = check_transfer(disk, event);
  if (result != SUCCESS) return result;
  if (disk->queued == QUEUE) return QUEUE_FULL;
  disk->queue[disk->queued].request = event->request;
  disk->queue[disk->queued].sector = event->sector;
  disk->queue[disk->queued].count = event->count;
  disk->queued++;
  if (disk->phase == WORKING) start_next(disk);
  return QUEUED;
}

static void finish(struct disk *disk, int fine) {
  for (int i = 1; i < disk->queued; i++) disk->queue[i - 1] = disk->queue[i];
  disk->queued--;
  disk->active = 0;
  disk->retries = 0;
  if (fine)
    disk->done++;
  else
    disk->failed++;
}

static void drop_all(struct disk *disk) {
  while (disk->queued > 0) finish(disk, 0);
}

/* The controller's status: 0x80 invalid, 0x40 abnormal, 0x20 seek ended, 0x10 equipment check,
   0x08 not ready; the low bits tell which disk is in the drive. */
static int interrupt(struct disk *disk, const struct event *event) {
  unsigned char status = event->code;
  if (!disk->power || disk->phase == ADDED) return INVALID;
  if (status & 0x08) {
    disk->density = NO_DISK;
    disk->changed = 1;
    if (disk->active) finish(disk, 0);
    return NO_MEDIUM;
  }
  if ((status & 0x07) != 0 && !disk->active) {
    if ((status & 0x07) > EXTRA_DENSITY + 1) return INVALID;
    disk->density = (enum density)((status & 0x07) - 1);
    disk->protected = event->count > 127;
    disk->changed = 1;
    return SUCCESS;
  }
  if (!disk->active) {
    if (status & 0x80) disk->recalibrated = 0;
    return SUCCESS;
  }
  if (status & 0x20) {
    if (disk->queue[0].sector / 18 != disk->cylinder) {
      disk->cylinder = disk->queue[0].sector / 18;
      return QUEUED;
    }
    if ((status & 0xc0) == 0) {
      finish(disk, 1);
      start_next(disk);
      return SUCCESS;
    }
  }
  if (status & 0x10) {
    disk->recalibrated = 0;
    disk->cylinder = 0;
  }
  if (status & 0xc0) {
    if (disk->retries++ < RETRIES) return QUEUED;
    finish(disk, 0);
    if (disk->failed >= 3) disk->phase = LOST;
    return IO_ERROR;
  }
  return QUEUED;
}

static int control(struct disk *disk, const struct event *event) {
  if (disk->phase != WORKING) return NO_DEVICE;
  switch (event->code) {
    case GEOMETRY:
      if (disk->changed) return MEDIUM_CHANGED;
      return sectors_of(disk->density) > 0 ? sectors_of(disk->density) : NO_MEDIUM;
    case MEDIA_TYPES:
      if (event->count < 3) return INVALID;
      return 3;
    case VERIFY:
      if (disk->density == NO_DISK) return NO_MEDIUM;
      disk->changed = 0;
      return SUCCESS;
    case SENSE:
      if (disk->active) return QUEUED;
      return disk->cylinder;
    case PROTECTED:
      return disk->protected ? WRITE_PROTECTED : SUCCESS;
    default:
      return UNSUPPORTED;
  }
}

static int plug(struct disk *disk, const struct event *event) {
  switch (event->code) {
    case PLUG_START:
      if (disk->phase != ADDED && disk->phase != STOPPED) return INVALID;
      disk->phase = WORKING;
      disk->power = 1;
      start_next(disk);
      return SUCCESS;
    case QUERY_STOP:
    case QUERY_REMOVE:
      if (disk->phase != WORKING) return INVALID;
      if (disk->active) return QUEUED;
      disk->before = disk->phase;
      disk->phase = event->code == QUERY_STOP ? STOP_PENDING : REMOVE_PENDING;
      return SUCCESS;
    case CANCEL_STOP:
      if (disk->phase != STOP_PENDING) return SUCCESS;
      disk->phase = disk->before;
      start_next(disk);
      return SUCCESS;
    case CANCEL_REMOVE:
      if (disk->phase == REMOVE_PENDING) {
        disk->phase = disk->before;
        if (disk->queued > 1) start_next(disk);
      }
      return SUCCESS;
    case PLUG_STOP:
      if (disk->phase != STOP_PENDING) return INVALID;
      disk->phase = STOPPED;
      disk->motor = OFF;
      return SUCCESS;
    case SURPRISE:
      disk->phase = LOST;
      drop_all(disk);
      return SUCCESS;
    case PLUG_REMOVE:
      if (disk->phase != REMOVE_PENDING && disk->phase != LOST && disk->phase != ADDED) return INVALID;
      drop_all(disk);
      disk->phase = DELETED;
      return SUCCESS;
    default:
      return UNSUPPORTED;
  }
}

static int power(struct disk *disk, const struct event *event) {
  if (event->code == 0) {
    if (!disk->power) return INVALID;
    if (disk->active) return QUEUED;
    disk->power = 0;
    disk->motor = OFF;
  } else if (event->code == 1) {
    if (disk->phase == ADDED) return NO_DEVICE;
    disk->power = 1;
    disk->recalibrated = 0;
  } else {
    return UNSUPPORTED;
  }
  return SUCCESS;
}

static void timer(struct disk *disk) {
  if (disk->motor == SPINNING_UP) {
    disk->motor = ON;
    start_next(disk);
  } else if (disk->motor == ON && !disk->active) {
    if (++disk->idle > 2) disk->motor = OFF;
  }
}

static int serve(struct disk *disk, const struct event *event) {
  switch (event->request) {
    case READ:
    case WRITE:
      return enqueue(disk, event);
    case FORMAT:
      if (event->sector % 18 != 0) return INVALID;
      if (event->count != 18) return INVALID;
      return enqueue(disk, event);
    case CONTROL:
      return control(disk, event);
    case PLUG:
      return plug(disk, event);
    case POWER:
      return power(disk, event);
    case INTERRUPT:
      return interrupt(disk, event);
    case TIMER:
      timer(disk);
      return SUCCESS;
    default:
      return UNSUPPORTED;
  }
}

struct session {
  struct event events[EVENTS];
};

/* Returns what became of the transfers. */
int disk(struct session session) {
  struct disk device = {0};
  int refused = 0;
  for (int i = 0; i < EVENTS && device.phase != DELETED; i++)
    if (serve(&device, &session.events[i]) < 0) refused++;
  if (device.done > device.failed && device.failed > 0) return device.done;
  return -refused;
}
