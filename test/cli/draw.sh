#!/usr/bin/env bash
# espalier generate --strategy draw: what it says of the path space, and a function that it cannot do is left out.
# Usage: draw.sh ESPALIER
. "$(dirname "$0")/setup.sh"
says() {
  grep -Eq "$1" out && return
  echo "FAILED: '$1' is not in:"
  sed 's/^/  /' out
  failures=$((failures + 1))
}

cat >many.c <<'C'
int jump(int a) {
  static void *where[] = {&&zero, &&one};
  goto *where[a & 1];
zero:
  return 0;
one:
  return 1;
}
int sign(int a) {
  if (a < 0) return -1;
  return a > 0 ? 1 : 0;
}
C
"$espalier" generate many.c --strategy draw >out 2>err || failures=$((failures + 1))
says "jump +skipped: .*computed addresses.*; .+"
says "branches +4 of 4 covered"
says "drawn +3: 3 feasible \(3 different\), 0 infeasible, 0 undecided"
says "of these +3 \(100 %\) found feasible"
says "complete +no more feasible paths up to length 60"
says "^verified"

cat >loop.c <<'C'
int loop(const unsigned char text[8], int n) {
  int count = 0;
  for (int i = 0; i < n && i < 8; i++)
    if (text[i] == ' ') count++;
  return count > 2;
}
C
"$espalier" generate loop.c:loop --strategy draw --length 40 --tests 20 --without-replacement --no-verify >out 2>err ||
  failures=$((failures + 1))
says "drawn +[0-9]+: 20 feasible \(20 different\)"
says "alive$"
echo "$failures failures"
[ "$failures" -eq 0 ]
