#!/bin/sh
# What configure scripts do with $CC: compile, link and RUN small programs, and read exit codes.
# usage: configure.sh BIN
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
CC=$bin/espalier-cc CXX=$bin/espalier-c++
fail() { echo "configure.sh: $*"; exit 1; }

"$CC" --version | grep -q clang || fail "--version"
"$CC" -v 2>&1 | grep -q 'Target:' || fail "-v"
echo 'int main(void) { return 0; }' > conftest.c
"$CC" conftest.c && ./a.out || fail "default output"
"$CC" -o conftest -g -O2 conftest.c 5>/dev/null >&5 && ./conftest || fail "works"
echo 'int main(void) { return wrong syntax; }' > conftest.c
if "$CC" -c conftest.c 2> message; then fail "an error went unseen"; fi
grep -q 'conftest.c:1:.*error' message || fail "message"
printf '#include <stdio.h>\nint main(void) { FILE *f = fopen("conftest.val", "w"); if (!f) return 1; fprintf(f, "%%d\\n", (int)sizeof(long)); return ferror(f) || fclose(f); }\n' > conftest.c
"$CC" -o conftest conftest.c && ./conftest && test "$(cat conftest.val)" = 8 || fail "sizeof"
printf '#include <stdlib.h>\nint main(void) { char *p = malloc(0); return !p; }\n' > conftest.c
"$CC" -o conftest conftest.c && ./conftest || fail "malloc"
printf 'char no_such_function(void); int main(void) { return no_such_function(); }\n' > conftest.c
if "$CC" -o conftest conftest.c 2>/dev/null; then fail "a missing function went unseen"; fi
printf 'int f(void) { return 0; }\n' > conftest.c
if "$CC" -o conftest conftest.c 2>/dev/null; then fail "a missing main went unseen"; fi
echo 'X=VALUE' | "$CC" -E -DVALUE=42 - | grep -q 'X=42' || fail "-E -"
echo 'int x;' > conftest.c
"$CC" -M conftest.c | grep -q '^conftest.o: conftest.c' || fail "-M"
"$CC" -S -o - conftest.c | grep -q 'esp_' && fail "-S" || true
printf 'int main(void) { return 3; }\n' | "$CC" -x c - -o conftest && { ./conftest && fail "-x c" || test $? -eq 3; }
printf -- '-c "%s/conftest.c"\n-o response.o\n' "$dir" > arguments
"$CC" @arguments && test -f response.o || fail "@arguments"
# A shared library is not instrumented, and works.
echo 'int shared(int x) { return x == 5 ? 7 : 0; }' > shared.c
echo 'int shared(int); int main(int n, char **v) { (void)v; return shared(n + 4); }' > main.c
"$CC" -fPIC -shared -o libshared.so shared.c && "$CC" -o conftest main.c -L. -lshared -Wl,-rpath,"$dir" || fail "-shared"
./conftest && fail "shared" || test $? -eq 7
"$CC" -static -o conftest main.c shared.c && { ./conftest && fail "-static" || test $? -eq 7; }
# Signals, crashes and exit codes are the program's own.
printf '#include <signal.h>\n#include <stdlib.h>\nint main(int n, char **v) { (void)v; if (n > 1) abort(); return 100 / (n - 1); }\n' > conftest.c
"$CC" -o conftest conftest.c
( ./conftest ) 2>/dev/null && fail "division" || test $? -eq 136
( ./conftest x ) 2>/dev/null && fail "abort" || test $? -eq 134
# C++: exceptions and the standard library work; what runs before main, too.
cat > conftest.cpp <<'EOF'
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
static std::vector<int> before = {1, 2, 3};
int main() {
  try {
    if (before.size() == 3) throw std::runtime_error("thrown");
  } catch (const std::exception& e) {
    std::string text = e.what();
    std::cout << text + " and caught\n";
    return static_cast<int>(before.size());
  }
  return 0;
}
EOF
"$CXX" -std=c++17 -o conftest conftest.cpp || fail "C++"
out=$(./conftest) && fail "C++ exit code" || test $? -eq 3
test "$out" = "thrown and caught" || fail "C++ output: $out"
echo good
