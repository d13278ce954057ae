#!/usr/bin/env bash
# The live block: on a terminal only, without colours where they are not wanted, never with --quiet.
. "$(dirname "$0")/setup.sh"

# More paths than a second is enough for, and a goal that is never reached.
cat >many.c <<'C'
int many(unsigned char a[24]) {
  int n = 0;
  for (int i = 0; i < 24; i++)
    if (a[i] > 7) n++;
  return n == 25 ? 1 : 0;
}
C
generate="$espalier generate many.c:many --no-verify --format c --budget 1500ms"
escape=$(printf '\033')

# script gives the command a terminal; what it prints there is in the file.
export TERM=xterm
timeout 60 script -qec "stty cols 100; $generate" terminal >/dev/null </dev/null || fail "exit $?"
for words in 'goals' 'left' 'solver .* %' 'strategy auto' 's left' 'last new goal: many.c:' 'building many' '█'; do
  grep -qE "$words" terminal || fail "the block does not tell: $words"
done
grep -q "${escape}\[3A" terminal || fail "the block is not drawn over itself"
grep -q "${escape}\[32m" terminal || fail "there are no colours"
grep -qE 'branches +5 of 6 covered' terminal || fail "the summary is missing at the end"

NO_COLOR=1 timeout 60 script -qec "$generate" plain >/dev/null </dev/null
grep -q "${escape}\[32m" plain && fail "NO_COLOR is not honoured"
grep -q "${escape}\[3A" plain || fail "without colours there is no block"

timeout 60 $generate >out 2>error </dev/null || fail "exit $?"
grep -q "$escape" out error && fail "escapes where there is no terminal"
grep -q 'branches' out || fail "the summary is not on standard output"

timeout 60 script -qec "$generate --quiet" quiet >/dev/null </dev/null
! grep -v '^Script' quiet | grep -q . || fail "--quiet prints: $(cat quiet)"

[ $failures -eq 0 ] || echo "$failures failures"
exit $((failures > 0))
