#!/bin/sh
# Neither beginning runs where they first look at an input nor taking them back instead of forking changes what is found:
# all programs of this folder, in all three ways.
# usage: same_from_main.sh BIN
set -u
bin=$1 here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
fail() { echo "$*"; exit 1; }

explore() { # OUT OPTIONS...
  out=$1
  shift
  (cd "$dir" && ulimit -s "${stack:-$(ulimit -s)}" && eval timeout 60 "$bin/espalier" run ./program --json --out "$out" "$@") > "$dir/$out.json" 2> "$dir/$out.err"
  [ $? -le 1 ] || { cat "$dir/$out.err"; return 1; }
  sed -E -f "$here/found.sed" -e "s|$dir/$out/||g" "$dir/$out.json" > "$dir/$out.found"
}

compared=0
for file in "$here"/*.c; do
  "$bin/espalier-cc" $(sed -n 's|^// BUILD: *||p' "$file") "$file" -o "$dir/program" || fail "$file does not build"
  sed -n 's|^// RUN: *||p' "$file" > "$dir/runs"
  stack=$(sed -n 's|^// STACK: *||p' "$file")
  while IFS= read -r run <&3; do
    explore main --isolate --from-main "$run" || fail "$file: espalier run --isolate --from-main $run"
    for way in --isolate ""; do
      explore other $way "$run" || fail "$file: espalier run $way $run"
      diff "$dir/main.found" "$dir/other.found" || fail "$file: espalier run $way $run: found something else"
      diff -r "$dir/main" "$dir/other" || fail "$file: espalier run $way $run: other inputs"
      compared=$((compared + 1))
    done
  done 3< "$dir/runs"
done
[ "$compared" -ge 60 ] || fail "only $compared runs were compared"
