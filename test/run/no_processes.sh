#!/bin/sh
# Processes that runs fork are gone after them, also those in sessions of their own.  usage: no_processes.sh BIN
set -u
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$bin/espalier-cc" "$here/left_behind.c" -o "$dir/daemon" || exit 1
for how in "" --isolate --from-main; do
  (cd "$dir" && "$bin/espalier" run ./daemon --stdin 1 --exhaustive --quiet $how) || exit 1
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/exe")" != "$dir/daemon" ] || { echo "run $how leaves $process behind"; exit 1; }
  done
done
