// 128-bit integers as parameters and results keep both halves.
// RUN: unit=both exhaustive
// EXPECT: branch 3/4
// EXPECT: infeasible line 12 true
static __int128 join(unsigned long high, unsigned long low) { return (__int128)high << 64 | low; }

static unsigned long upper(__int128 value) { return (unsigned long)(value >> 64); }

int both(unsigned long high, unsigned long low) {
  __int128 value = join(high, low);
  if (upper(value) == 77) return 1;
  if ((unsigned long)value != low) return 2;
  return 0;
}
