#!/usr/bin/env bash
# Ctrl-C during a run, and during the verification: it ends soon, and what was found is written.
# Usage: interrupt.sh ESPALIER
. "$(dirname "$0")/setup.sh"

# The last input that the search tries never ends, and its time limit is far away.
cat >hang.c <<'C'
int f(int x) {
  if (x == 8) return 3;
  if (x == 7) for (volatile int i = 1; i;) {}
  return 0;
}
C

# interrupt NAME AFTER OPTIONS...: Ctrl-C so many seconds after the subject was built.
interrupt() {
  local name=$1 after=$2
  shift 2
  rm -rf out
  "$espalier" generate hang.c:f --out out "$@" >printed 2>errors &
  local pid=$!
  for _ in $(seq 600); do [ -x out/f/subject ] && break; sleep 0.1; done
  sleep "$after"
  kill -INT $pid
  local start
  start=$(date +%s%N)
  wait $pid
  local code=$? took=$((($(date +%s%N) - start) / 1000000))
  if [ $code -ne 0 ] || [ $took -gt 3000 ] || [ ! -s out/f/suite.json ] || ! grep -q "(interrupted)" printed; then
    echo "FAILED: $name: exit $code after $took ms; printed:"
    sed 's/^/  /' printed errors
    failures=$((failures + 1))
  fi
}

interrupt "during a run" 1 --steps 1000000000000 --timeout 60s
interrupt "during the verification" 0.5 --steps 1000

exit $failures
