#!/usr/bin/env bash
# A sample of every proof's second opinion: --check-unsat on small programs.  The second solver must have
# confirmed proofs, refuted none, and seldom have had no opinion.
# Usage: check_unsat.sh ESPALIER SOURCE_DIRECTORY
set -u
espalier=$1
programs=$2/bench/solver/programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# check FILE FUNCTION OPTIONS...
check() {
  local file=$1 function=$2
  shift 2
  "$espalier" generate "$programs/$file:$function" --check-unsat --json --out "$work/out" "$@" -- -fwrapv \
    >"$work/printed" 2>"$work/errors"
  local code=$?
  if [ $code -ne 0 ] || ! python3 - "$work/printed" <<'P'; then
import json, sys
layers = {layer["layer"]: layer for layer in json.load(open(sys.argv[1]))["solver"]}
judge = layers["judge"]
print(f'{judge["unsat"]} proofs confirmed, {judge["sat"]} refuted, {judge["unknown"]} without an opinion')
sys.exit(not (judge["unsat"] > 0 and judge["sat"] == 0 and judge["unknown"] <= judge["unsat"] / 10))
P
    echo "FAILED: $file:$function: exit $code"
    sed 's/^/  /' "$work/errors"
    failures=$((failures + 1))
  fi
}

check triangle.c triangle --exhaustive
check tcas.c tcas --exhaustive --iterations 12
check gcd.c gcd --exhaustive
check calendar.c calendar --exhaustive --iterations 15
check tables.c tables --exhaustive
exit $((failures > 0))
