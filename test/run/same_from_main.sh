#!/bin/sh
# Beginning runs where they first look at an input changes nothing that is found: all programs of this folder, with
# and without.
# usage: same_from_main.sh BIN
set -u
bin=$1 here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
fail() { echo "$*"; exit 1; }

explore() { # OUT OPTIONS...
  out=$1
  shift
  (cd "$dir" && eval timeout 60 "$bin/espalier" run ./program --isolate --json --out "$out" "$@") > "$dir/$out.json" 2> "$dir/$out.err"
  [ $? -le 1 ] || { cat "$dir/$out.err"; return 1; }
  sed -E -e 's/"(seconds|cpu_ms_per_iteration|program_cpu_ms_per_iteration|out)":[^,}]*//g' -e "s|$dir/$out/||g" "$dir/$out.json" > "$dir/$out.found"
}

compared=0
for file in "$here"/*.c; do
  "$bin/espalier-cc" $(sed -n 's|^// BUILD: *||p' "$file") "$file" -o "$dir/program" || fail "$file does not build"
  sed -n 's|^// RUN: *||p' "$file" > "$dir/runs"
  while IFS= read -r run <&3; do
    explore early "$run" || fail "$file: espalier run $run"
    explore main --from-main "$run" || fail "$file: espalier run --from-main $run"
    diff "$dir/early.found" "$dir/main.found" || fail "$file: espalier run $run: found something else"
    diff -r "$dir/early" "$dir/main" || fail "$file: espalier run $run: other inputs"
    compared=$((compared + 1))
  done 3< "$dir/runs"
done
[ "$compared" -ge 15 ] || fail "only $compared runs were compared"
