/* What becomes of a system call of a run that is to be taken back.
 *
 * A call that changes nothing is done; a call that changes what we can undo is done and noted (journal.h), or only noted;
 * at any other the run begins again in a process of its own.  So this list is about speed, not about what is right. */
#define _GNU_SOURCE
#include "calls.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <termios.h>
#include <unistd.h>

#include "journal.h"
#include "pages.h"
#include "state.h"

typedef struct {
  long number, a, b, c, d, e, f;
  ucontext_t *context;
} call;

enum { CANNOT, DONE };

static esp_deeds *run(void) { return &esp_noted->run; }

static int pass(const call *k, long *result) {
  *result = esp_system(k->number, k->a, k->b, k->c, k->d, k->e, k->f);
  return DONE;
}

/* The call writes so many bytes there. */
static int pass_writing(const call *k, long to, uint64_t size, long *result) {
  if (size > 1 << 20) return CANNOT;
  if (to) esp_write_ahead(to, size);
  return pass(k, result);
}

/* Still what it was when the run began: the input, or nothing that is written to is seen. */
static int is_standard(long fd) { return fd >= 0 && fd < 3 && !run()->closed[fd]; }
static int is_closed(long fd) { return fd >= 0 && fd < 3 && run()->closed[fd]; }
static int is_own(long fd) { return fd >= 0 && fd < ESP_DESCRIPTORS && run()->opened[fd]; }
/* Reading it moves nothing but what is put back before the next run. */
static int may_read(long fd) { return is_standard(fd) || is_own(fd) || esp_is_early_file(fd); }

/* Buffers are large and what there is to read is short, so it is read to the stack of the handler first. */
static int read_some(const call *k, long *result) {
  char bytes[8 << 10];
  if (!may_read(k->a)) return CANNOT;
  if (!esp_is_noticed(k->b, k->c)) return pass_writing(k, k->b, (uint64_t)k->c, result);
  const long part = k->c < (long)sizeof bytes ? k->c : (long)sizeof bytes;
  *result = esp_system(k->number, k->a, (long)bytes, part, k->d, 0, 0);
  if (*result > 0) memcpy((void *)k->b, bytes, (size_t)*result);
  if (*result < part || part == k->c) return DONE;
  call rest = *k;
  rest.b += part, rest.c -= part, rest.d += part; /* the position, of pread */
  long more = 0;
  if (pass_writing(&rest, rest.b, (uint64_t)rest.c, &more) == CANNOT) return CANNOT;
  if (more > 0) *result += more;
  return DONE;
}

/* The standard output and error output go to the null device; what the run opened is to be read only. */
static int write_some(const call *k, long *result) {
  const int is_output = is_standard(k->a) && k->a != 0;
  return is_output || is_own(k->a) || is_closed(k->a) ? pass(k, result) : CANNOT;
}

/* What keeps nobody waiting: the time limit does not end a call that is done here. */
static int answers_at_once(const struct stat *st) {
  const dev_t null = makedev(1, 3), zero = makedev(1, 5), random = makedev(1, 8), urandom = makedev(1, 9);
  const dev_t device = st->st_rdev;
  return S_ISREG(st->st_mode) || S_ISDIR(st->st_mode) ||
         (S_ISCHR(st->st_mode) && (device == null || device == zero || device == random || device == urandom));
}

/* A fork has none there: they are the runner's. */
static int is_ours(long fd) { return (int)fd >= ESP_DESCRIPTORS; }

/* What the system tells of this process there is not what it tells of a fork. */
static int leads_to_processes(long path) {
  if (!path) return 0;
  const char *text = (const char *)path, *system = strstr(text, "/proc/");
  return strstr(text, "self") || strstr(text, "/fd") || (system && system[6] >= '0' && system[6] <= '9');
}
static int is_about_processes(long fd) {
  struct statfs fs;
  return ESP_SYSTEM(SYS_fstatfs, fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

/* Does the call ask about a descriptor or a file that a fork would not find as it is here? */
static int differs_in_fork(const call *k) {
  switch (k->number) {
    case SYS_fstat: case SYS_fstatfs: case SYS_fadvise64: case SYS_fcntl: case SYS_ioctl:
      return is_ours(k->a);
    case SYS_openat: case SYS_newfstatat: case SYS_statx: case SYS_readlinkat: case SYS_faccessat: case SYS_faccessat2:
      return is_ours(k->a) || leads_to_processes(k->b);
    case SYS_open: case SYS_stat: case SYS_lstat: case SYS_statfs: case SYS_readlink: case SYS_access:
      return leads_to_processes(k->a);
    default: return 0;
  }
}

static int open_file(const call *k, long directory, long path, long flags, long *result) {
  const long harmless = O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_DIRECTORY | O_NOFOLLOW | 0100000 /* O_LARGEFILE */;
  struct stat st;
  if ((flags & ~harmless) != O_RDONLY) return CANNOT;
  if (ESP_SYSTEM(SYS_newfstatat, directory, path, &st, 0) == 0 && !answers_at_once(&st)) return CANNOT;
  pass(k, result);
  const long fd = *result;
  if (fd >= ESP_DESCRIPTORS || (fd >= 0 && is_about_processes(fd))) {
    ESP_SYSTEM(SYS_close, fd);
    return CANNOT;
  }
  if (fd >= 0) run()->opened[fd] = 1;
  return DONE;
}

static int close_file(const call *k, long *result) {
  if (is_own(k->a))
    run()->opened[k->a] = 0;
  else if (is_standard(k->a))
    run()->closed[k->a] = 1;
  else
    return CANNOT;
  return pass(k, result);
}

static int map(const call *k, long *result) {
  const long flags = k->d;
  if ((flags & MAP_TYPE) != MAP_PRIVATE || (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_GROWSDOWN)) || run()->mapping_count == ESP_MAPPINGS ||
      (!(flags & MAP_ANONYMOUS) && is_ours(k->e)))
    return CANNOT;
  pass(k, result);
  if (*result < 0 && *result > -4096) return DONE;
  run()->mappings[run()->mapping_count++] = (esp_mapping){(uint64_t)*result, (uint64_t)k->b};
  return DONE;
}

static esp_mapping *mapped(uint64_t address, uint64_t size) {
  for (uint32_t i = 0; i < run()->mapping_count; i++)
    if (address >= run()->mappings[i].begin && address + size <= run()->mappings[i].begin + run()->mappings[i].size) return &run()->mappings[i];
  return 0;
}

static int unmap(const call *k, long *result) {
  esp_mapping *m = mapped((uint64_t)k->a, (uint64_t)k->b);
  if (!m || m->begin != (uint64_t)k->a || m->size != (uint64_t)k->b) return CANNOT;
  *m = run()->mappings[--run()->mapping_count];
  return pass(k, result);
}

static int move_break(const call *k, long *result) {
  if (k->a != 0 && (uint64_t)k->a < esp_noted->first_break) return CANNOT;
  pass(k, result);
  if (k->a != 0) run()->has_moved_break = 1;
  return DONE;
}

static const uint64_t cannot_be_blocked = ESP_SIGNAL_BIT(SIGKILL) | ESP_SIGNAL_BIT(SIGSTOP);

/* Ours stay in force.  Should one of these be called for, the run begins again. */
static int set_action(const call *k, long *result) {
  const long signal = k->a;
  const int is_time_limit = signal == SIGUSR1;
  if (signal < 1 || signal >= ESP_SIGNALS || signal == SIGKILL || signal == SIGSTOP || is_time_limit || k->d != sizeof run()->actions->mask)
    return CANNOT;
  esp_action wanted = k->b ? *(const esp_action *)k->b : (esp_action){0, 0, 0, 0};
  wanted.mask &= ~cannot_be_blocked;
  if (k->c && run()->has_action[signal])
    memcpy((void *)k->c, &run()->actions[signal], sizeof *run()->actions);
  else if (k->c) {
    esp_write_ahead(k->c, sizeof *run()->actions);
    *result = ESP_SYSTEM(SYS_rt_sigaction, signal, 0, k->c, k->d);
    if (*result != 0) return DONE;
  }
  if (k->b) {
    run()->actions[signal] = wanted;
    run()->has_action[signal] = 1;
  }
  *result = 0;
  return DONE;
}

static int set_signal_stack(const call *k, long *result) {
  const stack_t *wanted = (const stack_t *)k->a, old = run()->has_signal_stack ? run()->signal_stack : k->context->uc_stack;
  if (wanted && ((wanted->ss_flags & ~SS_DISABLE) || (!(wanted->ss_flags & SS_DISABLE) && wanted->ss_size < (size_t)MINSIGSTKSZ)))
    return CANNOT;
  stack_t next = wanted ? *wanted : old;
  if (next.ss_flags & SS_DISABLE) next.ss_sp = 0, next.ss_size = 0;
  if (k->b) *(stack_t *)k->b = old;
  if (wanted) {
    run()->signal_stack = next;
    run()->has_signal_stack = 1;
  }
  *result = 0;
  return DONE;
}

/* Signals are blocked as the handler that we are in returns.  Those that we need stay as they are. */
static int block_signals(const call *k, long *result) {
  const uint64_t ours = ESP_SIGNAL_BIT(SIGSEGV) | ESP_SIGNAL_BIT(SIGSYS) | ESP_SIGNAL_BIT(SIGUSR1);
  uint64_t *mask = (uint64_t *)&k->context->uc_sigmask;
  const uint64_t old = *mask;
  uint64_t next = old;
  if (k->d != sizeof old) return CANNOT;
  if (k->b) {
    const uint64_t wanted = *(const uint64_t *)k->b;
    next = k->a == SIG_BLOCK ? old | wanted : k->a == SIG_UNBLOCK ? old & ~wanted : wanted;
    if (k->a < SIG_BLOCK || k->a > SIG_SETMASK || (next & ours)) return CANNOT;
  }
  if (k->c) *(uint64_t *)k->c = old;
  *mask = next & ~cannot_be_blocked;
  *result = 0;
  return DONE;
}

static int control(const call *k, long *result) {
  if (k->b == TCGETS) return pass_writing(k, k->c, sizeof(struct termios), result);
  if (k->b == TIOCGWINSZ) return pass_writing(k, k->c, sizeof(struct winsize), result);
  return CANNOT;
}

/* What the system writes, and where; nothing else happens. */
static int only_tells(const call *k, long *result) {
  struct { long to; uint64_t size; } w = {0, 0};
  switch (k->number) {
    case SYS_getpid: case SYS_gettid: case SYS_getppid: case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid:
    case SYS_access: case SYS_faccessat: case SYS_faccessat2: case SYS_fadvise64: case SYS_sched_yield:
      break;
    case SYS_stat: case SYS_lstat: case SYS_fstat: w.to = k->b, w.size = sizeof(struct stat); break;
    case SYS_newfstatat: w.to = k->c, w.size = sizeof(struct stat); break;
    case SYS_statx: w.to = k->e, w.size = sizeof(struct statx); break;
    case SYS_statfs: case SYS_fstatfs: w.to = k->b, w.size = sizeof(struct statfs); break;
    case SYS_readlink: w.to = k->b, w.size = (uint64_t)k->c; break;
    case SYS_readlinkat: w.to = k->c, w.size = (uint64_t)k->d; break;
    case SYS_getcwd: case SYS_getrandom: w.to = k->a, w.size = (uint64_t)k->b; break;
    case SYS_uname: w.to = k->a, w.size = sizeof(struct utsname); break;
    case SYS_sysinfo: w.to = k->a, w.size = sizeof(struct sysinfo); break;
    case SYS_times: w.to = k->a, w.size = sizeof(struct tms); break;
    case SYS_time: w.to = k->a, w.size = sizeof(time_t); break;
    case SYS_gettimeofday:
      if (k->b) return CANNOT;
      w.to = k->a, w.size = sizeof(struct timeval);
      break;
    case SYS_clock_gettime: case SYS_clock_getres: w.to = k->b, w.size = sizeof(struct timespec); break;
    case SYS_getrlimit: w.to = k->b, w.size = sizeof(struct rlimit); break;
    case SYS_getrusage: w.to = k->b, w.size = sizeof(struct rusage); break;
    case SYS_sched_getaffinity: w.to = k->c, w.size = (uint64_t)k->b; break;
    default: return CANNOT;
  }
  return pass_writing(k, w.to, w.size, result);
}

static int do_call(const call *k, long *result) {
  if (differs_in_fork(k)) return CANNOT;
  switch (k->number) {
    case SYS_read: case SYS_pread64: return read_some(k, result);
    case SYS_write: case SYS_writev: return write_some(k, result);
    case SYS_open: return open_file(k, AT_FDCWD, k->a, k->b, result);
    case SYS_openat: return open_file(k, k->a, k->b, k->c, result);
    case SYS_close: return close_file(k, result);
    case SYS_mmap: return map(k, result);
    case SYS_munmap: return unmap(k, result);
    case SYS_brk: return move_break(k, result);
    case SYS_rt_sigaction: return set_action(k, result);
    case SYS_sigaltstack: return set_signal_stack(k, result);
    case SYS_rt_sigprocmask: return block_signals(k, result);
    case SYS_ioctl: return control(k, result);
    case SYS_lseek:
      if (!may_read(k->a)) return CANNOT;
      return pass(k, result);
    case SYS_getdents64:
      if (!is_own(k->a)) return CANNOT;
      return pass_writing(k, k->b, (uint64_t)k->c, result);
    case SYS_mprotect:
      if (!mapped((uint64_t)k->a, (uint64_t)k->b)) return CANNOT;
      return pass(k, result);
    case SYS_fcntl:
      if (k->b != F_GETFD && k->b != F_GETFL) return CANNOT;
      return pass(k, result);
    case SYS_futex:
      if ((k->b & FUTEX_CMD_MASK) != FUTEX_WAKE) return CANNOT;
      return pass(k, result);
    case SYS_prlimit64:
      if (k->c) return CANNOT;
      return pass_writing(k, k->d, sizeof(struct rlimit), result);
    default: return only_tells(k, result);
  }
}

int esp_is_for_system(int signal) {
  return run()->has_action[signal] || (signal == SIGSEGV && run()->is_calling);
}

int esp_do_call(ucontext_t *context) {
  greg_t *r = context->uc_mcontext.gregs;
  const call k = {r[REG_RAX], r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9], context};
  long result = 0;
  run()->is_calling = 1;
  const int outcome = do_call(&k, &result);
  run()->is_calling = 0;
  r[REG_RAX] = result;
  return outcome == DONE;
}
