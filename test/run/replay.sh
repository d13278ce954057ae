#!/bin/sh
# What is called covered is covered: the inputs, run on a plain build, reach every branch that llvm-cov counts.
# usage: replay.sh BIN
set -eu
bin=$1 here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$bin/espalier-cc" "$here/states.c" -o watched
timeout 60 "$bin/espalier" run ./watched --stdin 4 --quiet
clang-19 -w -fprofile-instr-generate -fcoverage-mapping "$here/states.c" -o plain
for input in espalier-out/watched/queue/*; do
  LLVM_PROFILE_FILE="run-%p.profraw" ./plain < "$input" > /dev/null || true
done
llvm-profdata-19 merge -o all.profdata run-*.profraw
llvm-cov-19 report --show-branch-summary ./plain -instr-profile=all.profdata > report
# The last column is the share of branches.
tail -1 report | grep -q '100.00%$' || { cat report; exit 1; }
echo good
