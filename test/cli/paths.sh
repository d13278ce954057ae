#!/usr/bin/env bash
# espalier paths: counts, draws and lists; and clear answers where there is nothing to draw.
# Usage: paths.sh ESPALIER
. "$(dirname "$0")/setup.sh"

# expect CODE STDOUT STDERR-PATTERN ARGUMENTS...: stdout is exactly that; stderr one line that matches, or empty.
expect() {
  local code=$1 stdout=$2 stderr=$3
  shift 3
  timeout 60 "$espalier" paths "$@" >out 2>err
  local got=$?
  local ok=1
  [ $got -eq "$code" ] && [ "$(cat out)" = "$stdout" ] || ok=0
  if [ -z "$stderr" ]; then
    [ ! -s err ] || ok=0
  else
    [ "$(wc -l <err)" -eq 1 ] && grep -Eq "$stderr" err || ok=0
  fi
  if [ $ok -eq 0 ]; then
    echo "FAILED: paths $*"
    echo "  exit $got, expected $code; stdout, stderr:"
    sed 's/^/  /' out err
    failures=$((failures + 1))
  fi
}

cat >two.dot <<'D'
digraph two_diamonds { // with a loop on the last vertex
  s -> {a b} -> m;
  m -> {c "d e"} -> t;
  t -> t [weight=2];
}
D
printf 's a 1\ns b 3\na t\nb t\n' >weighted.txt
seq 1 2000 | awk '{print "x x"}' >loops.txt
echo "x y" >>loops.txt
printf 'digraph {\n  a -> b\n  b -> ]\n}\n' >bad.dot
printf 'a b\nc\n' >bad.txt
: >empty.txt
printf '# of the first diamond\ns a\n\ns b m c\n' >forbidden

expect 0 4 "" two.dot --from s --to t --length 4 --count
expect 0 12 "" two.dot --from s --to t --length 6 --at-most --count
expect 0 $'s a m c t\ns a m "d e" t\ns b m c t\ns b m "d e" t' "" two.dot --from s --to t --length 4 --enumerate
expect 0 '{"count":"2","paths":[["s","b","m","c","t"],["s","b","m","d e","t"]]}' "" \
  two.dot --from s --to t --length 4 --enumerate --forbid "s a" --json
expect 0 's b m "d e" t' "" two.dot --from s --to t --length 4 --enumerate --forbid-file forbidden
expect 0 2 "" two.dot --from s --to t --length 4 --count --through "d e"
expect 0 2 "" two.dot --from s --to t --length 4 --count --through "a->m"
expect 0 1 "" two.dot --from s --to t --length 4 --count --through a --through c
expect 0 "s a m" "" two.dot --from s --to m --length 2 --draw 1 --forbid "s->b"
expect 0 '{"count":"2","weight":"4","paths":[]}' "" weighted.txt --from s --to t --length 2 --count --weights --json

# The same seed gives the same paths; a distinct drawing gives each once.
"$espalier" paths two.dot --from s --to t --length 9 --at-most --draw 30 --seed 7 >one
"$espalier" paths two.dot --from s --to t --length 9 --at-most --draw 30 --seed 7 >other
"$espalier" paths two.dot --from s --to t --length 9 --at-most --draw 30 --seed 8 >third
cmp -s one other && ! cmp -s one third && [ "$(wc -l <one)" -eq 30 ] ||
  fail "seeds"
"$espalier" paths two.dot --from s --to t --length 9 --at-most --draw 1000 --distinct | sort >drawn
"$espalier" paths two.dot --from s --to t --length 9 --at-most --enumerate | sort >listed
cmp -s drawn listed && [ "$(uniq drawn | wc -l)" -eq 24 ] ||
  fail "--distinct must give every path once"
heavy=$("$espalier" paths weighted.txt --from s --to t --length 2 --draw 4000 --weights | grep -c "s b t")
[ "$heavy" -gt 2860 ] && [ "$heavy" -lt 3140 ] ||
  fail "of 4000 drawings $heavy took the edge of weight 3"
"$espalier" paths two.dot --from s --to t --length 4 --draw 5 --balance --json >out 2>err
grep -q '"balance":{"least":0.5' out && grep -q "probability 0.5 at least" err ||
  { echo "FAILED: --balance"; cat out err; failures=$((failures + 1)); }

# 2000 loops, 1000 steps: 2000^1000 has 3302 digits.
"$espalier" paths loops.txt --from x --to y --length 1001 --count >out
[ "$(tr -d '\n' <out | wc -c)" -eq 3302 ] && grep -Eq '^1071508607186267.*0{3000}$' out ||
  fail "a count of thousands of digits"

# No path is an answer, not an error.
expect 0 0 "two.dot: no path of exactly 2 edges from 's' to 't'; the shortest has 4 edges" \
  two.dot --from s --to t --length 2 --count
expect 0 "" "; there is none of another length either" two.dot --from t --to s --length 5 --draw 3
expect 0 '{"count":"0","paths":[]}' "; there is none of another" two.dot --from t --to s --length 5 --enumerate --json
expect 0 0 "; there are shorter ones, see --at-most" two.dot --from s --to m --length 3 --count
expect 0 0 "left by --forbid and --through; there is none" two.dot --from s --to t --length 4 --count --forbid s

expect 2 "" "^--from: 'S' is no vertex of two.dot; did you mean 's'\?" two.dot --from S --to t --length 4 --count
expect 2 "" "^--through: two.dot has no edge from 'a' to 'b'; .+" two.dot --from s --to t --length 4 --count --through "a->b"
expect 2 "" "^--forbid: the prefix starts with 'a' .+; .+" two.dot --from s --to t --length 4 --count --forbid "a m"
expect 2 "" "^bad.dot:3: expected .+; .+" bad.dot --from a --to b --length 4 --count
expect 2 "" "^bad.txt:2: .+; .+" bad.txt --from a --to b --length 4 --count
expect 2 "" "^empty.txt: the graph has no vertices; .+" empty.txt --from a --to b --length 4 --count
expect 2 "" "^missing.dot: .+; .+" missing.dot --from a --to b --length 4 --count
expect 2 "" "give one of --count, --draw M, --enumerate" two.dot --from s --to t --length 4
expect 2 "" "; see espalier --help" two.dot --from s --to t --length -1 --count
expect 2 "" "^--balance: 'faces' is unknown; .+" two.dot --from s --to t --length 4 --draw 1 --balance faces

echo "$failures failures"
[ $failures -eq 0 ]
