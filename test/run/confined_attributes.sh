#!/bin/sh
# Modes, owners and times of files outside the scratch directory stay as they are where the system can see to it:
# with the right to mount file systems.  Within the directory all can be changed.
# usage: confined_attributes.sh BIN
set -u
bin=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
fail() { echo "$*"; [ -f "$dir/out" ] && cat "$dir/out"; exit 1; }

touch -d 2001-01-01 "$dir/kept" && chmod 640 "$dir/kept"
before=$(stat -c '%a %u %Y %Z' "$dir/kept")
cat > "$dir/program.c" <<EOF
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  const struct timespec times[2] = {{1, 0}, {1, 0}};
  if (getchar() == 'x') {
    chmod("$dir/kept", 0777);
    if (chown("$dir/kept", 1, 1) != 0) puts("stays");
    utimensat(AT_FDCWD, "$dir/kept", times, 0);
  }
  FILE *own = fopen("own", "w");
  struct stat st;
  if (!own || chmod("own", 0700) != 0 || utimensat(AT_FDCWD, "own", times, 0) != 0 || stat("own", &st) != 0) abort();
  if ((st.st_mode & 0777) != 0700 || st.st_mtime != 1) abort();
  return 0;
}
EOF
"$bin/espalier-cc" "$dir/program.c" -o "$dir/program" || fail "does not build"
for way in "" --isolate --from-main; do
  (cd "$dir" && timeout 60 "$bin/espalier" run ./program --stdin 1 $way) > "$dir/out" 2>&1 || fail "exit code $?"
  grep -q finding "$dir/out" && fail "a finding: files of the scratch directory cannot be changed"
  grep -q 'every path explored' "$dir/out" || fail "not every path was explored"
done
if unshare --mount true 2>/dev/null; then
  after=$(stat -c '%a %u %Y %Z' "$dir/kept")
  [ "$after" = "$before" ] || fail "'$before' became '$after'"
else
  echo "without the right to mount: what is outside was not looked at"
fi
