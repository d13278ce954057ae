#!/usr/bin/env bash
# Builds the driver with ASan and UBSan, and the runtime with UBSan traps, and generates tests with them.
# Usage: test-sanitized.sh SOURCE_DIR BUILD_DIR
set -euo pipefail
source=$1 build=$2
cmake -G Ninja -S "$source" -B "$build" -DESPALIER_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
cmake --build "$build" -j2 --target espalier >>"$build.log" 2>&1 || { tail -50 "$build.log"; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0
for file in "$source"/examples/*.c "$source"/test/programs/{abort,floats,struct_value,exit,division_by_zero,memory_eater,endless_loop,endless_recursion,null_pointer,callees}.c; do
  # A leak or an undefined operation ends the driver with another code; findings and limits do not.
  if ! "$build/bin/espalier" generate "$file" --no-verify --quiet --budget 10s --out "$out" >"$out/log" 2>&1; then
    echo "FAILED $file"; cat "$out/log"; failed=1
  fi
done
exit $failed
