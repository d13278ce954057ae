/* Keeps a program from changing files outside its scratch directory (Landlock, since Linux 5.13).  Reading is free,
 * and what is open already stays so. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "program.h"
#include "state.h"

#define CHANGES                                                                                              \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |          \
   LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |                \
   LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static int allow(int rules, int directory, uint64_t accesses) {
  struct landlock_path_beneath_attr rule = {.allowed_access = accesses, .parent_fd = directory};
  return (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

int esp_confine(int scratch) {
  struct landlock_ruleset_attr handled = {.handled_access_fs = CHANGES};
  const int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) return 0;
  const int devices = open("/dev", O_PATH | O_CLOEXEC);
  const int done = allow(rules, scratch, CHANGES) == 0 &&
                   (devices < 0 || allow(rules, devices, LANDLOCK_ACCESS_FS_WRITE_FILE) == 0) &&
                   prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  if (devices >= 0) close(devices);
  return done;
}
