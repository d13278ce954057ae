#!/usr/bin/env bash
# Ctrl-C during a run, and during the verification, or a terminal that is closed: it ends soon, and what was found is
# written.
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

# interrupt NAME SIGNAL AFTER OPTIONS...: so many seconds after the subject was built.
interrupt() {
  local name=$1 signal=$2 after=$3
  shift 3
  rm -rf out
  "$espalier" generate hang.c:f --out out "$@" >printed 2>errors &
  local pid=$!
  for _ in $(seq 600); do [ -x out/f/subject ] && break; sleep 0.1; done
  sleep "$after"
  kill "-$signal" $pid
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

interrupt "during a run" INT 1 --steps 1000000000000 --timeout 60s
interrupt "terminal closed" HUP 1 --steps 1000000000000 --timeout 60s
interrupt "during the verification" INT 0.5 --steps 1000

exit $failures
