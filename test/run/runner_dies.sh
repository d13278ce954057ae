#!/bin/sh
# The process that runs programs and is rewound may die at any moment: what is found is the same.
# usage: runner_dies.sh BIN
set -u
bin=$1 here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
fail() { echo "$*"; exit 1; }

cat > "$dir/program.c" << 'END'
#include <locale.h>
#include <stdio.h>
int main(void) {
  int state = 0;
  setlocale(LC_ALL, "C");
  for (int c; (c = getchar()) != EOF;) {
    for (volatile int i = 0; i < 20000; i++) continue;
    state = c == 'a' ? state + 1 : c == 'b' ? 2 * state : c == 'c' ? 0 : state;
  }
  return state == 5;
}
END
"$bin/espalier-cc" -O1 "$dir/program.c" -o "$dir/program" || fail "does not build"
explore() { # OUT
  cd "$dir" && exec timeout 100 "$bin/espalier" run ./program --stdin 5 --exhaustive --json --out "$1" > "$1.json"
}
(explore quiet) || fail "espalier run"
(explore disturbed) &
timer=$!
killed=0
seen=
while [ "$killed" -lt 2 ] && kill -0 $timer 2> /dev/null; do # after the third there is none, and runs are processes of their own
  sleep 0.05
  driver=$(pgrep -P $timer) && serving=$(pgrep -P "$driver") && early=$(pgrep -P "$serving") && runner=$(pgrep -P "$early") || continue
  # A run that is a process of its own does not live that long.
  [ "$runner" = "$seen" ] && kill -KILL $runner && killed=$((killed + 1))
  seen=$runner
done
wait $timer || fail "espalier run, disturbed"
[ "$killed" -ge 1 ] || fail "no runner was there to be killed"
for out in quiet disturbed; do
  sed -E -f "$here/found.sed" "$dir/$out.json" > "$dir/$out.found"
done
diff "$dir/quiet.found" "$dir/disturbed.found" || fail "found something else after $killed deaths"
diff -r "$dir/quiet" "$dir/disturbed" || fail "other inputs after $killed deaths"
