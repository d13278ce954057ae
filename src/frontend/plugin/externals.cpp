#include "externals.h"

#include "llvm/ADT/StringSwitch.h"

namespace espalier::plugin {

External classify(llvm::StringRef name) {
  if (name.starts_with("espalier_")) return External::Harness;
  return llvm::StringSwitch<External>(name)
      .Cases("printf", "puts", "putchar", "fprintf", "fputs", "fputc", "vprintf", "vfprintf", "perror",
             External::Silent)
      .Cases("fflush", "putc", "fwrite", "syslog", "__printf_chk", "__fprintf_chk", External::Silent)
      .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log", "log10", External::Pure)
      .Cases("pow", "fmod", "cbrt", "hypot", "log2", External::Pure)
      .Cases("sinf", "cosf", "tanf", "expf", "logf", "powf", "fmodf", External::Pure)
      .Cases("setjmp", "_setjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", External::Pure)
      .Cases("__errno_location", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
             External::Pure)
      .Default(External::Unknown);
}

llvm::StringRef replacement(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("exit", "__esp_exit")
      .Cases("_exit", "_Exit", "__esp_exit_at_once")
      .Case("quick_exit", "__esp_quick_exit")
      .Case("pthread_exit", "__esp_thread_exit")
      .Case("abort", "__esp_abort")
      .Case("__assert_fail", "__esp_assert_fail")
      .Case("malloc", "__esp_malloc")
      .Case("calloc", "__esp_calloc")
      .Case("realloc", "__esp_realloc")
      .Case("free", "__esp_free")
      .Default("");
}

bool needs_isolation(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("pthread_create", "thrd_create", "fork", "vfork", "clone", "daemon", "execv", "execve", "execvp",
             "system", true)
      .Cases("open", "open64", "openat", "creat", "fopen", "fopen64", "freopen", "tmpfile", "mkstemp",
             "popen", true)
      .Cases("socket", "pipe", "dup2", "close", "fclose", "chdir", "unlink", "rename", "signal", "sigaction",
             true)
      .Cases("on_exit", "at_quick_exit", true)
      .Cases("atexit", "setlocale", "putenv", "setenv", "mmap", "munmap", "brk", "sbrk", "alarm", "setitimer",
             true)
      .Default(false);
}

}  // namespace espalier::plugin
