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

External classify_in_program(llvm::StringRef name) {
  return llvm::StringSwitch<External>(name)
      .Cases("fputs_unlocked", "fputc_unlocked", "putc_unlocked", "putchar_unlocked", "fwrite_unlocked",
             "fflush_unlocked", "write", "error", "warn", "warnx", External::Silent)
      .Cases("setlocale", "bindtextdomain", "textdomain", "bind_textdomain_codeset", "nl_langinfo",
             "localeconv", External::Pure)
      .Cases("gettext", "dgettext", "dcgettext", "ngettext", "dngettext", "dcngettext", "strerror", "perror",
             External::Pure)
      .Cases("fopen", "fopen64", "freopen", "fdopen", "fclose", "fileno", "feof", "ferror", "clearerr",
             "setvbuf", External::Pure)
      .Cases("feof_unlocked", "ferror_unlocked", "clearerr_unlocked", "fileno_unlocked", "setbuf",
             "flockfile", "funlockfile", External::Pure)
      .Cases("open", "open64", "openat", "creat", "close", "dup", "dup2", "access", "unlink", "remove",
             External::Pure)
      .Cases("rename", "mkdir", "rmdir", "chdir", "umask", "fcntl", "fcntl64", "posix_fadvise", "isatty",
             External::Pure)
      .Cases("signal", "sigaction", "sigemptyset", "sigaddset", "sigprocmask", "sigismember", "sigaltstack",
             "atexit", "on_exit", External::Pure)
      .Cases("getuid", "geteuid", "getgid", "getegid", "sysconf", "getpagesize", External::Pure)
      .Cases("__fpending", "__freading", "__fwriting", "__ctype_get_mb_cur_max", "iswctype", "wctype",
             "towctrans", "wctrans", External::Pure)
      .Cases("pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock", "pthread_mutex_unlock",
             "pthread_self", External::Pure)
      .Cases("_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "__cxa_atexit", External::Pure)
      .Default(classify(name));
}

bool answers_by_text(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("fwrite", "fwrite_unlocked", "write", "fflush", "fflush_unlocked", "fputs", "fputs_unlocked",
             false)
      .Default(true);
}

int format_argument(llvm::StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Cases("printf", "vprintf", "warn", "warnx", 0)
      .Cases("fprintf", "vfprintf", "__printf_chk", "syslog", 1)
      .Cases("__fprintf_chk", "error", 2)
      .Default(-1);
}

bool takes_list(llvm::StringRef name) { return name == "vprintf" || name == "vfprintf"; }

bool takes_addresses_only(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("setbuf", "setvbuf", "_ZdlPv", "_ZdlPvm", "_ZdaPv", true)
      .Default(false);
}

LooksBack looks_back(llvm::StringRef name) {
  return llvm::StringSwitch<LooksBack>(name)
      .Cases("esp_real_read", "esp_real_pread", "esp_real_lseek", "esp_real_fstat", LooksBack::InDescriptor)
      .Cases("esp_real_getc", "esp_real_vfscanf", "esp_real_fseek", "esp_real_ftell", LooksBack::InStream)
      .Case("__fpending", LooksBack::InStream)
      .Cases("esp_real_stat", "esp_real_lstat", LooksBack::AtName)
      .Case("esp_real_mmap", LooksBack::ByMapping)
      .Default(LooksBack::No);
}

bool moves(llvm::StringRef name) { return name == "esp_real_lseek" || name == "esp_real_fseek"; }

bool leaves_nothing(llvm::StringRef name) {
  const External kind = classify(name);
  if (kind == External::Harness || kind == External::Silent || kind == External::Pure) return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("feof", "ferror", "clearerr", "fileno", "isatty", "strerror", "write", "time", true)
      .Cases("nl_langinfo", "localeconv", "getpid", "sysconf", "getpagesize", "__ctype_get_mb_cur_max", true)
      .StartsWith("__VERIFIER_", true)
      .Default(false);
}

bool may_come_early(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("setlocale", "bindtextdomain", "textdomain", "bind_textdomain_codeset", "nl_langinfo",
             "localeconv", true)
      .Cases("gettext", "dgettext", "dcgettext", "ngettext", "dngettext", "dcngettext", "strerror", true)
      .Cases("iswctype", "wctype", "towctrans", "wctrans", true)
      .Cases("__ctype_get_mb_cur_max", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
             "__errno_location", true)
      .Cases("atexit", "on_exit", "__cxa_atexit", "sigemptyset", "sigaddset", "sigfillset", "sigdelset", true)
      .Cases("getuid", "geteuid", "getgid", "getegid", "sysconf", "getpagesize", "isatty", true)
      .Cases("_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", true)
      .Default(false);
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
      .Case("reallocarray", "__esp_reallocarray")
      .Case("aligned_alloc", "__esp_aligned_alloc")
      .Case("memalign", "__esp_aligned_alloc")
      .Case("posix_memalign", "__esp_posix_memalign")
      .Case("malloc_usable_size", "__esp_usable_size")
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
      .Cases("atexit", "setlocale", "uselocale", "putenv", "setenv", "mmap", "munmap", "brk", "sbrk", true)
      .Cases("alarm", "setitimer", true)
      .Default(false);
}

}  // namespace espalier::plugin
