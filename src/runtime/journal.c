/* Stops the system calls of runs that are to be taken back (rewind.c), and undoes what they did.
 *
 * While such a run is under way, every system call of the process, by whatever code, ends up in a handler of ours (Syscall
 * User Dispatch, since Linux 5.11), but for those made in the gate.  What becomes of it calls.c decides. */
#define _GNU_SOURCE
#include "journal.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pages.h"

__asm__(".pushsection esp_gate, \"ax\", @progbits\n"
        ".globl esp_system\n"
        ".type esp_system, @function\n"
        "esp_system:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %rdi\n"
        "  mov %rdx, %rsi\n"
        "  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n"
        "  mov %r9, %r8\n"
        "  mov 8(%rsp), %r9\n"
        "  syscall\n"
        "  ret\n"
        ".globl esp_restorer\n"
        ".type esp_restorer, @function\n"
        "  nop\n" /* whoever walks the stack looks up the instruction before */
        "esp_restorer:\n"
        "  movq $15, %rax\n" /* rt_sigreturn, in the bytes by which unwinders know the frame of a signal */
        "  syscall\n"
        "  ud2\n" /* so that the return address of the call lies within */
        ".popsection\n");

extern char __start_esp_gate[], __stop_esp_gate[];

esp_journal *esp_noted;

/* A time limit that passes in the middle of a call, or of a first write, waits until that is noted. */
static int delay_signals(int signal) {
  esp_action action;
  if (ESP_SYSTEM(SYS_rt_sigaction, signal, 0, &action, sizeof action.mask) != 0) return 0;
  action.mask = ~(ESP_SIGNAL_BIT(SIGSEGV) | ESP_SIGNAL_BIT(SIGSYS));
  return ESP_SYSTEM(SYS_rt_sigaction, signal, &action, 0, sizeof action.mask) == 0;
}

int esp_journal_start(uint8_t *selector) {
  esp_noted = esp_aside(sizeof *esp_noted);
  if (!esp_noted) return 0;
  for (int fd = 0; fd < 3; fd++) {
    esp_noted->spare[fd] = fcntl(fd, F_DUPFD_CLOEXEC, ESP_DESCRIPTORS);
    if (esp_noted->spare[fd] < 0) return 0;
  }
  esp_noted->first_break = (uint64_t)ESP_SYSTEM(SYS_brk, 0);
  return delay_signals(SIGSYS) && delay_signals(SIGSEGV) &&
         ESP_SYSTEM(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, __start_esp_gate,
                    __stop_esp_gate - __start_esp_gate, selector) == 0;
}

void esp_journal_reset(void) { memset(&esp_noted->run, 0, sizeof esp_noted->run); }

void esp_journal_take_back(void) {
  const esp_deeds *run = &esp_noted->run;
  for (int fd = 0; fd < ESP_DESCRIPTORS; fd++)
    if (run->opened[fd]) ESP_SYSTEM(SYS_close, fd);
  for (int fd = 0; fd < 3; fd++)
    if (run->closed[fd]) ESP_SYSTEM(SYS_dup2, esp_noted->spare[fd], fd);
  for (uint32_t i = 0; i < run->mapping_count; i++)
    ESP_SYSTEM(SYS_munmap, run->mappings[i].begin, run->mappings[i].size);
  if (run->has_moved_break) ESP_SYSTEM(SYS_brk, esp_noted->first_break);
}
