# What the tests of the command line begin with (. setup.sh): a directory of their own, and a count of what fails.
set -u
espalier=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
