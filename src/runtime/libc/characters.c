/* <ctype.h>, without branches: a class is one bit, a case conversion one sum. */
#include <ctype.h>

#include "model.h"

static inline int within(int c, int first, int count) { return (unsigned)(c - first) < (unsigned)count; }

/* The entry for c of glibc's table of classes (C locale), as far as the mask asks for it. */
unsigned short esp_ctype_in_range(int c, int mask) {
  const int upper = within(c, 'A', 26), lower = within(c, 'a', 26), digit = within(c, '0', 10);
  const int alpha = within(c | 32, 'a', 26), graph = within(c, 33, 94);
  int bits = 0;
  if (mask & _ISupper) bits |= upper * _ISupper;
  if (mask & _ISlower) bits |= lower * _ISlower;
  if (mask & _ISalpha) bits |= alpha * _ISalpha;
  if (mask & _ISdigit) bits |= digit * _ISdigit;
  if (mask & _ISxdigit) bits |= (digit | within(c | 32, 'a', 6)) * _ISxdigit;
  if (mask & _ISspace) bits |= (within(c, 9, 5) | (c == ' ')) * _ISspace;
  if (mask & _ISprint) bits |= within(c, 32, 95) * _ISprint;
  if (mask & _ISgraph) bits |= graph * _ISgraph;
  if (mask & _ISblank) bits |= ((c == ' ') | (c == '\t')) * _ISblank;
  if (mask & _IScntrl) bits |= (within(c, 0, 32) | (c == 127)) * _IScntrl;
  if (mask & _ISpunct) bits |= (graph & ~(alpha | digit)) * _ISpunct;
  if (mask & _ISalnum) bits |= (alpha | digit) * _ISalnum;
  return (unsigned short)bits;
}

/* The table has entries from -128 to 255; beyond them is memory that nobody knows. */
unsigned short esp_ctype(int c, int mask) {
  if (within(c, -128, 384)) return esp_ctype_in_range(c, mask);
  return (*__ctype_b_loc())[(int)esp_pin((uint64_t)(unsigned)c)] & (unsigned short)mask;
}

#define CLASS(name, bit) \
  int MODEL(name)(int c) { return esp_ctype(c, bit); }
CLASS(isupper, _ISupper)
CLASS(islower, _ISlower)
CLASS(isalpha, _ISalpha)
CLASS(isdigit, _ISdigit)
CLASS(isxdigit, _ISxdigit)
CLASS(isspace, _ISspace)
CLASS(isprint, _ISprint)
CLASS(isgraph, _ISgraph)
CLASS(isblank, _ISblank)
CLASS(iscntrl, _IScntrl)
CLASS(ispunct, _ISpunct)
CLASS(isalnum, _ISalnum)

int MODEL(isascii)(int c) { return (c & ~0x7f) == 0; }
int MODEL(toascii)(int c) { return c & 0x7f; }
/* The tables hold a negative char, but EOF, as the unsigned char that it is. */
static inline int as_unsigned(int c) { return c + 256 * within(c, -128, 127); }

int MODEL(tolower)(int c) { return as_unsigned(c) + 32 * within(c, 'A', 26); }
int MODEL(toupper)(int c) { return as_unsigned(c) - 32 * within(c, 'a', 26); }
