#!/usr/bin/env bash
# espalier replay, generate --update, and files that the user edited.
. "$(dirname "$0")/setup.sh"

# expect CODE PATTERN COMMAND...
expect() {
  local code=$1 pattern=$2 output status
  shift 2
  output=$(timeout 120 "$@" 2>&1)
  status=$?
  if [ $status -ne "$code" ] || ! grep -Eq "$pattern" <<<"$output"; then
    echo "FAILED: $*: exit $status, expected $code; pattern: $pattern"
    echo "$output"
    failures=$((failures + 1))
  fi
}

cat >f.c <<'C'
int f(int a, int b) {
  if (a > 10) return b == 3 ? 7 : 8;
  return 1;
}
C
generate=("$espalier" generate f.c:f --no-sanitize --format c)

expect 0 'branches +4 of 4 covered' "${generate[@]}"
expect 0 '3 pass, 0 fail, 0 do not compile' "$espalier" replay espalier-out/f
expect 0 '"passed":3' "$espalier" replay espalier-out/f --json
expect 2 'holds no suite' "$espalier" replay nowhere
expect 2 'holds no suite' "$espalier" report nowhere
rm espalier-out/f/report.html
expect 0 'espalier-out/f/report.html$' "$espalier" report espalier-out/f
grep -q '"source":' espalier-out/f/report.html || fail 'the page has no data'

# The behaviour changes, and there is a branch that no test takes.
sed -i 's/return 1;/if (b == 77) return 5; return 2;/' f.c
expect 1 '2 pass, 1 fail' "$espalier" replay espalier-out/f
expect 1 'not taken +f.c:3: b == 77 is true' "$espalier" replay espalier-out/f
expect 0 'update +2 tests kept, 1 behave differently now, 0 dropped, 1 new' "${generate[@]}" --update
expect 0 '4 pass, 0 fail' "$espalier" replay espalier-out/f

# An edited test is the user's: it is run as it is, and no later run overwrites it.
sed -i '0,/^  int result = .*/s//&\n  ESPALIER_EXPECT_SIGNED(no_such_thing, 1);/' espalier-out/f/tests/f_test.c
expect 1 '3 pass, 0 fail, 1 do not compile' "$espalier" replay espalier-out/f
expect 1 'broken +[a-z_0-9]+: use of undeclared identifier' "$espalier" replay espalier-out/f
sed -i 's/== 77/== 78/' f.c
expect 0 'edited: .*/f_test.c differs from what was generated and was kept; the new one is f_test.c.new' "${generate[@]}"
grep -q no_such_thing espalier-out/f/tests/f_test.c || fail 'an edited file was overwritten'
[ -e espalier-out/f/tests/f_test.c.new ] || fail 'there is no .new file'

# What does not build is said to be so.
echo 'int broken(' >>f.c
expect 3 'f.c:[0-9]+: ' "$espalier" replay espalier-out/f

[ $failures -eq 0 ] || echo "$failures failures"
exit $((failures > 0))
