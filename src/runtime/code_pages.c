/* The program's code and constants on huge pages.
 *
 * A run may be a process of its own, and a page fault for every stretch of code that it comes by costs more than
 * running it.  What lies on huge anonymous pages is there from the start: a fork copies one entry for 2 MB.
 * Where the kernel has no huge pages to give, everything stays as it is. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "state.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#define HUGE ((uintptr_t)2 << 20)

typedef struct {
  uintptr_t begin, end; /* segments that nobody writes to, one after the other */
} range;

/* The first object is the program. */
static int find_constant(struct dl_phdr_info *info, size_t size, void *found) {
  (void)size;
  range *r = found;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    if (segment->p_flags & PF_W) break;
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    if (r->end == 0) r->begin = begin;
    if (r->end != 0 && begin > ((r->end + 4095) & ~(uintptr_t)4095)) break;
    r->end = begin + segment->p_memsz;
  }
  return 1;
}

void esp_put_code_on_huge_pages(void) {
  range r = {0, 0};
  dl_iterate_phdr(find_constant, &r);
  const uintptr_t begin = (r.begin + HUGE - 1) & ~(HUGE - 1), end = r.end & ~(HUGE - 1);
  if (begin >= end) return;
  const size_t size = end - begin;
  uint8_t *reserved = mmap(0, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return;
  uint8_t *copy = (uint8_t *)(((uintptr_t)reserved + HUGE - 1) & ~(HUGE - 1));
  madvise(copy, size, MADV_HUGEPAGE);
  memcpy(copy, (const void *)begin, size);
  if (madvise(copy, size, MADV_COLLAPSE) == 0 && mprotect(copy, size, PROT_READ | PROT_EXEC) == 0)
    mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)begin);
  munmap(reserved, size + HUGE);
}
