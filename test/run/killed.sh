#!/bin/sh
# What was found is there although the search was killed, and the next search goes on from it.
# usage: killed.sh BIN
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "FAILED: $1"; find espalier-out; exit 1; }
cat > endless.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 0;
  if (getchar() == 'x') abort();
  for (int c; (c = getchar()) != EOF;) n = n * 31 + (c & 1 ? c : 7);
  return n == 12345;
}
C
"$bin/espalier-cc" endless.c -o endless
mkdir -p espalier-out/endless/queue
echo old > espalier-out/endless/queue/id:000999,run:1
"$bin/espalier" run ./endless --stdin 60 --exhaustive --budget 60s --quiet &
search=$!
for _ in $(seq 300); do
  ls espalier-out/endless/crashes/id:* > /dev/null 2>&1 && break
  sleep 0.1
done
kill -9 $search
wait $search || true
[ "$(head -c 1 espalier-out/endless/crashes/id:*)" = x ] || fail "the crash that was found is lost"
ls espalier-out/endless/queue/id:000000* > /dev/null || fail "the inputs that were found are lost"
[ -e espalier-out/endless/queue/id:000999,run:1 ] || fail "what an earlier search found is lost, too"

"$bin/espalier" run ./endless --stdin 60 --seeds espalier-out/endless --iterations 200 --quiet
[ ! -e espalier-out/endless/queue/id:000999,run:1 ] || fail "what an earlier search found was not cleared away"
ls espalier-out/endless/queue/id:000000* > /dev/null || fail "the second search found nothing"
echo good
