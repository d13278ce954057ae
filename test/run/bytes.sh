#!/bin/sh
# --bytes is for targets of fuzzers, and they need it: everything else would be explored without any input.
# usage: bytes.sh BIN
set -u
bin=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
fail() { echo "$*"; cat "$dir/out"; exit 1; }

cat > "$dir/target.c" <<EOF
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size > 0 && data[0] == 'x'; }
EOF
echo 'int LLVMFuzzerTestOneInput(const void *, unsigned long); int main(void) { return LLVMFuzzerTestOneInput("", 0); }' > "$dir/main.c"
"$bin/espalier-cc" "$dir/target.c" -o "$dir/target" && "$bin/espalier-cc" "$dir/target.c" "$dir/main.c" -o "$dir/own" || exit 1

refused() { # MESSAGE PROGRAM OPTIONS...
  message=$1 program=$2
  shift 2
  (cd "$dir" && "$bin/espalier" run "./$program" "$@") > "$dir/out" 2>&1
  [ $? -eq 2 ] || fail "$program $*: not refused"
  grep -q -- "$message" "$dir/out" || fail "$program $*: no '$message' in"
}
refused 'a target of fuzzers; give --bytes N' target
refused 'a target of fuzzers; give --bytes N' target --stdin 3
refused '--bytes: .* has a main of its own' own --bytes 3
(cd "$dir" && "$bin/espalier" run ./target --bytes 1) > "$dir/out" 2>&1 || fail "target --bytes 1: refused"
