/* The pages that runs write to get their bytes back after each of them.
 *
 * Everything writable is made read-only.  The first write to a page faults: its bytes are kept, and it is free to write
 * from then on, in later runs, too, so that soon hardly any run faults.  After each run all pages that were
 * written to by any are put back.  That is more than this run wrote to, so now and then everything is protected anew.
 *
 * What is kept is read-only itself while a run is under way: a stray write must not change later runs. */
#define _GNU_SOURCE
#include "pages.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "journal.h"
#include "state.h"

#define PAGES 2048 /* kept at most */
#define RANGES 256
#define MAPS (256 << 10)

typedef struct {
  uint64_t begin, end;
  int protection; /* while it must not be written to */
} range;

typedef struct {
  char *page;
  char *copy; /* 0: it was all zero */
} kept;

typedef struct {
  uint32_t range_count, page_count, first_count; /* pages: all, and those of esp_pages_keep */
  range *stack;
  uint64_t stack_limit; /* how large it can grow */
  range ranges[RANGES];
  kept pages[PAGES];
  char maps[MAPS];
  char copies[PAGES][ESP_PAGE] __attribute__((aligned(ESP_PAGE)));
} store;

static store *kept_pages;

static void protect_store(int protection) { ESP_SYSTEM(SYS_mprotect, kept_pages, sizeof *kept_pages, protection); }

/* ---- memory of ours ----------------------------------------------------------------------- */

/* At places of its own, so that programs get the same addresses as without us, and between pages without access. */
#define ASIDE_BEGIN 0x618000000000ull
#define ASIDE_END 0x619000000000ull
static uint64_t aside_end = ASIDE_BEGIN;

void *esp_aside(uint64_t size) {
  const uint64_t whole = (size + ESP_PAGE - 1) & ~(ESP_PAGE - 1);
  char *place = (char *)aside_end;
  if (mmap(place, whole + 2 * ESP_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
           0) != place)
    return 0;
  if (mprotect(place + ESP_PAGE, whole, PROT_READ | PROT_WRITE) != 0) return 0;
  aside_end += whole + 2 * ESP_PAGE;
  return place + ESP_PAGE;
}

/* ---- what there is ------------------------------------------------------------------------ */

static uint64_t hexadecimal(const char **text) {
  uint64_t value = 0;
  for (;; (*text)++) {
    const char c = **text;
    if (c >= '0' && c <= '9')
      value = value << 4 | (uint64_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value << 4 | (uint64_t)(c - 'a' + 10);
    else
      return value;
  }
}

static int lies_in(const range *r, const void *p) { return (uint64_t)p >= r->begin && (uint64_t)p < r->end; }

/* "begin-end rwxp offset device inode   name" */
static int note_range(const char *line, uint64_t stack) {
  store *s = kept_pages;
  range r;
  r.begin = hexadecimal(&line);
  line++;
  r.end = hexadecimal(&line);
  const int is_private_and_writable = line[2] == 'w' && line[4] == 'p';
  if (!is_private_and_writable || (r.begin >= ASIDE_BEGIN && r.begin < ASIDE_END)) return 1;
  if (s->range_count == RANGES) return 0;
  r.protection = PROT_READ | (line[3] == 'x' ? PROT_EXEC : 0);
  s->ranges[s->range_count] = r;
  if (lies_in(&r, (const void *)stack)) s->stack = &s->ranges[s->range_count];
  s->range_count++;
  return 1;
}

static int note_ranges(uint64_t stack) {
  store *s = kept_pages;
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  uint64_t size = 0;
  for (ssize_t got; (got = read(fd, s->maps + size, MAPS - 1 - size)) > 0;) size += (uint64_t)got;
  close(fd);
  if (size == MAPS - 1) return 0;
  s->maps[size] = 0;
  for (const char *line = s->maps; *line; line = strchr(line, '\n') + 1)
    if (!note_range(line, stack)) return 0;
  return s->stack != 0;
}

int esp_pages_start(uint64_t stack) {
  store *s = kept_pages = esp_aside(sizeof *s);
  if (!s) return 0;
  struct rlimit limit;
  const uint64_t most = 1ull << 40;
  s->stack_limit = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < most ? limit.rlim_cur : most;
  return note_ranges(stack);
}

/* ---- keeping and protecting --------------------------------------------------------------- */

static const range *range_of(uint64_t address) {
  const store *s = kept_pages;
  for (uint32_t i = 0; i < s->range_count; i++)
    if (lies_in(&s->ranges[i], (const void *)address)) return &s->ranges[i];
  return 0;
}

static const kept *lowest_kept(uint64_t begin, uint64_t end) {
  const store *s = kept_pages;
  const kept *lowest = 0;
  for (uint32_t i = 0; i < s->page_count; i++) {
    const uint64_t page = (uint64_t)s->pages[i].page;
    if (page >= begin && page < end && (!lowest || page < (uint64_t)lowest->page)) lowest = &s->pages[i];
  }
  return lowest;
}

static int is_zero(const char *page) {
  const uint64_t *words = (const uint64_t *)page;
  uint64_t any = 0;
  for (uint64_t i = 0; i < ESP_PAGE / sizeof *words; i++) any |= words[i];
  return any == 0;
}

/* No function of the library: the tables by which it is called lie on such pages themselves. */
static void fill_page(void *to, const void *from) { /* 0: zeros */
  uint64_t words = ESP_PAGE / 8;
  if (from)
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
  else
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0ull) : "memory");
}

static void keep(uint64_t page) {
  store *s = kept_pages;
  kept *k = &s->pages[s->page_count];
  k->page = (char *)page;
  k->copy = is_zero(k->page) ? 0 : s->copies[s->page_count];
  if (k->copy) fill_page(k->copy, k->page);
  s->page_count++;
}

void esp_pages_keep(uint64_t begin, uint64_t end) {
  store *s = kept_pages;
  for (uint64_t page = begin & ~(ESP_PAGE - 1); page < end; page += ESP_PAGE)
    if (range_of(page) && !lowest_kept(page, page + ESP_PAGE) && s->page_count < PAGES) keep(page);
  s->first_count = s->page_count;
}

static int protect_range(const range *r) {
  for (uint64_t at = r->begin; at < r->end;) {
    const kept *next = lowest_kept(at, r->end);
    const uint64_t end = next ? (uint64_t)next->page : r->end;
    if (end > at && ESP_SYSTEM(SYS_mprotect, at, end - at, r->protection) != 0) return 0;
    at = next ? end + ESP_PAGE : end;
  }
  return 1;
}

int esp_pages_protect(void) {
  const store *s = kept_pages;
  protect_store(PROT_READ);
  for (uint32_t i = 0; i < s->range_count; i++)
    if (!protect_range(&s->ranges[i])) return 0;
  return 1;
}

int esp_pages_are_many(void) { return kept_pages->page_count == PAGES; }

int esp_pages_learn_again(void) {
  protect_store(PROT_READ | PROT_WRITE);
  kept_pages->page_count = kept_pages->first_count;
  return esp_pages_protect();
}

/* ---- first writes ------------------------------------------------------------------------- */

/* The lowest page of the stack stays protected: it is the one that grows, and what grew would be as free to write. */
static int is_end_of_stack(uint64_t address) {
  const range *s = kept_pages->stack;
  return address < s->begin + ESP_PAGE && address + kept_pages->stack_limit >= s->end;
}

int esp_is_first_write(const siginfo_t *info, const ucontext_t *context) {
  const uint64_t write = 2, fetch = 16; /* of the processor's error code */
  const uint64_t address = (uint64_t)info->si_addr;
  return info->si_code == SEGV_ACCERR && (context->uc_mcontext.gregs[REG_ERR] & (write | fetch)) == write &&
         (range_of(address) || is_end_of_stack(address));
}

int esp_allow_write(uint64_t address) {
  store *s = kept_pages;
  const uint64_t page = address & ~(ESP_PAGE - 1);
  if (s->page_count == PAGES || is_end_of_stack(page)) return 0;
  if (ESP_SYSTEM(SYS_mprotect, page, ESP_PAGE, range_of(page)->protection | PROT_WRITE) != 0) return 0;
  protect_store(PROT_READ | PROT_WRITE);
  keep(page);
  protect_store(PROT_READ);
  return 1;
}

int esp_is_noticed(long begin, long size) {
  const range *r = range_of((uint64_t)begin);
  return r && size >= 0 && (uint64_t)begin + (uint64_t)size <= r->end;
}

void esp_write_ahead(long begin, uint64_t size) {
  const uint64_t end = (uint64_t)begin + size;
  for (uint64_t page = (uint64_t)begin & ~(ESP_PAGE - 1); page < end; page += ESP_PAGE) {
    volatile char *byte = (volatile char *)page;
    if (range_of(page)) *byte = *byte;
  }
}

void esp_pages_put_back(void) {
  const store *s = kept_pages;
  for (uint32_t i = 0; i < s->page_count; i++) fill_page(s->pages[i].page, s->pages[i].copy);
}
