#!/bin/sh
# Builds one program with espalier-cc, explores it, and compares with what its comments expect.
# usage: check.sh BIN FILE.c
set -u
bin=$1 file=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
fail() { echo "$file: $*"; [ -f "$dir/out" ] && cat "$dir/out"; exit 1; }

lines() { sed -n "s|^// $1: *||p" "$file"; }

case $file in *.cc) compiler=espalier-c++ ;; *) compiler=espalier-cc ;; esac
"$bin/$compiler" $(lines BUILD) "$file" -o "$dir/program" || fail "does not build"
lines HAND > "$dir/hand"
while IFS= read -r hand; do
  want=${hand##* => }
  got=$(cd "$dir" && printf "${hand%% => *}" | timeout 10 ./program; echo "$?")
  [ "$(echo "$got" | tr '\n' ' ')" = "$want " ] || fail "by hand: '$got', not '$want'"
done < "$dir/hand"
stack=$(lines STACK) # in KB
[ -z "$stack" ] || ulimit -s "$stack"
lines RUN > "$dir/runs"
while IFS= read -r run; do
  (cd "$dir" && eval timeout 60 "$bin/espalier" run ./program $run) > "$dir/out" 2>&1
  code=$?
  [ "$code" -le 1 ] || fail "espalier run $run: exit code $code"
  echo "exit code $code" >> "$dir/out"
  (cd "$dir/espalier-out/program" && find queue crashes hangs -type f | sed 's/^/corpus /') >> "$dir/out"
  lines EXPECT > "$dir/expected"
  while IFS= read -r expected; do
    grep -Eq -- "$expected" "$dir/out" || fail "espalier run $run: no '$expected' in"
  done < "$dir/expected"
  lines NEVER > "$dir/never"
  while IFS= read -r never; do
    if grep -Eq -- "$never" "$dir/out"; then fail "espalier run $run: '$never' in"; fi
  done < "$dir/never"
done < "$dir/runs"
