#!/bin/sh
# build-page.sh PAGE WORK OUTPUT: installs what the page is made of into WORK and bundles it into OUTPUT.
page=$1 work=$2 output=$3
mkdir -p "$work" "$(dirname "$output")" && cp -r "$page/." "$work/" || exit 1
log=$work/npm.log
if (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >"$log" 2>&1 &&
   (cd "$work" && node build.mjs "$output") >>"$log" 2>&1; then
  exit 0
fi
echo "warning: the page of the report was not built: $(grep -v '^ *$' "$log" | head -n 1); see $log (is npm there, and the network?)" >&2
# A page without a place for the data: espalier report then says what is missing.
[ -e "$output" ] || echo '<!doctype html><title>not built</title>' >"$output"
exit 0
