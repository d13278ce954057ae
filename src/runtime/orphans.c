/* Processes that a run leaves behind, in sessions of their own too: whoever makes runs inherits and ends them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "state.h"

void esp_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* Ends our children but the one that makes runs; 0 when there was none.  Theirs are ours after that. */
static int end_children(void) {
  char path[64], list[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)gettid());
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = read(file, list, sizeof list - 1);
  close(file);
  list[size < 0 ? 0 : size] = 0;
  int ended = 0;
  char *at = list;
  for (char *end; *at != 0; at = end) {
    const pid_t child = (pid_t)strtol(at, &end, 10);
    if (end == at || (*end != ' ' && *end != 0)) break; /* a number that was cut */
    if (*end == ' ') end++;
    if (child <= 0 || (uint32_t)child == esp_mem.control->runner_pid) continue;
    kill(child, SIGKILL);
    waitpid(child, 0, __WALL);
    ended++;
  }
  return ended;
}

void esp_end_orphans(void) {
  siginfo_t any;
  if (waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT | __WALL) < 0 && errno == ECHILD) return;
  for (int round = 0; round < 1000 && end_children() != 0; round++) {
  }
}
