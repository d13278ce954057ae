/* Keeps a program from changing what is outside its scratch directory.  Reading is free, and what is open already
 * stays so.
 *
 * What files hold, and which there are: by Landlock, since Linux 5.13.  Modes, owners and times of files are beyond it.
 * Who may mount file systems (root) gets a view of them in which all but the scratch directory is read-only, since
 * Linux 5.12; for others, those of their own files stay changeable. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "program.h"
#include "state.h"

/* Newer than the headers of some distributions. */
#define MAY_TRUNCATE (1ull << 14)

#define CHANGES                                                                                              \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |          \
   LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |                \
   LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

/* Older systems refuse what they do not know. */
static uint64_t known_changes(void) {
  const long version = syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return CHANGES | (version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0) | (version >= 3 ? MAY_TRUNCATE : 0);
}

static int allow(int rules, int place, uint64_t accesses) {
  struct landlock_path_beneath_attr rule = {.allowed_access = accesses, .parent_fd = place};
  return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

/* Called by number: a program may have a function of its own that is called `mount`. */
static long mount_here(const char *what, const char *where, unsigned long flags) {
  return syscall(SYS_mount, what, where, 0, flags, 0);
}

static long set_read_only(const char *place, unsigned flags, int on) {
  struct mount_attr attributes = {.attr_set = on ? MOUNT_ATTR_RDONLY : 0, .attr_clr = on ? 0 : MOUNT_ATTR_RDONLY};
  return syscall(SYS_mount_setattr, AT_FDCWD, place, flags, &attributes, sizeof attributes);
}

void esp_make_rest_read_only(const char *scratch) {
  if (syscall(SYS_unshare, CLONE_NEWNS) != 0) return;
  /* Private first: nothing of this is to reach the view of others. */
  if (mount_here("none", "/", MS_REC | MS_PRIVATE) != 0 || mount_here(scratch, scratch, MS_BIND) != 0) return;
  if (set_read_only("/", AT_RECURSIVE, 1) == 0 && set_read_only(scratch, 0, 0) != 0) _exit(125);
}

int esp_confine(int scratch) {
  const uint64_t changes = known_changes();
  struct landlock_ruleset_attr handled = {.handled_access_fs = changes};
  const int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) return 0;
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    const int device = open(devices[i], O_PATH | O_CLOEXEC);
    if (device < 0) continue;
    allow(rules, device, changes & (LANDLOCK_ACCESS_FS_WRITE_FILE | MAY_TRUNCATE));
    close(device);
  }
  const int done = allow(rules, scratch, changes) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                   syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done;
}
