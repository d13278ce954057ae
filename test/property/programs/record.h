/* What a recording program needs: it reports every side taken, and every run is reduced to a
 * hash of its sequence of sides.  Compiled by another compiler than the engine uses. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIDE_FALSE, SIDE_TRUE, SIDE_CASE, SIDE_DEFAULT, SIDES };
enum { MAX_LINES = 1 << 16, MAX_PATHS = 4096, MAX_EVENTS = 20000 };

typedef struct {
  uint64_t low, high;
} path_hash;

static jmp_buf record_end;
static unsigned char record_seen[MAX_LINES * SIDES];
static path_hash record_paths[MAX_PATHS];
static int record_path_count, record_events, record_gave_up;
static path_hash record_hash;

static void record_event(uint64_t event) {
  record_hash.low = (record_hash.low ^ event) * 0x9e3779b97f4a7c15u;
  record_hash.low ^= record_hash.low >> 29;
  record_hash.high = (record_hash.high + event + 1) * 0xd6e8feb86659fd93u;
  record_hash.high ^= record_hash.high >> 32;
  if (++record_events > MAX_EVENTS) {
    record_gave_up = 1;
    longjmp(record_end, 1);
  }
}

static void record_side(unsigned line, unsigned side) {
  record_seen[line * SIDES + side] = 1;
  record_event(line * SIDES + side);
}

/* An atomic condition. */
#define C(line, condition) record_condition(line, (condition) ? 1 : 0)
static inline int record_condition(unsigned line, int side) {
  record_side(line, side ? SIDE_TRUE : SIDE_FALSE);
  return side;
}

/* The value of a switch; then the line of its default, and value and line of each label. */
#define S record_switch
static inline long record_switch(long value, int default_line, int count, ...) {
  va_list labels;
  va_start(labels, count);
  int chosen = -1;
  while (count-- > 0) {
    const long label = va_arg(labels, long);
    const int line = va_arg(labels, int);
    if (label == value) chosen = line;
  }
  va_end(labels);
  if (chosen >= 0)
    record_side(chosen, SIDE_CASE);
  else
    record_side(default_line, SIDE_DEFAULT);
  return value;
}

/* Division: the processor traps on a zero divisor and on MIN / -1; both end the path. */
enum { EVENT_FINE = -1, EVENT_ZERO = -2, EVENT_OVERFLOW = -3 };
static void record_trap(int zero, int overflow) {
  record_event((uint64_t)(zero ? EVENT_ZERO : overflow ? EVENT_OVERFLOW : EVENT_FINE));
  if (zero || overflow) longjmp(record_end, 1);
}
#define DIVISIONS(suffix, type, overflow)                 \
  static inline type divide_##suffix(type a, type b) {    \
    record_trap(b == 0, overflow);                        \
    return a / b;                                         \
  }                                                       \
  static inline type remainder_##suffix(type a, type b) { \
    record_trap(b == 0, overflow);                        \
    return a % b;                                         \
  }
DIVISIONS(i32, int, a == INT_MIN && b == -1)
DIVISIONS(u32, unsigned, 0)
DIVISIONS(i64, long, a == LONG_MIN && b == -1)
DIVISIONS(u64, unsigned long, 0)

static int record_start(void) {
  record_hash.low = record_hash.high = 0;
  record_events = 0;
  return !record_gave_up;
}

static void record_stop(void) {
  for (int i = 0; i < record_path_count; i++)
    if (!memcmp(&record_paths[i], &record_hash, sizeof record_hash)) return;
  if (record_path_count == MAX_PATHS)
    record_gave_up = 1;
  else
    record_paths[record_path_count++] = record_hash;
}

static void record_report(const char* unit) {
  printf("unit %s %d\n", unit, record_gave_up ? -1 : record_path_count);
  for (unsigned i = 0; i < MAX_LINES * SIDES; i++)
    if (record_seen[i]) printf("side %u %u\n", i / SIDES, i % SIDES);
  memset(record_seen, 0, sizeof record_seen);
  record_path_count = record_gave_up = 0;
}
