#!/bin/sh
# Three files, one of them in an archive, built by make -j2: labels travel between them, edges are told apart, and a
# function of the program's own wins over the library's of the same name.
# usage: several_files.sh BIN
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > main.c <<'EOF'
#include <stdio.h>
#include <string.h>
struct pair { long a, b; };
int level(int c);
struct pair twice(struct pair p, ...);
extern int (*chosen)(int);
int main(void) {
  const int c = getchar(), d = getchar();
  if (level(c) == 2) return 1;
  const struct pair p = twice((struct pair){c, d}, d);
  if (p.a == 2 * 'm' && p.b == 2 * 'n') return 2;
  if (chosen(c) == 7) return 3;
  if (strspn("x", "x") == 99) return 4;
  return 0;
}
EOF
cat > level.c <<'EOF'
static int helper(int c) { return c == 'q' ? 2 : 1; }
int level(int c) { return helper(c); }
EOF
cat > library.c <<'EOF'
#include <stddef.h>
struct pair { long a, b; };
static int helper(int c) { return c == 'z' ? 7 : 0; }
struct pair twice(struct pair p, ...) {
  p.a *= 2;
  p.b *= 2;
  return p;
}
int (*chosen)(int) = helper;
size_t strspn(const char *s, const char *accept) { return s[0] == accept[0] ? 99 : 0; }
EOF
cat > Makefile <<'EOF'
prog: main.o level.o libpart.a
	$(CC) $(LDFLAGS) -o $@ main.o level.o -L. -lpart
libpart.a: library.o
	ar rcs $@ library.o
%.o: %.c
	$(CC) $(CFLAGS) -MMD -c -o $@ $<
EOF
make -s -j2 CC="$bin/espalier-cc" CFLAGS="-O0 -g3 -Wall -Werror -fPIE" LDFLAGS="-pie" prog
test -s main.d
printf 'q' | ./prog && exit 1 || test $? -eq 1
timeout 60 "$bin/espalier" run ./prog --stdin 2 --exhaustive --json > out
python3 - <<'EOF'
import json
r = json.load(open("out"))
missed = sorted((g["file"].rsplit("/", 1)[1], g["line"], g["side"]) for g in r["open_goals"])
assert missed == [("library.c", 10, "false"), ("main.c", 13, "false")], missed
assert all(g["verdict"] == "infeasible" for g in r["open_goals"]), r["open_goals"]
assert r["concretised"] == [], r["concretised"]
assert r["isolated"] is False
EOF
echo good
