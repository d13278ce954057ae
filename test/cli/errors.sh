#!/usr/bin/env bash
# A user's mistake gets one line that says where, what and what to do, and the documented exit code.
# Usage: errors.sh ESPALIER
. "$(dirname "$0")/setup.sh"

# expect CODE PATTERN COMMAND...: exactly one line on stderr, matching, nothing on stdout.
expect() {
  local code=$1 pattern=$2
  shift 2
  timeout 60 "$@" >out 2>err
  local got=$?
  if [ $got -ne "$code" ] || [ "$(wc -l <err)" -ne 1 ] || [ -s out ] || ! grep -Eq "$pattern" err; then
    echo "FAILED: $*"
    echo "  exit $got, expected $code; pattern: $pattern; stderr:"
    sed 's/^/  /' err
    failures=$((failures + 1))
  fi
}

cat >good.c <<'C'
int f(int a) {
  if (a > 3) return 1;
  return 0;
}
int uses_list(__builtin_va_list p) { return p != 0; }
int calls_elsewhere(int a) {
  extern int elsewhere(int);
  return elsewhere(a);
}
C
printf 'int f(int a) { return a; }\nint espalier_post_f(int a) { return a; }\n' >contract.c
printf 'int espalier_pre_nobody(int a) { return a; }\n' >contracts.c
printf 'int espalier_pre_f(int a) { return undeclared; }\n' >wrong.c
printf 'int f(int a) {\n  return a +;\n}\n' >bad.c
printf 'int f(int a) { return a; }\n#include "missing.h"\n' >header.c
echo '{ not json' >compile_commands.json
printf 'int jump(int a) { void *to[] = {&&x, &&y}; goto *to[a & 1]; x: return 0; y: return 1; }\n' >jumps.c
touch in_the_way

expect 2 "^missing.c: no such file; .+" "$espalier" generate missing.c:f
expect 2 "^\.: not a regular file; .+" "$espalier" generate .
expect 3 "bad.c:2: .+; .+" "$espalier" generate bad.c:f
expect 3 "header.c:2: .*missing.h.*; .+" "$espalier" generate header.c:f
expect 2 "^good.c: no function 'g' .+; .+" "$espalier" generate good.c:g
expect 2 "^good.c:5: .*'p'.*; .+" "$espalier" generate good.c:uses_list
expect 2 "contract.c:2: 'espalier_post_f' .+; .+" "$espalier" generate contract.c:f
expect 2 "no_such_file.c: .+; .+" "$espalier" generate good.c:f --contracts no_such_file.c
expect 2 "contracts.c:1: 'espalier_pre_nobody' .+; .+" "$espalier" generate good.c:f --contracts contracts.c
expect 3 "wrong.c:1: .+; .+" "$espalier" generate good.c:f --contracts wrong.c
expect 2 "compile_commands.json: .+; .+" "$espalier" generate -p . good.c:f
expect 2 "compile_commands.json: .+; .+" "$espalier" generate -p nowhere good.c:f
expect 2 "in_the_way.*: .+; .+" "$espalier" generate good.c:f --out in_the_way
expect 2 "they are about drawing paths; .+" "$espalier" generate good.c:f --tests 5
expect 2 "jump: it jumps to computed addresses.+; .+" "$espalier" generate jumps.c --strategy draw
expect 2 "^--length: 1234567 is too long .+; .+" "$espalier" generate good.c:f --strategy draw --length 1234567
expect 2 "they are about contexts; .+" "$espalier" generate good.c:f --no-dominators
expect 2 "^--context-start: 7 is more than .+; .+" "$espalier" generate good.c:f --strategy cgs --context-start 7
expect 2 "they are about evolution; .+" "$espalier" generate good.c:f --population 50
expect 2 "^--evolve: 'cga' is unknown; choose from both, dga, sga" "$espalier" generate good.c:f --strategy evolve --evolve cga
expect 2 "strategy: 'xyz' is unknown; .+dfs" "$espalier" generate good.c:f --strategy xyz
expect 2 "^--solver-layers: 'slices' is unknown; choose from cores," "$espalier" generate good.c:f --solver-layers slices
expect 2 '^--record-queries: /no/such/q cannot be written' "$espalier" generate good.c:f --record-queries /no/such/q
expect 2 "criterion: 'xyz' is unknown; .+" "$espalier" generate good.c:f --criterion xyz
expect 2 "budget: 'soon' .+; .+" "$espalier" generate good.c:f --budget soon
expect 2 "seed.*negative.*; .+" "$espalier" generate good.c:f --seed -1
expect 2 "seed.*too large; .+" "$espalier" generate good.c:f --seed 99999999999999999999
expect 2 "'gen' is not a command; .+" "$espalier" gen
expect 2 "'xyz' is no experiment; .+overhead" "$espalier" bench xyz
expect 2 "; see espalier --help" "$espalier" generate
expect 2 "; see espalier --help" "$espalier" generate good.c:f --no-such-option
mkdir empty
expect 3 "clang-19: .+; install the Debian package clang-19" env PATH="$work/empty" "$espalier" generate good.c:f

"$espalier" generate good.c:f --no-verify --quiet --iterations 1 --fail-under 90 >out 2>err
[ $? -eq 4 ] || fail "--fail-under must exit with 4"
printf '#include <stdlib.h>\nint f(int a) { if (a == 7) abort(); return a; }\n' >aborts.c
"$espalier" generate aborts.c:f --no-verify --quiet --fail-on-findings >out 2>err
[ $? -eq 1 ] || fail "--fail-on-findings must exit with 1"

# Ctrl-C ends the search, not the program: what was found is written.
cat >long.c <<'C'
int f(int a[12]) {
  for (int i = 1; i < 12; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  return a[0];
}
C
"$espalier" generate long.c:f --no-verify --exhaustive --budget 60s --out interrupted >out 2>err &
pid=$!
sleep 2
kill -INT $pid
wait $pid
code=$?
grep -q "stopped by interrupted" out && [ -s interrupted/f/suite.json ] ||
  { echo "FAILED: an interrupted search must write its results (exit $code)"; cat out err; failures=$((failures + 1)); }

# Whole programs: what contradicts itself, and what cannot be read.
cc=$(dirname "$espalier")/espalier-cc
echo 'int getchar(void); int main(void) { return getchar() == 3; }' >program.c
"$cc" program.c -o program
cp program plain && chmod -x plain
mkdir seeds && ln -s loop seeds/loop
expect 2 '^--file: a is given twice; leave one out$' "$espalier" run ./program --file a:4 --file a:2
expect 2 '^--env: A is given twice; leave one out$' "$espalier" run ./program --env A:4 --env A:4
expect 2 'seeds: no files; give a directory of files' "$espalier" run ./program --stdin 3 --seeds seeds
head -c 70000 /dev/zero >seeds/big
expect 2 'a file of 70000 bytes; an input has 65535 at most' "$espalier" run ./program --stdin 3 --seeds seeds
expect 2 '^./plain: not executable; chmod' "$espalier" run ./plain --stdin 3

echo "$failures failures"
[ $failures -eq 0 ]
